import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { count, instant } from '../fields.ts'
import { signedByPasskey } from './passkeys.ts'

/** How long after a login or a confirmation no call asks for a confirmation. */
export const CONFIRMED_MINUTES = 10

const password = z.string().max(MAX_LENGTH.password, 'The current password is not correct')

const loggedIn = z.object({
  /** Names the session, and opens nothing. */
  id: z.string(),
  /** In words: "Chrome on Android". */
  device: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The session that asks. */
  current: z.boolean(),
})
export type LoggedInSession = z.output<typeof loggedIn>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  auth: 'session',
  summary: 'List the sessions, this one first, then by last use',
  reply: z.object({ data: z.array(loggedIn) }),
})

export const logOutOthers = endpoint({
  method: 'POST',
  path: '/auth/sessions/logout-others',
  auth: 'session',
  summary: 'End all other sessions, and the logins of all counters: their devices and their links',
  reply: z.object({ data: z.object({ ended: count, counters: count }) }),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/:sessionId/end',
  auth: 'session',
  summary: 'End a session; 404 if it has already ended',
  params: z.object({ sessionId: z.string().regex(/^ses_[0-9A-Za-z]{26,32}$/) }),
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/user/confirm-identity',
  auth: 'session',
  summary:
    'Confirm your identity with the password, a code from the authenticator app or a passkey; for some minutes, calls no longer return `confirmation_required`',
  body: z
    .object({
      password: password.optional(),
      code: z.string().trim().max(MAX_LENGTH.code, 'The code is not correct').optional(),
      /** To a challenge of a login by passkey. */
      answer: signedByPasskey.optional(),
    })
    .refine(
      ({ password: typed = '', code = '', answer }) => typed !== '' || code !== '' || answer !== undefined,
      {
        path: ['password'],
        message: 'Please enter your current password',
      },
    ),
  reply: z.object({ data: z.object({ confirmedUntil: instant }) }),
  refusals: ['wrong_password', 'wrong_passkey', 'too_many_attempts'],
})

export const totpState = endpoint({
  method: 'GET',
  path: '/auth/totp',
  auth: 'session',
  summary: 'Get whether logins need a code, and whether it is mandatory',
  reply: z.object({
    data: z.object({ on: z.boolean(), required: z.boolean(), recoveryCodesLeft: z.number().int() }),
  }),
})
export type TotpState = z.output<typeof totpState.reply>['data']

export const totpSetup = endpoint({
  method: 'POST',
  path: '/auth/totp/setup',
  auth: 'session',
  summary:
    'Create a secret for an authenticator app, which must be confirmed; needs the password or a recent confirmation of identity',
  body: z.object({
    password: password.optional(),
  }),
  reply: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  refusals: ['confirmation_required', 'totp_on', 'wrong_password', 'too_many_attempts'],
})

export const totpConfirm = endpoint({
  method: 'POST',
  path: '/auth/totp/confirm',
  auth: 'session',
  summary: 'Turn on two-factor login; only this reply shows the recovery codes',
  body: z.object({
    code: z
      .string({ error: 'Enter the code from the app' })
      .trim()
      .min(1, 'Enter the code from the app')
      .max(MAX_LENGTH.code, 'The code must have six digits'),
  }),
  reply: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  refusals: ['totp_on', 'totp_not_begun', 'too_many_attempts'],
})

export const totpDisable = endpoint({
  method: 'POST',
  path: '/auth/totp/disable',
  auth: 'session',
  summary:
    'Turn off two-factor login with the password and a code from the app or a recovery code; if it is already off, this changes nothing',
  body: z.object({
    password: z
      .string({ error: 'Please enter your current password' })
      .min(1, 'Please enter your current password')
      .max(MAX_LENGTH.password, 'The current password is not correct'),
    /** A code of the authenticator app, or a recovery code. */
    code: z.string().trim().max(MAX_LENGTH.code, 'The code is not correct').optional(),
  }),
  refusals: ['wrong_password', 'too_many_attempts'],
})
