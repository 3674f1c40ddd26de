import { z } from 'zod'
import { equalInConstantTime, hmacSha256, type Secrets } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import { type OutgoingError, sendHttp } from '../../platform/http-client/outgoing-http.ts'
import { parseJson } from '../../platform/json.ts'

const CONNECT_TIMEOUT_MS = 5_000
const TOTAL_TIMEOUT_MS = 10_000
const RESPONSE_BYTES_MAX = 4_096
const NONCE_BYTES = 16

/** How a request came in: directly, or through a proxy that TRUST_PROXY names, or through one that it does not name. */
export const ARRIVALS = ['direct', 'known_proxy', 'unknown_proxy'] as const
export type Arrival = (typeof ARRIVALS)[number]

/** Only an installation with the same data key can compute it, so a stranger's server at the address is noticed. */
export const proofOf = (secrets: Secrets, nonce: string, arrival: Arrival): string =>
  hmacSha256(secrets.subkey('address check'), `${nonce}\n${arrival}`).toString('base64url')

/** `addresses`: the caller's and those of the proxies that are trusted, as Fastify lists them. */
export const arrivalOf = (
  headers: Readonly<Record<string, unknown>>,
  addresses: readonly string[] | undefined,
): Arrival => {
  if (headers['x-forwarded-for'] === undefined) return 'direct'
  return (addresses?.length ?? 0) > 1 ? 'known_proxy' : 'unknown_proxy'
}

const PROBLEMS: Readonly<Record<OutgoingError, string>> = {
  bad_url: 'PUBLIC_URL cannot be called.',
  private_address: 'PUBLIC_URL cannot be called.',
  dns_failed: 'Its host name is not known to the DNS. Add an A or AAAA record that points to your proxy.',
  connect_failed: 'Nothing listens there. Start Galla and its proxy, and open the port in the firewall.',
  tls_failed: 'Its certificate is not valid. Renew it, or add the missing intermediate certificate.',
  timed_out: 'It does not respond within 10 s. Check the firewall and the proxy.',
  connection_lost: 'The connection broke off. Check the log of the proxy.',
  busy: 'Too many calls are under way. Try again.',
}

const ELSEWHERE = 'Another program responds there. Point the DNS record and the proxy to this installation.'
const UNKNOWN_PROXY =
  'A proxy is in front of Galla that TRUST_PROXY does not name, so all visitors count as one address. Set TRUST_PROXY to its address.'

const reply = z.object({ data: z.object({ proof: z.string().max(100) }) })

/**
 * Calls this installation through its public address, from this machine. Returns a sentence that says what to do, or null when it works.
 */
export const findAddressProblem = async (
  { ids, secrets }: Pick<Platform, 'ids' | 'secrets'>,
  publicUrl: URL,
): Promise<string | null> => {
  const nonce = ids.token(NONCE_BYTES)
  const outcome = await sendHttp({
    url: new URL(`/api/v1/address-check/${nonce}`, publicUrl).href,
    method: 'GET',
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxResponseBytes: RESPONSE_BYTES_MAX,
    // The operator set it; on one machine or behind a router it resolves to a private address.
    allowPrivate: true,
  })
  if (outcome.error !== undefined) return PROBLEMS[outcome.error]
  const arrival = arrivalIn(outcome.body.toString('utf8'), secrets, nonce)
  if (arrival === undefined) return ELSEWHERE
  return arrival === 'unknown_proxy' ? UNKNOWN_PROXY : null
}

const arrivalIn = (body: string, secrets: Secrets, nonce: string): Arrival | undefined => {
  const parsed = reply.safeParse(parseJson(body))
  if (!parsed.success) return undefined
  const { proof } = parsed.data.data
  return ARRIVALS.find((arrival) => equalInConstantTime(proof, proofOf(secrets, nonce, arrival)))
}
