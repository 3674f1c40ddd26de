import { isIP } from 'node:net'
import { SCOPES_OF_CALL } from '@galla/contract/api-keys/key-scopes'
import { CHANGES } from '@galla/contract/auth/activity'
import { restoreEmail } from '@galla/contract/auth/email-change'
import {
  confirmIdentity,
  endSession,
  logOutOthers,
  totpConfirm,
  totpDisable,
  totpSetup,
  totpState,
} from '@galla/contract/auth/login-security'
import {
  login,
  logout,
  resetPassword,
  session as sessionCall,
  updateProfile,
} from '@galla/contract/auth/merchants'
import { logInByPasskey, removePasskey } from '@galla/contract/auth/passkeys'
import { isOfLogin, mayCall } from '@galla/contract/auth/roles'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { API_BURST_SECONDS } from '@galla/contract/limits'
import { createOrder } from '@galla/contract/orders/orders'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordCall } from '../auth/security-events/record-security-event.ts'
import { clientOfRequest } from '../auth/sessions/client-of-request.ts'
import { findSession } from '../auth/sessions/find-session.ts'
import { createRememberedOperators } from '../auth/sessions/remembered-operators.ts'
import { cookieNames, readCookie } from '../auth/sessions/session-cookie.ts'
import { assertConfirmed } from '../auth/two-factor/confirm-identity.ts'
import type { KeyNeed, SessionCaller } from '../merchants/caller.ts'
import { waitRealMs } from '../platform/clock.ts'
import { equalInConstantTime } from '../platform/crypto/crypto.ts'
import { withinShare } from '../platform/database/connection-shares.ts'
import type { Platform } from '../platform/feature.ts'
import { API_BASE, type Authenticate } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import { isRecord } from '../platform/json.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { type AuthenticateKeyDeps, createKeyAuthentication } from './authenticate-key.ts'

export interface AuthenticatorDeps extends AuthenticateKeyDeps, Pick<Platform, 'ids' | 'log'> {
  readonly settings: Pick<Settings, 'sandbox' | 'publicUrl' | 'apiRatePerSecond' | 'production'>
}

/** Longer than any of our keys; longer texts would only cost memory. */
const KEY_CHARS_MAX = 80

/** The limit per session, and for all sessions of a merchant: more than any number of open dashboards needs. */
export const SESSION_CALLS = { perSecond: 50, burst: 1_500 }

/** The lines that one kind of call of a merchant may add to the activity. */
const RECORDED_CALLS = { perSecond: 1, burst: 300 }

/** Calls of sessions under way. More of one merchant are refused before they did anything. */
const SESSION_CALLS_AT_ONCE = {
  atOnceMax: 5_000,
  atOncePerKeyMax: 100,
  waitingPerKeyMax: 0,
  waitingMax: 0,
  retryAfterSeconds: 1,
}

/**
 * The connections to the database that these calls hold: a merchant with slow lists leaves some to other merchants, and all merchants
 * together leave four of ten to create-order, the payment pages and the sweeps. The calls that wait are bounded above.
 */
const SESSION_CONNECTIONS = {
  atOnceMax: 6,
  atOncePerKeyMax: 3,
  waitingPerKeyMax: Number.POSITIVE_INFINITY,
  waitingMax: Number.POSITIVE_INFINITY,
  retryAfterSeconds: 1,
}

/** Searches and long pages, each of which may keep a processor busy for a second. */
const LONG_LISTS = { ...SESSION_CONNECTIONS, atOnceMax: 2, atOncePerKeyMax: 1 }
const LONG_ROWS = 100

/** Every list that can be searched, or asked for `all` of its rows, calls these so. */
const isLongList = (query: unknown): boolean => {
  if (!isRecord(query)) return false
  const { search, limit } = query
  return (typeof search === 'string' && search !== '') || (typeof limit === 'number' && limit > LONG_ROWS)
}

const takeCall = (rate: RateLimit, key: string): void => {
  const { allowed, retryAfterSeconds } = rate.take(key)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}

export interface Authenticators extends Authenticate {
  /** An operator, also while the database is away: then by a session that was lately found in it. For calls without a merchant's data. */
  operatorLately(request: FastifyRequest): Promise<SessionCaller>
  /** Called before the routes are added. */
  forgetEndedSessions(http: FastifyInstance): void
  /** Returns the hash of the key in a request, valid or not; undefined when it is not a key. */
  keyHashOf(request: FastifyRequest): Uint8Array | undefined
  /** True when this process has seen the key as a real one, current or ended. */
  isKnownKey(keyHash: Uint8Array): boolean
  recordUsedKeys(): Promise<void>
}

/** Creates the authentication that every endpoint uses. */
export const createAuthenticators = (deps: AuthenticatorDeps): Authenticators => {
  const names = cookieNames(deps.settings.publicUrl)
  const keys = createKeyAuthentication(deps)
  const perSecond = deps.settings.apiRatePerSecond
  const rate = createRateLimit({ clock: deps.clock, perSecond, burst: perSecond * API_BURST_SECONDS })
  const sessionRate = createRateLimit({ clock: deps.clock, ...SESSION_CALLS })
  const calls = createFairQueue(SESSION_CALLS_AT_ONCE)
  const connections = createFairQueue(SESSION_CONNECTIONS)
  const longLists = createFairQueue(LONG_LISTS)
  const remembered = createRememberedOperators(deps.clock)
  const personOf = new WeakMap<FastifyRequest, string>()
  const tokenOf = (request: FastifyRequest) => readCookie(request.headers.cookie, names.session)
  const session = async (request: FastifyRequest): Promise<SessionCaller> => {
    const token = tokenOf(request)
    const mark = remembered.mark()
    // The session's limit first, before any look-up, then the merchant's, who may have many sessions.
    if (token !== undefined) takeCall(sessionRate, token)
    const caller = await findSession(deps, token, clientOfRequest(request))
    if (caller === undefined) throw new Refusal('not_logged_in')
    personOf.set(request, caller.personId)
    takeCall(sessionRate, caller.merchantId)
    if (!caller.hasSecondFactor && deps.settings.production && !isForSetUp(request))
      throw new Refusal('totp_setup_required')
    assertAllowed(caller, request)
    if (caller.role === 'operator' && !isForSetUp(request)) remembered.add(caller, mark)
    return caller
  }
  const operator = async (request: FastifyRequest): Promise<SessionCaller> => {
    const caller = await session(request)
    if (caller.role !== 'operator') throw new Refusal('forbidden')
    return caller
  }
  return {
    session,
    operator,
    async operatorLately(request) {
      const asked = operator(request)
      const answer = Promise.race([asked, waitRealMs(DATABASE_MS_MAX)]).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'overloaded') throw error
      })
      return (await answer) ?? remembered.find(tokenOf(request) ?? '') ?? asked
    },
    forgetEndedSessions: (http) =>
      http.addHook('onRoute', (route) => {
        if (!ENDING_SESSIONS.has(route.url)) return
        route.onSend = async (request, reply) => {
          remembered.forget(personOf.get(request) ?? remembered.find(tokenOf(request) ?? '')?.personId)
          if (ENDING_BY_MAIL.has(route.url) && reply.statusCode < 400) remembered.forgetAll()
        }
      }),
    key: async (request) => keys.authenticateKey(sentKeyOf(request), needOf(request), addressOf(request)),
    assertConfirmed: (caller) => assertConfirmed(caller, deps.clock.now()),
    inTurn: ({ merchantId }, query, work) =>
      calls.run(merchantId, () => {
        const share = () => withinShare(connections, merchantId, work)
        return isLongList(query) ? longLists.run(merchantId, share) : share()
      }),
    recordCall: createCallRecord(deps),
    limitKey(request, reply) {
      const text = keyTextOf(request)
      // The buckets are bounded, so even an invalid key may have one: it is refused next, without a look-up.
      if (text !== undefined && text.length <= KEY_CHARS_MAX) assertWithinRate(rate, text, reply)
    },
    keyHashOf(request) {
      try {
        return keys.carriedKey(keyTextOf(request), null).keyHash
      } catch (refusal) {
        if (refusal instanceof Refusal) return undefined
        throw refusal
      }
    },
    isKnownKey: keys.isKnown,
    recordUsedKeys: keys.recordUsedKeys,
  }
}

const createCallRecord = (deps: AuthenticatorDeps): Authenticate['recordCall'] => {
  const rate = createRateLimit({ clock: deps.clock, ...RECORDED_CALLS })
  return async (caller, request) => {
    const call = callOf(request)
    if (!(call in CHANGES)) return
    // What a person does with their own login is written in its account, as its security events are.
    const merchantId = isOfLogin(call) ? caller.personId : caller.merchantId
    // A flood of one call hides no other.
    if (!rate.take(`${merchantId} ${call}`).allowed) return
    const subject = Object.values(request.params as Record<string, string>).join(' ')
    // The call has succeeded: its answer must say so.
    await recordCall(deps, { ...caller, merchantId }, call, subject).catch((error: unknown) =>
      deps.log.error('a call could not be recorded', { error }),
    )
  }
}

/** The role of a session is checked here and nowhere else, by the table of the contract. */
const assertAllowed = ({ role, mode }: SessionCaller, request: FastifyRequest) => {
  if (!mayCall(role, mode, callOf(request))) throw new Refusal('forbidden')
}

const callOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string =>
  `${method === 'HEAD' ? 'GET' : method} ${url.slice(API_BASE.length)}`

/** The calls that an operator may make before setting up the second factor: those that the set-up needs. */
const SET_UP_PATHS = new Set(
  [sessionCall, totpState, totpSetup, totpConfirm, confirmIdentity].map(({ path }) => API_BASE + path),
)

const ENDING_BY_MAIL = new Set([resetPassword, restoreEmail].map(({ path }) => API_BASE + path))
const ENDING_SESSIONS = new Set([
  ...ENDING_BY_MAIL,
  ...[
    ...[login, logInByPasskey, logout, logOutOthers, endSession, removePasskey],
    ...[updateProfile, totpConfirm, totpDisable],
  ].map(({ path }) => API_BASE + path),
])

/** After this, a call that can do without the database does. */
const DATABASE_MS_MAX = 500

const isForSetUp = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => SET_UP_PATHS.has(url)

/** A new operator usually sees one of these first. */
const NO_KEY = 'The API key is missing: send it in the header "Authorization: Bearer key_..."'
const NO_BEARER = 'Send the API key as "Authorization: Bearer key_..."'

const sentKeyOf = (request: FastifyRequest): string => {
  const text = keyTextOf(request)
  if (text === undefined) throw new Refusal('bad_key', { msg: NO_KEY })
  return text
}

/** Reads the key from the header or the body; if it is in both, they must be the same. */
const keyTextOf = (request: FastifyRequest): string | undefined => {
  const { authorization } = request.headers
  const bearer =
    authorization === undefined ? undefined : /^Bearer +(\S{1,200})$/i.exec(authorization.trim())?.[1]
  // Another scheme, or an empty value, is a wrong key, not a missing one.
  if (authorization !== undefined && bearer === undefined) throw new Refusal('bad_key', { msg: NO_BEARER })
  const { body } = request
  const sent = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined
  if (sent === undefined) return bearer
  if (typeof sent !== 'string') throw new Refusal('bad_key')
  if (bearer !== undefined && !equalInConstantTime(bearer, sent)) throw new Refusal('bad_key')
  return sent
}

const CREATIONS = new Set([
  API_BASE + createOrder.path,
  DIALECT_PATHS.ekqrCreate,
  DIALECT_PATHS.ekqrCreateV2,
  DIALECT_PATHS.cutepeCreate,
])

const needOf = ({ routeOptions: { url = '' } }: FastifyRequest): KeyNeed => {
  const scopes = SCOPES_OF_CALL[url]
  if (scopes === undefined) throw new Error(`no scope is named for ${url}`)
  return { scopes, isCreation: CREATIONS.has(url) }
}

/** Returns the caller's address in a form that PostgreSQL reads; behind a trusted proxy, the address that the proxy reports. */
export const addressOf = ({ ip }: FastifyRequest): string | null => {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '')
  return isIP(bare) === 0 ? null : bare
}
