import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { monotonicMs } from './clock.ts'
import { isPublicAddress } from './outgoing-address.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly connectTimeoutMs: number
  readonly totalTimeoutMs: number
  /** What is read of the answer; the rest is not waited for. */
  readonly responseBytesMax: number
}

export type OutgoingError =
  | 'bad_url'
  | 'port_not_allowed'
  | 'address_not_public'
  | 'name_not_found'
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_broken'
  | 'tls_failed'
  | 'timeout'

export type OutgoingAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly durationMs: number
    }
  | { readonly kind: 'unanswered'; readonly error: OutgoingError; readonly durationMs: number }

export interface Outgoing {
  /** Never throws for what the other side did. Follows no redirect: a 3xx is an answer like any other. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
  close(): Promise<void>
}

/** Besides the standard ports, those that web servers are put on; not mail, databases or caches. */
const PORTS = new Set(['', '80', '443', '8000', '8008', '8080', '8081', '8443', '8888'])
const KEEP_ALIVE_MS = 4_000
const SOCKETS_PER_HOST_MAX = 8

class AddressNotPublic extends Error {
  readonly code = 'ADDRESS_NOT_PUBLIC'
}

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void

/** Resolves a name and gives the addresses only if every one is public: the connection goes to what was checked. */
const guardedLookup = (hostname: string, _options: unknown, callback: LookupCallback): void => {
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new AddressNotPublic('not a public address'), [])
    callback(null, addresses)
  })
}

const ERRORS: Readonly<Record<string, OutgoingError>> = {
  ADDRESS_NOT_PUBLIC: 'address_not_public',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  ABORT_ERR: 'timeout',
}

const errorOf = (error: unknown, timedOut: boolean): OutgoingError => {
  if (timedOut) return 'timeout'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^ERR_(TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'tls_failed'
  return ERRORS[code] ?? 'connection_broken'
}

const refusedUrl = (text: string, allowPrivate: boolean): OutgoingError | undefined => {
  if (!URL.canParse(text)) return 'bad_url'
  const url = new URL(text)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return 'bad_url'
  if (allowPrivate) return undefined
  if (!PORTS.has(url.port)) return 'port_not_allowed'
  // An address that is written out is never looked up.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'address_not_public' : undefined
}

/**
 * The way out to addresses that merchants name. Unless private ones are allowed (development), the resolved address is checked and
 * is the one that is connected to, at every attempt, so that no name can lead into our own network.
 */
export const createOutgoing = ({ allowPrivate }: { readonly allowPrivate: boolean }): Outgoing => {
  const agents = new Map<number, Agent>()
  const agentFor = (connectTimeoutMs: number): Agent => {
    const known = agents.get(connectTimeoutMs)
    if (known !== undefined) return known
    const agent = new Agent({
      connections: SOCKETS_PER_HOST_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: { timeout: connectTimeoutMs, ...(allowPrivate ? {} : { lookup: guardedLookup as never }) },
    })
    agents.set(connectTimeoutMs, agent)
    return agent
  }

  const exchange = async (outgoing: OutgoingRequest, signal: AbortSignal) => {
    const { url, method, headers, body = null } = outgoing
    const dispatcher = agentFor(outgoing.connectTimeoutMs)
    const answer = await request(url, { method, headers, body, dispatcher, signal })
    const read = await readSome(answer.body, outgoing.responseBytesMax)
    return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: read }
  }

  return {
    async send(outgoing) {
      const startedMs = monotonicMs()
      const durationMs = (): number => Math.round(monotonicMs() - startedMs)
      const refused = refusedUrl(outgoing.url, allowPrivate)
      if (refused !== undefined) return { kind: 'unanswered', error: refused, durationMs: durationMs() }
      const signal = AbortSignal.timeout(outgoing.totalTimeoutMs)
      try {
        const answer = await exchange(outgoing, signal)
        return { kind: 'answered', ...answer, durationMs: durationMs() }
      } catch (error) {
        return { kind: 'unanswered', error: errorOf(error, signal.aborted), durationMs: durationMs() }
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

/** Reads at most `max` bytes; leaving the loop destroys the stream, and with it the connection. */
const readSome = async (stream: AsyncIterable<Uint8Array>, max: number): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length >= max) break
  }
  return Buffer.concat(parts).subarray(0, max)
}
