import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import { callProvider, type ProviderNetwork, type ProviderReply } from './call-provider.ts'
import { INVALID_RESPONSE } from './connector.ts'

export interface PhonePeClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
}

type TokenError = Extract<ProviderReply, { kind: 'failed' }>
type TokenResult = { readonly token: string } | { readonly error: TokenError }

/** Access tokens for PhonePe's other calls, kept in memory by each process. */
export interface PhonePeTokens {
  /** Returns a token that has not expired. Concurrent calls share one request. */
  get(client: PhonePeClient): Promise<TokenResult>
  /** Drops a token that PhonePe refused, so that the next `get` requests another one. */
  forget(client: PhonePeClient, token: string): void
}

const TOKENS_MAX = 5_000
/** A token is replaced this long before it expires. */
const MARGIN_MS = 60_000
const LIFE_MS_MAX = 24 * 3_600_000
/** A larger number is milliseconds: as seconds it would be the year 5138. */
const SECONDS_MAX = 100_000_000_000

const time = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/authorization */
const tokenReply = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  issued_at: time.nullish(),
  expires_at: time,
})

const inMs = (at: number): number => (at > SECONDS_MAX ? at : at * 1000)

/** Uses the difference of PhonePe's two times, so that our clocks need not agree. */
const lifeMs = (reply: z.output<typeof tokenReply>, now: Date): number => {
  const from = reply.issued_at ? inMs(reply.issued_at) : now.getTime()
  return Math.min(Math.max(inMs(reply.expires_at) - from, 0), LIFE_MS_MAX)
}

export const createPhonePeTokens = (
  network: ProviderNetwork,
  url: string,
  clock: Pick<Clock, 'now'>,
): PhonePeTokens => {
  const tokens = new Map<string, { token: string; freshUntil: number }>()
  const requests = new Map<string, Promise<TokenResult>>()
  /** Keeps the secret itself out of the map's keys. */
  const keyOf = (client: PhonePeClient): string =>
    sha256(JSON.stringify([client.clientId, client.clientVersion, client.clientSecret])).toString('base64')

  const request = async (client: PhonePeClient, key: string): Promise<TokenResult> => {
    const requestedAt = clock.now()
    const reply = await callProvider(network, {
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: client.clientId,
        client_version: client.clientVersion,
        client_secret: client.clientSecret,
        grant_type: 'client_credentials',
      }).toString(),
    })
    if (reply.kind === 'failed')
      return { error: reply.error.kind === 'credentials' ? refused(reply.status) : reply }
    const parsed = tokenReply.safeParse(reply.json)
    if (!parsed.success) return { error: reply.status >= 400 ? refused(reply.status) : noToken(reply.status) }
    const life = lifeMs(parsed.data, requestedAt)
    const token = parsed.data.access_token
    const [oldest] = tokens.keys()
    if (tokens.size >= TOKENS_MAX && oldest !== undefined) tokens.delete(oldest)
    tokens.set(key, { token, freshUntil: requestedAt.getTime() + life - Math.min(MARGIN_MS, life / 2) })
    return { token }
  }

  return {
    get(client) {
      const key = keyOf(client)
      const known = tokens.get(key)
      if (known !== undefined && known.freshUntil > clock.now().getTime())
        return Promise.resolve({ token: known.token })
      const running = requests.get(key)
      if (running !== undefined) return running
      const started = request(client, key).finally(() => requests.delete(key))
      requests.set(key, started)
      return started
    },
    forget(client, token) {
      const key = keyOf(client)
      if (tokens.get(key)?.token === token) tokens.delete(key)
    },
  }
}

const refused = (status: number | null): TokenError => ({
  kind: 'failed',
  error: { kind: 'credentials', retryAfterSeconds: null },
  message: 'PhonePe refused the client ID, the client secret or the client version',
  status,
})

const noToken = (status: number): TokenError => ({
  kind: 'failed',
  error: INVALID_RESPONSE,
  message: 'PhonePe gave a token in a form that it does not document',
  status,
})
