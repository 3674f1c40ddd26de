import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { monotonicMs } from './clock.ts'
import { isPublicAddress } from './public-address.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** To resolve the name and to connect. */
  readonly connectTimeoutMs: number
  readonly totalTimeoutMs: number
  /** What is beyond is not read. */
  readonly maxResponseBytes: number
  /** Development and the operator's own provider hosts: private addresses and any port. */
  readonly allowPrivate: boolean
}

/** Why there is no answer; a word that may be shown to the merchant. */
export type OutgoingError =
  | 'bad_url'
  | 'private_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'connection_lost'
  | 'busy'

export type OutgoingReply =
  | {
      readonly status: number
      /** In lower case; a header that came twice is joined with commas. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly durationMs: number
      readonly error?: undefined
    }
  | { readonly error: OutgoingError; readonly durationMs: number }

/** Web ports; anything else would make us a scanner of other people's networks. */
const PORTS = new Set(['', '80', '443', '8080', '8443'])
const URL_CHARACTERS_MAX = 2_048
const HEADERS_BYTES_MAX = 16 * 1024
/** More than notifications may use at once, so that who asks a provider finds a place whatever receivers do. */
const CONNECTIONS_MAX = 1_000

class Failed extends Error {
  readonly word: OutgoingError
  constructor(word: OutgoingError) {
    super(word)
    this.word = word
  }
}

let inFlight = 0

/**
 * One request to the outside: no redirects, no connection kept, everything limited. The name is resolved here, each of its
 * addresses is checked, and the connection goes to one that was checked, so a name that changes in between wins nothing.
 */
export const sendHttp = async (outgoing: OutgoingRequest): Promise<OutgoingReply> => {
  const startedMs = monotonicMs()
  const since = (): number => Math.round(monotonicMs() - startedMs)
  if (inFlight >= CONNECTIONS_MAX) return { error: 'busy', durationMs: 0 }
  inFlight += 1
  const timeout = AbortSignal.timeout(outgoing.totalTimeoutMs)
  try {
    const url = checkedUrl(outgoing)
    const addresses = await vettedAddresses(url, outgoing, timeout)
    return { ...(await exchange(url, addresses, outgoing, timeout)), durationMs: since() }
  } catch (error) {
    return { error: timeout.aborted ? 'timed_out' : wordFor(error), durationMs: since() }
  } finally {
    inFlight -= 1
  }
}

const checkedUrl = ({ url: text, allowPrivate }: OutgoingRequest): URL => {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) throw new Failed('bad_url')
  const url = new URL(text)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  if (!web || url.username !== '' || url.password !== '') throw new Failed('bad_url')
  if (!allowPrivate && !PORTS.has(url.port)) throw new Failed('bad_url')
  return url
}

const vettedAddresses = async (
  url: URL,
  { connectTimeoutMs, allowPrivate }: OutgoingRequest,
  timeout: AbortSignal,
): Promise<readonly LookupAddress[]> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const resolving = family === 0 ? lookup(host, { all: true }) : Promise.resolve([{ address: host, family }])
  const limit = AbortSignal.any([timeout, AbortSignal.timeout(connectTimeoutMs)])
  const addresses = await Promise.race([
    resolving.catch(() => Promise.reject(new Failed('dns_failed'))),
    new Promise<never>((_resolve, reject) => {
      limit.addEventListener('abort', () => reject(new Failed('dns_failed')), { once: true })
    }),
  ])
  if (addresses.length === 0) throw new Failed('dns_failed')
  // One private address among public ones is enough to refuse: the resolver, not we, would choose.
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Failed('private_address')
  return addresses
}

const exchange = async (
  url: URL,
  addresses: readonly LookupAddress[],
  outgoing: OutgoingRequest,
  signal: AbortSignal,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> => {
  const agent = new Agent({
    pipelining: 0,
    maxHeaderSize: HEADERS_BYTES_MAX,
    connect: {
      timeout: outgoing.connectTimeoutMs,
      lookup: (_host, options, done) => {
        const [first] = addresses
        if (options.all === true) done(null, [...addresses])
        else done(null, first?.address ?? '', first?.family)
      },
    },
  })
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: outgoing.method,
      headers: { 'accept-encoding': 'identity', ...outgoing.headers },
      body: outgoing.body ?? null,
      signal,
      headersTimeout: outgoing.totalTimeoutMs,
      bodyTimeout: outgoing.totalTimeoutMs,
    })
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name.toLowerCase(),
        [value ?? ''].flat().join(', '),
      ]),
    )
    return {
      status: answer.statusCode,
      headers,
      body: await readAtMost(answer.body, outgoing.maxResponseBytes),
    }
  } finally {
    // Not kept: the next attempt resolves and checks the name anew.
    void agent.destroy()
  }
}

const readAtMost = async (stream: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= bytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

const wordFor = (error: unknown): OutgoingError => {
  if (error instanceof Failed) return error.word
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timed_out'
  if (/CERT|SSL|TLS|ISSUER|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls_failed'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES/.test(code)) return 'connect_failed'
  return 'connection_lost'
}
