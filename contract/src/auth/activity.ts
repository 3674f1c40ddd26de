import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant, istDate, nextCursor, pageByCursor } from '../fields.ts'
import { MODES } from '../orders/order-status.ts'
import { SESSION_ROLES } from './roles.ts'
import { SECURITY_EVENTS } from './security-events.ts'

/** What the calls of a session change: each success is a line of the activity. Calls that record a security event are not here. */
export const CHANGES: Readonly<Record<string, string>> = {
  'POST /user/update-profile': 'Profile changed',
  'POST /user/team/invitations/:id/cancel': 'Invitation cancelled',

  'POST /user/kyc': 'KYC documents sent',
  'POST /user/billing-details': 'Billing details changed',
  'POST /user/new-subscription': 'Plan bought',
  'POST /user/accounting': 'Accounting settings changed',
  'POST /user/closing/mail': 'Email of the daily closing turned on or off',
  'POST /user/page-look': 'Look of the payment page changed',

  'POST /user/test-alert': 'Test message sent',
  'POST /user/notices/browsers': 'Browser added for notifications',
  'POST /user/notices/telegram-link': 'Link for Telegram made',
  'POST /user/notices/targets/:id/remove': 'Way of notifications removed',
  'POST /user/notices/choices': 'Choice of notifications changed',

  'POST /user/api-key-settings': 'Setting of the API key changed',
  'POST /user/webhook-endpoints/:endpointId/pause': 'Webhook paused or resumed',
  'POST /user/resume-webhook': 'Webhook paused or resumed',
  'POST /user/test-webhook': 'Test webhook sent',
  'POST /user/update-webhook-url': 'Webhook settings saved',
  'POST /user/webhook-deliveries/:id/redeliver': 'Webhook sent again',
  'POST /user/webhook-deliveries/replay': 'Replay of webhooks started',
  'POST /user/webhook-deliveries/replay/stop': 'Replay of webhooks stopped',

  'POST /user/generate-payment-link': 'Payment link made',
  'POST /user/collect': 'Payment collected at the counter',
  'POST /user/transactions/:orderId/notes': 'Note written on an order',
  'POST /user/transactions/:orderId/confirm': 'Payment of an order confirmed',
  'POST /user/alerts/:alertId/credit': 'Payment recorded from a message',
  'POST /user/alerts/:alertId/dismiss': 'Message dismissed',
  'POST /user/claims/:orderId/:utr/dismiss': 'Claim of a customer dismissed',
  'POST /user/credits/:creditId/accept': 'Payment accepted',
  'POST /user/credits/:creditId/assign': 'Payment assigned to an order',
  'POST /user/credits/:creditId/ignore': 'Payment marked as not for an order',
  'POST /user/credits/:creditId/join': 'Payments joined',
  'POST /user/credits/:creditId/note': 'Note written on a payment',
  'POST /user/credits/:creditId/repeat': 'Repeated message decided',
  'POST /user/credits/:creditId/refunded': 'Refund recorded',
  'POST /user/credits/:creditId/provider-refunds': 'Refund by the provider started',
  'POST /user/credits/:creditId/refunds': 'Refund recorded',
  'POST /user/refunds/:refundId/debit': 'Debit of a refund chosen',
  'POST /user/refunds/:refundId/end': 'Refund ended',
  'POST /user/refunds/:refundId/sent': 'Refund marked as sent',
  'POST /user/statements': 'Bank statement uploaded',
  'POST /user/statements/:id/confirm': 'Bank statement imported',
  'POST /user/unknown-reversals/seen': 'Reversal marked as seen',
  'POST /user/reusable-links': 'Reusable link made',
  'PUT /user/reusable-links/:code': 'Reusable link changed',
  'POST /user/customer-data/notice': 'Notice to customers changed',
  'POST /user/customer-data/find': 'Customer looked up',
  'POST /user/counters/:counterId/close': 'Counter closed',
}

/** What a line of the activity is about: a security event or a call, each with its words. */
export const ACTIVITY: Readonly<Record<string, string>> = { ...SECURITY_EVENTS, ...CHANGES }

const activity = z.object({
  id: z.string(),
  at: instant,
  /** A key of `ACTIVITY`. */
  kind: z.string(),
  /** Null where no session did it: a link of an e-mail, failed logins. */
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  role: z.enum(SESSION_ROLES).nullable(),
  /** What was changed: an id, the name of a key, an address. */
  subject: z.string(),
  network: z.string(),
  device: z.string(),
  mode: z.enum(MODES).nullable(),
})
export type Activity = z.output<typeof activity>

const filter = {
  person: z.string().max(40).optional(),
  /** What happened, in the words of `ACTIVITY`. */
  what: z.string().max(80).optional(),
  from: istDate.optional(),
  to: istDate.optional(),
  mode: z.enum(MODES).optional(),
}

export const listActivity = endpoint({
  method: 'GET',
  path: '/user/activity',
  auth: 'session',
  summary: 'List who changed what in the shop, and its security events, newest first; kept for a year',
  query: z.object({ ...pageByCursor, ...filter }),
  reply: z.object({ data: z.array(activity), next: nextCursor }),
})

/** Replies with a file; only refusals are JSON. */
export const exportActivity = endpoint({
  method: 'GET',
  path: '/user/activity/export',
  auth: 'session',
  summary: 'Export who changed what in the shop, and its security events',
  query: z.object(filter),
  responseContentTypes: ['text/csv'],
})
