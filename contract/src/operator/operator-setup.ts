import { z } from 'zod'
import { newPassword } from '../auth/merchants.ts'
import { endpoint } from '../endpoint.ts'
import { email } from '../fields.ts'

const LINK_INCOMPLETE = 'The link is not complete'

/** The operator's login, as the setup page asks for it. */
export const firstOperator = z.object({
  email: email('Email is required'),
  password: newPassword('Password is required'),
})

export const setUpOperator = endpoint({
  method: 'POST',
  path: '/setup',
  auth: 'public',
  summary: 'Create the operator with the link that the first start printed; not found once there is one',
  body: firstOperator.extend({
    token: z.string({ error: LINK_INCOMPLETE }).min(1, LINK_INCOMPLETE).max(200),
  }),
  refusals: ['foreign_origin', 'setup_link_used', 'email_taken', 'too_many_attempts', 'not_found'],
})

export const setupState = endpoint({
  method: 'GET',
  path: '/setup',
  auth: 'public',
  summary: 'Whether there is no operator yet; not found once there is one',
  refusals: ['not_found'],
})

export const addressProof = endpoint({
  method: 'GET',
  path: '/address-check/:nonce',
  auth: 'public',
  summary: 'Proves that this installation answers at an address: only it can compute the reply',
  params: z.object({ nonce: z.string().regex(/^[\w-]{22,64}$/) }),
  reply: z.object({ data: z.object({ proof: z.string() }) }),
})

/** What a check found: nothing, or a sentence that says what to do. */
const finding = z.object({ problem: z.string().nullable() })

export const checkAddress = endpoint({
  method: 'POST',
  path: '/operator/check-address',
  auth: 'operator',
  summary: 'Calls this installation through its public address',
  reply: z.object({ data: finding.extend({ address: z.string() }) }),
  refusals: ['too_many_requests'],
})

export const testMail = endpoint({
  method: 'POST',
  path: '/operator/test-mail',
  auth: 'operator',
  summary: "Sends a mail to the operator's address at once",
  reply: z.object({ data: finding.extend({ to: z.string(), sentBy: z.enum(['smtp', 'files']) }) }),
  refusals: ['too_many_requests'],
})
