import { isIP } from 'node:net'
import { DIALECT_PATHS } from '@galla/contract/dialects'
import { listEvents } from '@galla/contract/events'
import { API_BURST_SECONDS } from '@galla/contract/limits'
import { confirmIdentity, totpConfirm, totpSetup, totpState } from '@galla/contract/login-security'
import { session as sessionCall } from '@galla/contract/merchants'
import { createOrder } from '@galla/contract/orders'
import type { FastifyRequest } from 'fastify'
import { clientOfRequest } from '../auth/sessions/client-of-request.ts'
import { findSession } from '../auth/sessions/find-session.ts'
import { cookieNames, readCookie } from '../auth/sessions/session-cookie.ts'
import { assertConfirmed } from '../auth/two-factor/confirm-identity.ts'
import { needsSecondFactor } from '../auth/two-factor/two-factor.ts'
import type { KeyCaller, KeyNeed, SessionCaller } from '../merchants/caller.ts'
import { equalInConstantTime } from '../platform/crypto/crypto.ts'
import { API_BASE, type Authenticate } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { type AuthenticateKeyDeps, type CarriedKey, createKeyAuthentication } from './authenticate-key.ts'

export interface AuthenticatorDeps extends AuthenticateKeyDeps {
  readonly settings: Pick<Settings, 'sandbox' | 'publicUrl' | 'apiRatePerSecond' | 'production'>
}

/** Longer than any key of ours; what is longer would only cost memory. */
const KEY_CHARS_MAX = 80

/** Of a session, and of all sessions of a merchant: more than any number of open dashboards asks for. */
export const SESSION_CALLS = { perSecond: 50, burst: 1_500 }

const takeCall = (rate: RateLimit, key: string): void => {
  const { allowed, retryAfterSeconds } = rate.take(key)
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}

export interface Authenticators extends Authenticate<SessionCaller, KeyCaller> {
  /** What the key of a request says by itself, without asking whether there is such a key: create-order asks itself. */
  carriedKey(request: FastifyRequest): CarriedKey
  /** What became of a key that is looked up with the work it asks for. */
  noteOutcome(carried: CarriedKey, refusal: unknown): void
  /** The hash of the key that a request came with, whatever became of it; none for what is no key. */
  keyHashOf(request: FastifyRequest): Uint8Array | undefined
  /** Whether this process has met it as a key that somebody has or had. */
  isKnownKey(keyHash: Uint8Array): boolean
  noteUsedKeys(): Promise<void>
}

/** How every endpoint learns who calls. */
export const createAuthenticators = (deps: AuthenticatorDeps): Authenticators => {
  const names = cookieNames(deps.settings.publicUrl)
  const keys = createKeyAuthentication(deps)
  const perSecond = deps.settings.apiRatePerSecond
  const rate = createRateLimit({ clock: deps.clock, perSecond, burst: perSecond * API_BURST_SECONDS })
  const sessionRate = createRateLimit({ clock: deps.clock, ...SESSION_CALLS })
  const session = async (request: FastifyRequest): Promise<SessionCaller> => {
    const token = readCookie(request.headers.cookie, names.session)
    // The session before anything is looked up, then the merchant, who may have any number of sessions.
    if (token !== undefined) takeCall(sessionRate, token)
    const caller = await findSession(deps, token, clientOfRequest(request))
    if (caller === undefined) throw new Refusal('not_logged_in')
    takeCall(sessionRate, caller.merchantId)
    if (!caller.hasSecondFactor && needsSecondFactor(deps.settings, caller.role) && !isOnTheWay(request))
      throw new Refusal('totp_setup_required')
    return caller
  }
  return {
    session,
    async operator(request) {
      const caller = await session(request)
      if (caller.role !== 'operator') throw new Refusal('forbidden')
      return caller
    },
    key: async (request) => keys.authenticateKey(sentKeyOf(request), needOf(request), addressOf(request)),
    assertConfirmed: (caller) => assertConfirmed(caller, deps.clock.now()),
    limitKey(request, reply) {
      const text = keyTextOf(request)
      // The buckets are bounded, so what is no key at all may have one too: it is refused next, without a look-up.
      if (text !== undefined && text.length <= KEY_CHARS_MAX) assertWithinRate(rate, text, reply)
    },
    carriedKey: (request) => keys.carriedKey(sentKeyOf(request), addressOf(request)),
    noteOutcome: keys.noteOutcome,
    keyHashOf(request) {
      try {
        return keys.carriedKey(keyTextOf(request), null).keyHash
      } catch (refusal) {
        if (refusal instanceof Refusal) return undefined
        throw refusal
      }
    },
    isKnownKey: keys.isKnown,
    noteUsedKeys: keys.noteUsedKeys,
  }
}

/** What an operator may call before he has set up his second factor: what he needs to do so. */
const ON_THE_WAY = new Set(
  [sessionCall, totpState, totpSetup, totpConfirm, confirmIdentity].map(({ path }) => API_BASE + path),
)

const isOnTheWay = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => ON_THE_WAY.has(url)

/** Who has only just begun has most often one of these before him. */
const NO_KEY = 'The API key is missing: send it in the header "Authorization: Bearer key_..."'
const NO_BEARER = 'Send the API key as "Authorization: Bearer key_..."'

const sentKeyOf = (request: FastifyRequest): string => {
  const text = keyTextOf(request)
  if (text === undefined) throw new Refusal('bad_key', { msg: NO_KEY })
  return text
}

/** In the header, in the body, or in both: then they are the same. */
const keyTextOf = (request: FastifyRequest): string | undefined => {
  const { authorization } = request.headers
  const bearer =
    authorization === undefined ? undefined : /^Bearer +(\S{1,200})$/i.exec(authorization.trim())?.[1]
  // Another scheme, or nothing after it, is a wrong key, not a missing one.
  if (authorization !== undefined && bearer === undefined) throw new Refusal('bad_key', { msg: NO_BEARER })
  const { body } = request
  const sent = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined
  if (sent === undefined) return bearer
  if (typeof sent !== 'string') throw new Refusal('bad_key')
  if (bearer !== undefined && !equalInConstantTime(bearer, sent)) throw new Refusal('bad_key')
  return sent
}

const NEEDS: Readonly<Record<string, KeyNeed>> = {
  [API_BASE + createOrder.path]: 'create',
  [DIALECT_PATHS.ekqrCreate]: 'create',
  [DIALECT_PATHS.ekqrCreateV2]: 'create',
  [DIALECT_PATHS.cutepeCreate]: 'create',
  [API_BASE + listEvents.path]: 'list',
}

const needOf = ({ routeOptions: { url = '' } }: FastifyRequest): KeyNeed => NEEDS[url] ?? 'read'

/** From where a request came, as PostgreSQL reads an address; behind a trusted proxy, what that says. */
export const addressOf = ({ ip }: FastifyRequest): string | null => {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '')
  return isIP(bare) === 0 ? null : bare
}
