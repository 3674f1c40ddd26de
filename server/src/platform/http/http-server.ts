import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { showPagesToBrowsers } from './browser-page.ts'
import { checkReplies } from './endpoint-binding.ts'
import { rawFailure, replyWithEnvelope, sendRefusal } from './error-replies.ts'
import { pagePolicyOf } from './page-policy.ts'
import { readBodies } from './request-body.ts'
import { assertSameOrigin } from './same-origin.ts'

/** A reader that takes nothing for this long is gone, or holds resources on purpose. */
export const STALLED_MS = 30_000
const LOOK_EVERY_MS = 5_000

interface Progress {
  /** Bytes of chunks that the system has taken completely. */
  readonly taken: number
  /** Bytes of the current chunk that it has not taken yet. */
  readonly left: number
}

const progressOf = (response: ServerResponse): Progress => {
  const socket = response.socket as
    | (ServerResponse['socket'] & { readonly _handle?: { readonly writeQueueSize?: number } | null })
    | null
  if (socket === null) return { taken: 0, left: 0 }
  // Node's own timeout also resets when the reader sends bytes.
  return { taken: socket.bytesWritten - socket.writableLength, left: socket._handle?.writeQueueSize ?? 0 }
}

/** Cuts off a reply that is sent as a stream when something waits to be sent and nothing of it is taken. */
const dropWhenStalled = (response: ServerResponse, clock: Clock): void => {
  // It has ended already, and emits no further event.
  if (response.closed || response.destroyed) return
  let last = progressOf(response)
  let sinceMs = clock.now().getTime()
  const watch = clock.every(LOOK_EVERY_MS, () => {
    const now = progressOf(response)
    const nowMs = clock.now().getTime()
    const stands = response.writableLength > 0 && now.taken === last.taken && now.left >= last.left
    last = now
    if (!stands) sinceMs = nowMs
    else if (nowMs - sinceMs >= STALLED_MS) response.destroy()
  })
  response.once('close', () => watch.stop())
}

/** The time for the reply to arrive: closing a connection with unread bytes resets it, and the client may lose the reply. */
const LINGER_MS = 1_000

/** Undefined when the request does not declare the length of its body. */
const declaredBytes = ({ headers }: FastifyRequest): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined

/** True when the rest of the body is not read, so the connection cannot be used again. */
const isCut = (request: FastifyRequest): boolean => {
  const declared = declaredBytes(request)
  return declared === undefined ? !request.raw.complete : declared > request.routeOptions.bodyLimit
}

/** Ends the connection after the reply, reads nothing more, and closes it a moment later. */
const closeAfterReply = (socket: Socket): void => {
  socket.destroySoon = () => {
    socket.end()
    // Node resumes an unread body when the reply has ended.
    setImmediate(() => socket.pause())
    const closing = systemClock.after(LINGER_MS, () => socket.destroy())
    socket.once('close', () => closing.stop())
  }
}

/**
 * Limits bodies to the maximum of their route, even if no handler reads them. A body that declares a longer length is refused unread. If a
 * body without a declared length has not ended at the reply, the connection is closed, because Node would continue to read it.
 */
const limitBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isTooLong = (declaredBytes(request) ?? 0) > request.routeOptions.bodyLimit
    done(isTooLong ? new Refusal('too_large') : undefined)
  })
  // Stops reading the body until the error is sent.
  app.addHook('onError', (request, _reply, _error, done) => {
    if (isCut(request)) request.raw.pause()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isCut(request)) {
      reply.header('connection', 'close')
      closeAfterReply(request.raw.socket)
    }
    done()
  })
}

export interface HttpServerDeps {
  readonly settings: Pick<Settings, 'production' | 'publicUrl' | 'trustProxy'>
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  /** Called after every reply, for the metrics. */
  readonly onAnswered?: (answered: { method: string; route: string; status: number; seconds: number }) => void
  /** True after SIGTERM: then every reply closes its connection, so that a load balancer sends the next request elsewhere. */
  readonly isDraining?: () => boolean
}

const PARAMETER_CHARACTERS_MAX = 200
/** A request must arrive completely in this time, including uploads of 25 MB on a slow line. */
const REQUEST_TIMEOUT_MS = 120_000
/** A head must arrive in 15 seconds. Node looks for late ones only from time to time. */
const HEADERS_TIMEOUT_MS = 14_000
const HEADERS_CHECKED_EVERY_MS = 1_000
/** The time without any data in either direction. Server-sent events have more frequent heartbeats. */
const SILENT_CONNECTION_TIMEOUT_MS = 120_000
/** Longer than a customer spends in a UPI app (one to three minutes), so that the return needs no new connection. */
const KEEP_ALIVE_TIMEOUT_MS = 200_000
/** At shutdown, requests that run longer than this are cut off. */
const SHUTDOWN_MS = 10_000
/** Without includeSubDomains: the operator's other hosts below PUBLIC_URL's may not have https. */
const HSTS = 'max-age=31536000'

/** Creates the HTTP server without routes: error format, headers, limits, request ids, one log line per request, and an orderly shutdown. */
export const createHttpServer = (deps: HttpServerDeps): FastifyInstance => {
  const { settings, log, clock, ids } = deps
  const requestId = (): string => ids.ulid(clock.now())
  const app = Fastify({
    // Fastify's logger may log sensitive fields. Ours logs only listed fields.
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length === 0 ? false : [...settings.trustProxy],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: HEADERS_CHECKED_EVERY_MS },
    // Requests on open connections are finished, with `connection: close`. Fastify's own 503 would not have our error format.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS_MAX },
    frameworkErrors: (_error, request, reply) => {
      // No hook runs for an invalid URL.
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
      setProtection(reply, settings, 'same-origin')
      sendRefusal(reply, new Refusal('malformed'))
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      socket.end(rawFailure('malformed', requestId()), () => socket.destroy())
    },
  })
  if (!settings.production) checkReplies(app)
  readBodies(app)
  replyWithEnvelope(app, log)
  showPagesToBrowsers(app)
  addHeaders(app, deps)
  limitBodies(app)
  dropStalledStreams(app, clock)
  logRequests(app, deps)
  endOrderly(app)
  return app
}

/** Adds headers to every reply, including errors. A page relaxes them with `setPagePolicy`. */
const addHeaders = (app: FastifyInstance, { settings, isDraining = () => false }: HttpServerDeps): void => {
  // Callbacks instead of promises, because these hooks run for thousands of status polls per second.
  app.addHook('onRequest', (request, reply, done) => {
    // Set first, so that every refusal has it, and every stream that is written without Fastify.
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config.sameOrigin === true) {
      try {
        assertSameOrigin(request, settings.publicUrl)
      } catch (refusal) {
        done(refusal as Refusal)
        return
      }
    }
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const anyOrigin = request.routeOptions.config.anyOrigin === true
    setProtection(reply, settings, anyOrigin ? 'cross-origin' : 'same-origin')
    if (anyOrigin) {
      reply.header('access-control-allow-origin', '*')
      reply.header(
        'access-control-expose-headers',
        'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, ratelimit-policy, ratelimit',
      )
      reply.removeHeader('set-cookie')
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
}

/** Cuts off stalled downloads, to free their resources. */
const dropStalledStreams = (app: FastifyInstance, clock: Clock): void => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable) dropWhenStalled(reply.raw, clock)
    done()
  })
}

const setProtection = (
  reply: FastifyReply,
  settings: HttpServerDeps['settings'],
  resources: 'same-origin' | 'cross-origin',
): void => {
  const { contentSecurityPolicy, referrerPolicy } = pagePolicyOf(reply)
  reply.headers({
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': referrerPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': resources,
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  })
  if (settings.publicUrl.protocol === 'https:') reply.header('strict-transport-security', HSTS)
}

const logRequests = (app: FastifyInstance, { log, onAnswered }: HttpServerDeps): void => {
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const durationMs = reply.elapsedTime
    const route = request.routeOptions.url ?? '/unknown'
    const status = reply.statusCode
    onAnswered?.({ method: request.method, route, status, seconds: durationMs / 1000 })
    // While the database is unavailable, each polling client is refused once a second: too many lines for a log.
    if (request.routeOptions.config.quiet === true && (status < 500 || status === 503)) return
    log.info('answered', {
      requestId: request.id,
      method: request.method,
      route,
      status,
      durationMs: Math.round(durationMs * 10) / 10,
    })
  })
}

/** At shutdown, ends server-sent events at once, lets other requests finish, and cuts them off after ten seconds. */
const endOrderly = (app: FastifyInstance): void => {
  const streams = new Set<ServerResponse>()
  let ending = false
  app.server.on('request', ({ headers }, response: ServerResponse) => {
    // Checks the request header, because the reply headers of a stream are written without Fastify.
    if (headers.accept?.includes('text/event-stream') !== true) return
    streams.add(response)
    response.once('close', () => streams.delete(response))
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    done()
    // A kept-alive connection becomes idle only after its reply, and would delay the shutdown.
    if (ending) setImmediate(() => app.server.closeIdleConnections())
  })
  app.addHook('preClose', async () => {
    ending = true
    for (const response of streams) response.end()
    // Uses real time, because sockets do. It must not delay the end of the process.
    systemClock.after(SHUTDOWN_MS, () => app.server.closeAllConnections())
    // Accepts the connections that wait now, because they would be reset otherwise.
    await new Promise((resolve) => setImmediate(resolve))
  })
}
