import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import { callProvider, type ProviderNetwork, type ProviderReply } from './call-provider.ts'

export interface PhonePeClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
}

type Trouble = Extract<ProviderReply, { kind: 'trouble' }>
type Asked = { readonly token: string } | { readonly trouble: Trouble }

/** The tokens that PhonePe's other calls need. They live in memory only: another process gets its own. */
export interface PhonePeTokens {
  /** One that has not expired. However many ask at once, PhonePe is asked once. */
  get(client: PhonePeClient): Promise<Asked>
  /** PhonePe refused this token: the next `get` asks for another one. */
  forget(client: PhonePeClient, token: string): void
}

const HELD_MAX = 5_000
/** A token goes out of use this long before its end, so that it doesn't end on the way. */
const MARGIN_MS = 60_000
const LIFE_MS_MAX = 24 * 3_600_000
/** Beyond it a number of seconds would be the year 5138: such times are milliseconds. */
const SECONDS_MAX = 100_000_000_000

const time = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/authorization */
const tokenReply = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  issued_at: time.nullish(),
  expires_at: time,
})

const inMs = (at: number): number => (at > SECONDS_MAX ? at : at * 1000)

/** How long it lives is what PhonePe's two times are apart, so that our clock and theirs need not agree. */
const lifeMs = (reply: z.output<typeof tokenReply>, now: Date): number => {
  const from = reply.issued_at ? inMs(reply.issued_at) : now.getTime()
  return Math.min(Math.max(inMs(reply.expires_at) - from, 0), LIFE_MS_MAX)
}

export const createPhonePeTokens = (
  network: ProviderNetwork,
  url: string,
  clock: Pick<Clock, 'now'>,
): PhonePeTokens => {
  const held = new Map<string, { token: string; freshUntil: number }>()
  const asking = new Map<string, Promise<Asked>>()
  /** The secret itself is no key of a map. */
  const keyOf = (client: PhonePeClient): string =>
    sha256(JSON.stringify([client.clientId, client.clientVersion, client.clientSecret])).toString('base64')

  const ask = async (client: PhonePeClient, key: string): Promise<Asked> => {
    const askedAt = clock.now()
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
    if (reply.kind === 'trouble')
      return { trouble: reply.trouble.kind === 'credentials' ? refused(reply.status) : reply }
    const parsed = tokenReply.safeParse(reply.json)
    if (!parsed.success)
      return { trouble: reply.status >= 400 ? refused(reply.status) : noToken(reply.status) }
    const life = lifeMs(parsed.data, askedAt)
    const token = parsed.data.access_token
    const [oldest] = held.keys()
    if (held.size >= HELD_MAX && oldest !== undefined) held.delete(oldest)
    held.set(key, { token, freshUntil: askedAt.getTime() + life - Math.min(MARGIN_MS, life / 2) })
    return { token }
  }

  return {
    get(client) {
      const key = keyOf(client)
      const known = held.get(key)
      if (known !== undefined && known.freshUntil > clock.now().getTime())
        return Promise.resolve({ token: known.token })
      const running = asking.get(key)
      if (running !== undefined) return running
      const started = ask(client, key).finally(() => asking.delete(key))
      asking.set(key, started)
      return started
    },
    forget(client, token) {
      const key = keyOf(client)
      if (held.get(key)?.token === token) held.delete(key)
    },
  }
}

const refused = (status: number | null): Trouble => ({
  kind: 'trouble',
  trouble: { kind: 'credentials', retryAfterSeconds: null },
  said: 'PhonePe refused the client ID, the client secret or the client version',
  status,
})

const noToken = (status: number): Trouble => ({
  kind: 'trouble',
  trouble: { kind: 'nonsense', retryAfterSeconds: null },
  said: 'PhonePe gave a token in a form that it does not document',
  status,
})
