import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

export const SECURITY_EVENT_KINDS = [
  'login',
  'login_new_device',
  'login_failures',
  'password_changed',
  'password_reset',
  'two_factor_on',
  'two_factor_off',
  'session_ended',
  'other_sessions_ended',
  'email_change_requested',
  'email_change_cancelled',
  'email_changed',
  'email_restored',
  'api_key_created',
  'api_key_revoked',
  'api_key_rotated',
  'api_key_restricted',
  'api_key_revealed',
  'payee_changed',
  'payee_name_changed',
  'source_unused',
  'source_used',
  'webhook_secret_rotated',
  'webhook_url_set',
  'webhook_url_removed',
  'alert_address_replaced',
  'mailbox_connected',
  'mailbox_disconnected',
  'email_address_replaced',
  'alert_secret_replaced',
  'alert_secret_removed',
  'rails_changed',
  'last_digits_changed',
  'counter_added',
  'counter_login_replaced',
  'member_invited',
  'member_joined',
  'member_role_changed',
  'member_removed',
  'customer_term_set',
  'customer_exported',
  'customer_erased',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

export const SECURITY_EVENTS_MAX = 100

const securityEvent = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(SECURITY_EVENT_KINDS),
  /** The network of the IP address, such as 203.0.113.x. */
  network: z.string(),
  /** In words: "Chrome on Android". */
  device: z.string(),
  /** What was changed: the name of a key, an address, a UPI ID. */
  subject: z.string(),
})
export type SecurityEvent = z.output<typeof securityEvent>

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/user/security-events',
  auth: 'session',
  summary: `List the last ${SECURITY_EVENTS_MAX} security events of the account, newest first; they are kept for a year`,
  reply: z.object({ data: z.array(securityEvent) }),
})
