import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { newPassword } from './merchants.ts'

const emailChange = z.object({
  newEmail: z.string(),
  requestedAt: instant,
  /** Until then the mailed link confirms it. */
  expiresAt: instant,
})
export type EmailChange = z.output<typeof emailChange>

export const getEmailChange = endpoint({
  method: 'GET',
  path: '/user/email-change',
  auth: 'session',
  summary: 'Get the new e-mail address that is not confirmed yet; null if there is none',
  reply: z.object({ data: emailChange.nullable() }),
})

export const resendEmailChange = endpoint({
  method: 'POST',
  path: '/user/email-change/resend',
  auth: 'session',
  summary: 'Send the confirmation link for the new address again; the previous link stops working',
  refusals: ['no_email_change', 'too_many_requests'],
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/user/email-change/cancel',
  auth: 'session',
  summary: 'Cancel the e-mail change; without a pending change, this changes nothing',
})

const token = z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200)

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  auth: 'public',
  summary: 'Confirm the e-mail change with the link that was sent to the new address',
  body: z.object({ token }),
  refusals: ['foreign_origin', 'email_link_used', 'email_taken', 'too_many_attempts'],
})

export const restoreEmail = endpoint({
  method: 'POST',
  path: '/auth/restore-email',
  auth: 'public',
  summary:
    'Recover an account with the link that was sent to its previous address, up to 72 hours after the change: restores the address, sets a new password, ends all sessions, and turns off a second factor that was set up in the 72 hours before the change or later',
  body: z.object({ token, password: newPassword('Password is required') }),
  refusals: ['foreign_origin', 'email_link_used', 'too_many_attempts'],
})
