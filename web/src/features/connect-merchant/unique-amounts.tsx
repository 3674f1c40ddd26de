import { Checkbox, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ConnectFields } from './connect-fields.ts'
import css from './connect-merchant-page.module.css'

/** Without this, an alert or a statement cannot distinguish two open orders of the same price. */
export function UniqueAmounts({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <div className={css.personalBox}>
      <Checkbox
        label="Give open orders of the same price different paise"
        description="Alerts and statements show the amount, not the order. So it is lowered by 0 to 99 paise until no other open order has it."
        name="uniqueAmounts"
        checked={form.values.uniqueAmounts === 'yes'}
        onChange={(event) => form.setFieldValue('uniqueAmounts', event.currentTarget.checked ? 'yes' : '')}
      />
      <details className={css.more}>
        <summary>How it works</summary>
        <Text pb="xs">
          ₹499.00 becomes ₹498.63, say, and your customer sees both amounts. Up to 100 orders of one price can
          be open at once; beyond that a new one is refused until one is paid or over.
        </Text>
      </details>
    </div>
  )
}
