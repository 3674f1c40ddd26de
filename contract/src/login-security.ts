import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, MAX_LENGTH } from './fields.ts'

const loggedIn = z.object({
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
    'A fresh secret for an authenticator app; it counts once it is confirmed. Some minutes after the login the password is asked for',
  body: z.object({
    password: z.string().max(MAX_LENGTH.password, 'The current password is not correct').optional(),
  }),
  reply: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  refusals: ['totp_on', 'wrong_password', 'too_many_attempts'],
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
  summary: 'Turn two-factor login off; when it is off already nothing happens',
  body: z.object({
    password: z
      .string({ error: 'Please enter your current password' })
      .min(1, 'Please enter your current password')
      .max(MAX_LENGTH.password, 'The current password is not correct'),
  }),
  refusals: ['wrong_password', 'too_many_attempts'],
})
