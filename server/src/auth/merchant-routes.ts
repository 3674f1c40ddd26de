import {
  chooseLanguage as chooseLanguageCall,
  forgotPassword as forgotPasswordCall,
  login,
  logout,
  RESET_LINK_SENT,
  rememberSession as rememberSessionCall,
  resetPassword as resetPasswordCall,
  session,
  updateProfile as updateProfileCall,
} from '@galla/contract/auth/merchants'
import {
  beginPasskeyLogin as beginPasskeyLoginCall,
  logInByPasskey as logInByPasskeyCall,
} from '@galla/contract/auth/passkeys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inOwnAccount } from '../merchants/caller.ts'
import { addressKey } from '../merchants/limit-attempts.ts'
import { userOf } from '../merchants/merchant.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import type { Settings } from '../platform/settings.ts'
import { DEVICE_SECONDS } from './devices/known-device.ts'
import { type LoggedIn, type LogIn, type LogInDeps, logIn, logOut } from './log-in.ts'
import { beginPasskeyLogin, logInByPasskey } from './passkeys/log-in-by-passkey.ts'
import { type ForgotPasswordDeps, forgotPassword } from './password/forgot-password.ts'
import { type ResetPasswordDeps, resetPassword } from './password/reset-password.ts'
import { clientOfRequest } from './sessions/client-of-request.ts'
import { rememberSession } from './sessions/remember-session.ts'
import { cookieNames, readCookie, writeCookie } from './sessions/session-cookie.ts'
import { REMEMBER_SECONDS } from './sessions/session-expiry.ts'
import { describeUser } from './team/switch-shop.ts'
import { chooseLanguage, updateProfile } from './update-profile.ts'

export interface MerchantRouteDeps extends LogInDeps, ForgotPasswordDeps, ResetPasswordDeps {
  readonly addJob: ForgotPasswordDeps['addJob'] & ResetPasswordDeps['addJob']
  readonly settings: Pick<Settings, 'sandbox' | 'publicUrl' | 'refuseCommonPasswords'>
}

/** Limits concurrent logins per address and in total, so that a flood of logins does not reach the database at once. */
const LOGINS = {
  atOnceMax: 32,
  atOncePerKeyMax: 8,
  waitingMax: 512,
  waitingPerKeyMax: 32,
  retryAfterSeconds: 2,
}

export const merchantRoutes = (app: FastifyInstance, deps: MerchantRouteDeps): void => {
  const names = cookieNames(deps.settings.publicUrl)
  const logins = createFairQueue(LOGINS)
  const cookie = (request: FastifyRequest, name: string) => readCookie(request.headers.cookie, name)

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    logInFrom: (from: Omit<LogIn, 'email' | 'password' | 'code'>) => Promise<LoggedIn>,
  ) => {
    const from = {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      oldToken: cookie(request, names.session),
      device: cookie(request, names.device),
    }
    const { merchant, mode, token, device } = await logins.run(addressKey(request.ip), () => logInFrom(from))
    reply.header('set-cookie', [
      writeCookie(names.session, token, names.secure, undefined),
      writeCookie(names.device, device, names.secure, DEVICE_SECONDS),
    ])
    return { msg: 'Logged in successfully', data: userOf(merchant, mode) }
  }

  bind(app, login, { sameOrigin: true }, ({ body, request, reply }) =>
    enter(request, reply, (from) => logIn(deps, { ...body, code: body.code, ...from })),
  )

  bind(app, beginPasskeyLoginCall, { sameOrigin: true }, async ({ request }) => ({
    data: await beginPasskeyLogin(deps, request.ip),
  }))

  bind(app, logInByPasskeyCall, { sameOrigin: true }, ({ body, request, reply }) =>
    enter(request, reply, (from) => logInByPasskey(deps, body, from)),
  )

  bind(app, rememberSessionCall, async ({ caller, request, reply }) => {
    await rememberSession(deps, inOwnAccount(caller))
    const token = cookie(request, names.session) ?? ''
    reply.header('set-cookie', writeCookie(names.session, token, names.secure, REMEMBER_SECONDS))
    return { msg: 'This device stays logged in' }
  })

  bind(app, logout, { sameOrigin: true }, async ({ request, reply }) => {
    await logOut(deps, cookie(request, names.session))
    reply.header('set-cookie', writeCookie(names.session, '', names.secure, 0))
    return { msg: 'Logged out successfully' }
  })

  bind(app, forgotPasswordCall, { sameOrigin: true }, async ({ body, request }) => {
    await forgotPassword(deps, body.email, request.ip)
    return { msg: RESET_LINK_SENT }
  })

  bind(app, resetPasswordCall, { sameOrigin: true }, async ({ body, request }) => {
    await resetPassword(deps, body, clientOfRequest(request))
    return { msg: 'Your password was changed. Please log in.' }
  })

  bind(app, session, async ({ caller }) => ({
    data: await describeUser(deps, caller),
  }))

  bind(app, chooseLanguageCall, async ({ body, caller }) => {
    await chooseLanguage(deps, caller, body.language)
    return { msg: 'E-mails to you are in this language' }
  })

  bind(app, updateProfileCall, async ({ body, caller }) => {
    await updateProfile(deps, inOwnAccount(caller), body)
    return { msg: 'Profile updated successfully', data: await describeUser(deps, caller) }
  })
}
