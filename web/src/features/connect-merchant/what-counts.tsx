import { GST_SOURCE } from '@galla/contract/turnover/turnover'
import { Stack } from '@mantine/core'
import { t } from '../../locales/translate.ts'

export function WhatCounts({ hasMonth }: { hasMonth: boolean }) {
  return (
    <Stack component="ul" gap="xs" pl={20} my={0} pb="sm" maw="74ch">
      <li>
        {t(
          'Every live payment that a source reported counts on the day it was received (IST). Refunded payments count too. Payments that you ignored or merged in Reconciliation do not.',
        )}
      </li>
      <li>{t('Cash and payments to accounts that are not connected here are not counted.')}</li>
      {hasMonth && (
        <li>
          {t(
            'The month counts UPI payments to the connected account. Payments without a known transfer type count as UPI. NPCI sets the limit: see the rules for your kind of account above.',
          )}
        </li>
      )}
      <li>
        {t(
          'The year counts all your live accounts and all transfer types. Source of the thresholds: {source}. Some states have lower thresholds.',
          { source: GST_SOURCE },
        )}
      </li>
    </Stack>
  )
}
