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
  summary: 'The new e-mail address that waits to be confirmed; null without one',
  reply: z.object({ data: emailChange.nullable() }),
})

export const resendEmailChange = endpoint({
  method: 'POST',
  path: '/user/email-change/resend',
  auth: 'session',
  summary: 'Mail the link that confirms the new address again; the previous link stops working',
  refusals: ['no_email_change', 'too_many_requests'],
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/user/email-change/cancel',
  auth: 'session',
  summary: 'Keep the e-mail address as it is; without a change under way nothing happens',
})

const token = z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200)

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  auth: 'public',
  summary: 'Change the e-mail address by the link mailed to the new one',
  body: z.object({ token }),
  refusals: ['foreign_origin', 'email_link_used', 'email_taken', 'too_many_attempts'],
})

export const restoreEmail = endpoint({
  method: 'POST',
  path: '/auth/restore-email',
  auth: 'public',
  summary:
    'Take an account back by the link mailed to the address that it had, for 72 hours after the change: restores the address, sets a new password, ends all sessions, turns off a second factor set up since 72 hours before the change',
  body: z.object({ token, password: newPassword('Password is required') }),
  refusals: ['foreign_origin', 'email_link_used', 'too_many_attempts'],
})
