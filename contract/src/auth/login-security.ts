import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant, MAX_LENGTH } from '../fields.ts'

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
export type LoggedInPlace = z.output<typeof loggedIn>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  auth: 'session',
  summary: 'Where one is logged in, this session first, then the last used',
  reply: z.object({ data: z.array(loggedIn) }),
})

export const logOutOthers = endpoint({
  method: 'POST',
  path: '/auth/sessions/logout-others',
  auth: 'session',
  summary: 'End every other session',
  reply: z.object({ data: z.object({ ended: z.number().int() }) }),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/:sessionId/end',
  auth: 'session',
  summary: 'End one session; 404 when it has ended already',
  params: z.object({ sessionId: z.string().regex(/^ses_[0-9A-Za-z]{26,32}$/) }),
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/user/confirm-identity',
  auth: 'session',
  summary:
    'Prove again who is there, by the password or by a code of the authenticator app; calls that answered `confirmation_required` then work for some minutes',
  body: z
    .object({
      password: password.optional(),
      code: z.string().trim().max(MAX_LENGTH.code, 'The code is not correct').optional(),
    })
    .refine(({ password: typed = '', code = '' }) => typed !== '' || code !== '', {
      path: ['password'],
      message: 'Please enter your current password',
    }),
  reply: z.object({ data: z.object({ confirmedUntil: instant }) }),
  refusals: ['wrong_password', 'too_many_attempts'],
})

export const totpState = endpoint({
  method: 'GET',
  path: '/auth/totp',
  auth: 'session',
  summary: 'Whether logins ask for a code, and must',
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
    'A fresh secret for an authenticator app; it counts once it is confirmed. Takes the password, or a confirmation of the last minutes',
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
  summary: 'Turn two-factor login on; the recovery codes are shown this once',
  body: z.object({
    code: z
      .string({ error: 'Enter the code that the app shows' })
      .trim()
      .min(1, 'Enter the code that the app shows')
      .max(MAX_LENGTH.code, 'A code has six digits'),
  }),
  reply: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  refusals: ['totp_on', 'totp_not_begun', 'too_many_attempts'],
})

export const totpDisable = endpoint({
  method: 'POST',
  path: '/auth/totp/disable',
  auth: 'session',
  summary:
    'Turn two-factor login off by the password and a code of the app or a recovery code; when it is off already nothing happens',
  body: z.object({
    password: z
      .string({ error: 'Please enter your current password' })
      .min(1, 'Please enter your current password')
      .max(MAX_LENGTH.password, 'The current password is not correct'),
    /** Of the authenticator app, or a recovery code. */
    code: z.string().trim().max(MAX_LENGTH.code, 'The code is not correct').optional(),
  }),
  refusals: ['wrong_password', 'too_many_attempts'],
})
