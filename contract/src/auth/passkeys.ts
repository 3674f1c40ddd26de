import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { instant, requiredText } from '../fields.ts'
import { user } from './merchants.ts'

export const PASSKEYS_MAX = 10

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.output<typeof passkey>

/** What WebAuthn takes and gives as JSON. The library of each side reads it; here are only the limits. */
const options = z.looseObject({ challenge: z.string() })
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'This is no answer of a passkey')
    .max(max, 'This is no answer of a passkey')
const answer = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
}
const created = z.object({
  ...answer,
  response: z.object({ clientDataJSON: base64url(4_000), attestationObject: base64url(20_000) }),
})
export const signedByPasskey = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(100).optional(),
  }),
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/auth/passkeys',
  auth: 'session',
  summary: 'List the passkeys of the login, oldest first',
  reply: z.object({ data: z.array(passkey) }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/begin',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Get what the browser needs to create a passkey; works once, for five minutes',
  reply: z.object({ data: options }),
  refusals: ['too_many_passkeys'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Add the passkey that the browser has created',
  body: z.object({ name: requiredText('Please enter a name', MAX_LENGTH.name), answer: created }),
  reply: z.object({ data: z.array(passkey) }),
  refusals: ['wrong_passkey', 'too_many_passkeys'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/:passkeyId/remove',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Remove a passkey: it logs in nobody any more, and the other sessions that it opened end',
  params: z.object({ passkeyId: z.string().max(40) }),
  reply: z.object({ data: z.array(passkey) }),
  refusals: ['not_found'],
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/auth/passkey-login/begin',
  auth: 'public',
  summary: 'Get what the browser needs to log in with a passkey; works once, for five minutes',
  reply: z.object({ data: options }),
  refusals: ['foreign_origin', 'too_many_requests'],
})

export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey-login',
  auth: 'public',
  summary:
    'Log in with a passkey, which stands for the password and the code; the reply sets the session cookie',
  body: z.object({ answer: signedByPasskey }),
  reply: z.object({ data: user }),
  refusals: ['foreign_origin', 'wrong_passkey', 'too_many_attempts'],
})
