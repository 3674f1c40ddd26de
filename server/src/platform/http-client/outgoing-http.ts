import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Client } from 'undici'
import { monotonicMs, realDeadline } from '../clock.ts'
import { exchangeHttp, type HttpOutcome, type HttpQuestion } from './http-exchange.ts'
import type { KeptConnections } from './kept-connections.ts'
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
  /**
   * Where a connection to this URL is looked for first, and left after a whole answer. Only for requests that may arrive twice:
   * one that finds its kept connection closed is sent once more on a new one. Left out: each request has a connection of its own.
   */
  readonly kept?: KeptConnections
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
const CONNECTIONS_MAX = 1_500

class Failed extends Error {
  readonly word: OutgoingError
  constructor(word: OutgoingError) {
    super(word)
    this.word = word
  }
}

let inFlight = 0

/**
 * One request to the outside: no redirects, everything limited. The name is resolved here, each of its addresses is checked, and
 * the connection goes to one that was checked, so a name that changes in between wins nothing.
 */
export const sendHttp = async (outgoing: OutgoingRequest): Promise<OutgoingReply> => {
  const startedMs = monotonicMs()
  const since = (): number => Math.round(monotonicMs() - startedMs)
  if (inFlight >= CONNECTIONS_MAX) return { error: 'busy', durationMs: 0 }
  inFlight += 1
  const { signal: timeout, stop } = realDeadline(outgoing.totalTimeoutMs)
  try {
    const outcome = await exchange(outgoing, timeout)
    if (outcome.kind === 'lost') throw outcome.error
    const { status, headers, body } = outcome
    return { status, headers, body, durationMs: since() }
  } catch (error) {
    return { error: timeout.aborted ? 'timed_out' : wordFor(error), durationMs: since() }
  } finally {
    stop()
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

/** Has one host, and one connection to an address that was checked. HTTP/1.1, so that it carries one request at a time. */
const openClient = (
  url: URL,
  addresses: readonly LookupAddress[],
  { connectTimeoutMs }: OutgoingRequest,
): Client =>
  new Client(url.origin, {
    allowH2: false,
    maxHeaderSize: HEADERS_BYTES_MAX,
    // Each question has a limit of its own, over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: connectTimeoutMs,
      lookup: (_host, options, done) => {
        const [first] = addresses
        if (options.all === true) done(null, [...addresses])
        else done(null, first?.address ?? '', first?.family)
      },
    },
  })

const exchange = async (outgoing: OutgoingRequest, timeout: AbortSignal): Promise<HttpOutcome> => {
  const url = checkedUrl(outgoing)
  const { kept, allowPrivate } = outgoing
  const place = `${allowPrivate ? 'any' : 'public'} ${url.origin}`
  const question: HttpQuestion = {
    path: url.pathname + url.search,
    method: outgoing.method,
    headers: { 'accept-encoding': 'identity', ...outgoing.headers },
    body: outgoing.body,
    maxResponseBytes: outgoing.maxResponseBytes,
  }
  const ask = async (client: Client, openedMs: number): Promise<HttpOutcome> => {
    const outcome = await exchangeHttp(client, question, timeout)
    const isUsable = outcome.kind === 'answered' && outcome.isWhole && client.stats.connected
    if (kept !== undefined && isUsable) kept.keep(place, { client, openedMs })
    else void client.destroy()
    return outcome
  }
  const known = kept?.take(place)
  if (known !== undefined) {
    const outcome = await ask(known.client, known.openedMs)
    if (timeout.aborted || !closedBeforehand(outcome)) return outcome
  }
  const openedMs = monotonicMs()
  const addresses = await vettedAddresses(url, outgoing, timeout)
  return ask(openClient(url, addresses, outgoing), openedMs)
}

/** Who closes a connection that was idle may do so as we write: that says nothing of what a new one would find. */
const closedBeforehand = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'lost' && !outcome.heard && CLOSED.test(codeOf(outcome.error))

const CLOSED = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const wordFor = (error: unknown): OutgoingError => {
  if (error instanceof Failed) return error.word
  const code = codeOf(error)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timed_out'
  if (/CERT|SSL|TLS|ISSUER|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls_failed'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES/.test(code)) return 'connect_failed'
  return 'connection_lost'
}
