import type { LookupAddress } from 'node:dns'
import { Client } from 'undici'
import { monotonicMs, realDeadline } from '../clock.ts'
import { errorCode } from '../error-code.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { type HttpOutcome, type HttpRequest, sendHttpRequest } from './http-request.ts'
import { AddressError, resolveVettedAddresses } from './vetted-address.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For resolving the host name and for connecting. */
  readonly connectTimeoutMs: number
  readonly totalTimeoutMs: number
  /** The rest is not read. */
  readonly maxResponseBytes: number
  /** Allows private addresses and any port: for development and for provider hosts that the operator set. */
  readonly allowPrivate: boolean
  /**
   * Reuses connections. Only for requests that may arrive twice: if a reused connection turns out to be closed, the request is sent
   * again on a new one. Without a pool each request opens a connection.
   */
  readonly pool?: ConnectionPool
}

/** Why there is no response. Merchants see these codes. */
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
      /** In lower case; repeated headers are joined with commas. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly durationMs: number
      readonly error?: undefined
    }
  | { readonly error: OutgoingError; readonly durationMs: number }

/** Web ports only: other ports would make Galla a network scanner. */
const PORTS = new Set(['', '80', '443', '8080', '8443'])
const URL_CHARACTERS_MAX = 2_048
const HEADERS_BYTES_MAX = 16 * 1024
/** More than webhooks use at once, so that provider calls always find a connection. */
const CONNECTIONS_MAX = 1_500

class HttpFailure extends Error {
  readonly code: OutgoingError
  constructor(code: OutgoingError) {
    super(code)
    this.code = code
  }
}

let inFlight = 0

/**
 * Sends one request to the outside: no redirects, everything limited. It resolves the host name, checks every address, and connects
 * to a checked one, so DNS rebinding cannot reach a private address.
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
    return { error: timeout.aborted ? 'timed_out' : toOutgoingError(error), durationMs: since() }
  } finally {
    stop()
    inFlight -= 1
  }
}

const parseUrl = ({ url: text, allowPrivate }: OutgoingRequest): URL => {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) throw new HttpFailure('bad_url')
  const url = new URL(text)
  const web = url.protocol === 'https:' || url.protocol === 'http:'
  if (!web || url.username !== '' || url.password !== '') throw new HttpFailure('bad_url')
  if (!allowPrivate && !PORTS.has(url.port)) throw new HttpFailure('bad_url')
  return url
}

/** Creates a client with one connection to a checked address. HTTP/1.1, so that it carries one request at a time. */
const openClient = (
  url: URL,
  addresses: readonly LookupAddress[],
  { connectTimeoutMs }: OutgoingRequest,
): Client =>
  new Client(url.origin, {
    allowH2: false,
    maxHeaderSize: HEADERS_BYTES_MAX,
    // The request has one timeout for all phases.
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
  const url = parseUrl(outgoing)
  const { pool, allowPrivate } = outgoing
  const origin = `${allowPrivate ? 'any' : 'public'} ${url.origin}`
  const request: HttpRequest = {
    path: url.pathname + url.search,
    method: outgoing.method,
    headers: { 'accept-encoding': 'identity', ...outgoing.headers },
    body: outgoing.body,
    maxResponseBytes: outgoing.maxResponseBytes,
  }
  const send = async (client: Client, openedMs: number): Promise<HttpOutcome> => {
    const outcome = await sendHttpRequest(client, request, timeout)
    const isUsable = outcome.kind === 'answered' && outcome.isComplete && client.stats.connected
    if (pool !== undefined && isUsable) pool.put(origin, { client, openedMs })
    else void client.destroy()
    return outcome
  }
  const reused = pool?.take(origin)
  if (reused !== undefined) {
    const outcome = await send(reused.client, reused.openedMs)
    if (timeout.aborted || !wasClosedWhileIdle(outcome)) return outcome
  }
  const openedMs = monotonicMs()
  const addresses = await resolveVettedAddresses(url.hostname.replace(/^\[|\]$/g, ''), {
    allowPrivate,
    signal: AbortSignal.any([timeout, AbortSignal.timeout(outgoing.connectTimeoutMs)]),
  })
  return send(openClient(url, addresses, outgoing), openedMs)
}

/** The receiver closed an idle connection while we wrote, so a new connection may work. */
const wasClosedWhileIdle = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'lost' && !outcome.responseStarted && CLOSED.test(errorCode(outcome.error))

const CLOSED = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

const toOutgoingError = (error: unknown): OutgoingError => {
  if (error instanceof HttpFailure || error instanceof AddressError) return error.code
  const code = errorCode(error)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timed_out'
  if (/CERT|SSL|TLS|ISSUER|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls_failed'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES/.test(code)) return 'connect_failed'
  return 'connection_lost'
}
