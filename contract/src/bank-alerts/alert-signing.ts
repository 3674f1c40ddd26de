import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const newAlertSecret = z.object({
  signingSecret: z.string(),
  /** The forwarder's settings with the secret in them, for a quarter of an hour. */
  rulesUrl: z.string(),
  /** The URL for unsigned pings of a forwarder. */
  pingUrl: z.string(),
})
export type NewAlertSecret = z.output<typeof newAlertSecret>

export const rotateAlertSecret = endpoint({
  method: 'POST',
  path: '/user/rotate-alert-secret',
  auth: 'session',
  needsConfirmation: true,
  summary:
    'Create a signing secret for the alert address, shown only in this reply; from now on, only signed messages count',
  reply: z.object({ data: newAlertSecret }),
  refusals: ['no_account'],
})

export const removeAlertSecret = endpoint({
  method: 'POST',
  path: '/user/remove-alert-secret',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Accept unsigned messages again',
  refusals: ['no_account'],
})
