import { Box, Checkbox, Paper, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { More } from '../../components/display/more.tsx'
import { t } from '../../locales/translate.ts'
import type { ConnectFields } from './connect-fields.ts'

/** Without this, an alert or a statement cannot distinguish two open orders of the same price. */
export function UniqueAmounts({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <Paper withBorder radius="md" py={14} px="md">
      <Checkbox
        label={t('Give open orders of the same price different paise')}
        description={t(
          'Alerts and statements show the amount, not the order. So it is lowered by 0 to 99 paise until no other open order has it.',
        )}
        name="uniqueAmounts"
        checked={form.values.uniqueAmounts === 'yes'}
        onChange={(event) => form.setFieldValue('uniqueAmounts', event.currentTarget.checked ? 'yes' : '')}
      />
      <Box ml={32} mb="-xs">
        <More summary={t('How it works')}>
          <Text c="dimmed" pb="xs">
            {t(
              '₹499.00 becomes ₹498.63, say, and your customer sees both amounts. Up to 100 orders of one price can be open at once; beyond that a new one is refused until one is paid or over.',
            )}
          </Text>
        </More>
      </Box>
    </Paper>
  )
}
