import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

/** What happened, as a sentence without its subject. */
export const SECURITY_EVENTS = {
  login: 'Logged in',
  login_new_device: 'Logged in from a new device',
  login_failures: 'Many failed logins',
  password_changed: 'Password changed',
  password_reset: 'Password set by a mailed link',
  two_factor_on: 'Two-factor login turned on',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  two_factor_off: 'Two-factor login turned off',
  session_ended: 'Device logged out',
  other_sessions_ended: 'Other devices logged out',
  email_change_requested: 'New email address requested',
  email_change_cancelled: 'New email address cancelled',
  email_changed: 'Email address changed',
  email_restored: 'Email address restored',
  api_key_created: 'API key created',
  api_key_revoked: 'API key revoked',
  api_key_rotated: 'API key rotated',
  api_key_restricted: 'Addresses of an API key changed',
  api_key_revealed: 'API key shown',
  payee_changed: 'Payment account connected',
  payee_name_changed: 'Name on the payment page changed',
  source_unused: 'Payment source turned off',
  source_used: 'Payment source turned on again',
  webhook_secret_rotated: 'Webhook secret rotated',
  webhook_url_set: 'Webhook URL set',
  webhook_url_removed: 'Webhook URL removed',
  alert_address_replaced: 'Alert address replaced',
  mailbox_connected: 'Mailbox for bank emails connected',
  mailbox_disconnected: 'Mailbox for bank emails disconnected',
  email_address_replaced: 'Address for bank emails replaced',
  alert_secret_replaced: 'Signing secret of alerts replaced',
  alert_secret_removed: 'Signing secret of alerts removed',
  rails_changed: 'Payments that are not UPI: setting changed',
  last_digits_changed: 'Last digits of the bank account changed',
  counter_added: 'Counter added',
  member_invited: 'Person invited to the team',
  member_joined: 'Person joined the team',
  member_role_changed: 'Role in the team changed',
  member_removed: 'Person left the team',
  counter_login_replaced: 'Login of a counter replaced',
  customer_term_set: 'Term for the data of customers set',
  customer_exported: 'Data of a customer exported',
  customer_erased: 'Customer erased',
} as const
export type SecurityEventKind = keyof typeof SECURITY_EVENTS
export const SECURITY_EVENT_KINDS = Object.keys(SECURITY_EVENTS) as SecurityEventKind[]

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
