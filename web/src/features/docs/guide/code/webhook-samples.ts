import { EXAMPLE_ORDER_NUMBER, EXAMPLE_WEBHOOK } from '@galla/contract/api-reference/integrator-examples'
import { webhookFields, webhookForm } from '@galla/contract/gateway-compat/dialect-webhooks'
import type { Dialect } from '@galla/contract/gateway-compat/dialects'

/** The decoded fields of a form, one on each line. */
export const formSample = (dialect: Dialect): string =>
  Object.entries(webhookForm(dialect, EXAMPLE_WEBHOOK, EXAMPLE_ORDER_NUMBER))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

export const jsonSample = (format: 'standard' | 'ekqr_json' = 'standard'): string => {
  const ekqr = () => webhookFields('ekqr', EXAMPLE_WEBHOOK, EXAMPLE_ORDER_NUMBER)
  return JSON.stringify(format === 'standard' ? EXAMPLE_WEBHOOK : ekqr(), null, 2)
}
