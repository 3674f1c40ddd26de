import { type AccountRails, updateRails } from '@galla/contract/bank-alerts/alerts'
import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import { FoldedPart } from './folded-part.tsx'

function useSaveRails() {
  const { mode } = useUser()
  return useAction({
    act: (rails: AccountRails) => callEndpoint(updateRails, { body: rails }),
    failed: t('Failed to save the setting'),
    done: t('Saved'),
    refreshes: queryKeys.alertSource(mode),
  })
}

/** The rails besides UPI whose payments are recorded for this account. Each choice is saved immediately. */
export function RailsChoice({ rails }: { rails: AccountRails }) {
  const { mutate, isPending, variables } = useSaveRails()
  const shown = isPending ? variables : rails
  const choose = (change: Partial<AccountRails>) => mutate({ ...rails, ...change })
  return (
    <FoldedPart id="rails" title={t('Payments that are not UPI')}>
      <Stack gap="md" miw={0}>
        <Text c="dimmed">
          {t(
            'A UPI payment marks the order with the same amount as paid. Other transfers may have that amount by chance, so choose what happens with them. This also applies to bank statements.',
          )}
        </Text>
        <Checkbox
          label={t('Accept IMPS transfers')}
          description={t('Some customers transfer to your account number instead of scanning the QR.')}
          checked={shown.imps}
          disabled={isPending}
          onChange={(event) => choose({ imps: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('Accept payments without a known transfer type')}
          description={t('Less safe: a cash deposit or a bank transfer may have the same amount.')}
          checked={shown.unknown}
          disabled={isPending}
          onChange={(event) => choose({ unknown: event.currentTarget.checked })}
        />
        <Radio.Group
          label={t('NEFT, RTGS, ACH, salary, card settlements and cash')}
          value={shown.others}
          onChange={(others) => choose({ others: others === 'keep' ? 'keep' : 'ignore' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="ignore" label={t('Ignore')} disabled={isPending} />
            <Radio
              value="keep"
              label={t('Keep in Reconciliation for me to match')}
              description={t('A payment like this never marks an order as paid automatically.')}
              disabled={isPending}
            />
          </Stack>
        </Radio.Group>
      </Stack>
    </FoldedPart>
  )
}
