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
  summary: 'Create the operator with the link from the first start; 404 if there is an operator',
  body: firstOperator.extend({
    token: z.string({ error: LINK_INCOMPLETE }).min(1, LINK_INCOMPLETE).max(200),
  }),
  refusals: ['foreign_origin', 'setup_link_used', 'email_taken', 'too_many_attempts', 'not_found'],
})

export const setupState = endpoint({
  method: 'GET',
  path: '/setup',
  auth: 'public',
  summary: 'Check whether the operator still has to be created; 404 if there is one',
  refusals: ['not_found'],
})

export const addressProof = endpoint({
  method: 'GET',
  path: '/address-check/:nonce',
  auth: 'public',
  summary: 'Prove that this installation is reached at an address; only it can compute the reply',
  params: z.object({ nonce: z.string().regex(/^[\w-]{22,64}$/) }),
  reply: z.object({ data: z.object({ proof: z.string() }) }),
})

/** What a check found: nothing, or a sentence that says what to do. */
const finding = z.object({ problem: z.string().nullable() })

export const checkAddress = endpoint({
  method: 'POST',
  path: '/operator/check-address',
  auth: 'operator',
  summary: 'Call this installation through its public address',
  reply: z.object({ data: finding.extend({ address: z.string() }) }),
  refusals: ['too_many_requests'],
})

export const testMail = endpoint({
  method: 'POST',
  path: '/operator/test-mail',
  auth: 'operator',
  summary: "Send a test e-mail to the operator's address",
  reply: z.object({ data: finding.extend({ to: z.string(), sentBy: z.enum(['smtp', 'files']) }) }),
  refusals: ['too_many_requests'],
})

/** Who uses this installation: the shop of the person who runs it, or other merchants. */
const hosting = z.enum(['own_shop', 'merchants'])
export type Hosting = z.output<typeof hosting>

export const readHosting = endpoint({
  method: 'GET',
  path: '/operator/hosting',
  auth: 'operator',
  summary: 'Get who uses this installation; null before the operator has said',
  reply: z.object({ data: z.object({ hosting: hosting.nullable() }) }),
})

export const chooseHosting = endpoint({
  method: 'POST',
  path: '/operator/hosting',
  auth: 'operator',
  summary:
    'Say who uses this installation; one shop of its own has no plans, quota and KYC, and nobody else can register',
  body: z.object({ hosting }),
  reply: z.object({ data: z.object({ hosting }) }),
  refusals: ['many_shops'],
})
