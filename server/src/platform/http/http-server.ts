import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { systemClock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { traceRequests } from '../telemetry/trace-requests.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { limitBodies } from './body-limit.ts'
import { dropWhenStalled } from './drop-stalled.ts'
import { checkReplies } from './endpoint-binding.ts'
import { rawFailure, replyWithEnvelope, sendRefusal } from './error-replies.ts'
import { pagePolicyOf } from './page-policy.ts'
import { readBodies } from './request-body.ts'
import { assertSameOrigin } from './same-origin.ts'

export interface HttpServerDeps {
  readonly settings: Pick<Settings, 'production' | 'publicUrl' | 'trustProxy'>
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  /** Called after every reply, for the metrics. */
  readonly onAnswered?: (answered: { method: string; route: string; status: number; seconds: number }) => void
  /** True from SIGTERM on: every reply then closes its connection, so that a load balancer sends what follows elsewhere. */
  readonly isDraining?: () => boolean
  readonly tracing?: Tracing | undefined
}

const PARAMETER_CHARACTERS_MAX = 200
/** A request has to arrive as a whole in this time; uploads of 25 MB on a slow line too. */
const REQUEST_TIMEOUT_MS = 120_000
const HEADERS_TIMEOUT_MS = 15_000
/** Nothing sent and nothing received; server-sent events beat more often. */
const SILENT_CONNECTION_TIMEOUT_MS = 120_000
/** Longer than a customer is in a UPI app (one to three minutes), so that the way back costs no new connection. */
const KEEP_ALIVE_TIMEOUT_MS = 200_000
/** After this, what is still under way at the end is cut off. */
const SHUTDOWN_MS = 10_000
const HSTS = 'max-age=31536000'

/** The HTTP server without any route: envelope, headers, limits, request ids, one log line a request, an orderly end. */
export const createHttpServer = (deps: HttpServerDeps): FastifyInstance => {
  const { settings, log, clock, ids } = deps
  const requestId = (): string => ids.ulid(clock.now())
  const app = Fastify({
    // Its logger would log what it likes; ours takes only what is on the list.
    logger: false,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length === 0 ? false : [...settings.trustProxy],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // What is already on a connection is finished, with `connection: close`; a 503 there would not be in the envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS_MAX },
    frameworkErrors: (_error, request, reply) => {
      // No hook runs for an address that can't be read.
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
      setProtection(reply, settings, 'same-origin')
      sendRefusal(reply, new Refusal('malformed'))
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      socket.end(rawFailure('malformed', requestId()), () => socket.destroy())
    },
  })
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  if (!settings.production) checkReplies(app)
  readBodies(app)
  replyWithEnvelope(app, log)
  addHeaders(app, deps)
  limitBodies(app)
  dropStalledStreams(app, clock)
  logRequests(app, deps)
  if (deps.tracing !== undefined) traceRequests(app, deps.tracing)
  endOrderly(app)
  return app
}

/** On every reply, errors included; a page loosens what it needs by `setPagePolicy`. */
const addHeaders = (app: FastifyInstance, { settings, isDraining = () => false }: HttpServerDeps): void => {
  // With `done` instead of a promise: these run for every status poll, of which there are thousands a second.
  app.addHook('onRequest', (request, reply, done) => {
    // Set first, so that whatever refuses the request already has it, and a stream that is written past Fastify too.
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

/** A download that stands still is cut off, and what it holds is free again. */
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
    // Polling clients are refused once a second while the database is away: too many lines for a log.
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

/** At the end: server-sent events are ended at once, the rest is finished, and after ten seconds cut off. */
const endOrderly = (app: FastifyInstance): void => {
  const streams = new Set<ServerResponse>()
  let ending = false
  app.server.on('request', ({ headers }, response: ServerResponse) => {
    // By what was asked for: a head that is written past Fastify cannot be read back.
    if (headers.accept?.includes('text/event-stream') !== true) return
    streams.add(response)
    response.once('close', () => streams.delete(response))
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    done()
    // A connection that is kept alive falls idle only after its answer, and would hold up the end.
    if (ending) setImmediate(() => app.server.closeIdleConnections())
  })
  app.addHook('preClose', async () => {
    ending = true
    for (const response of streams) response.end()
    // Uses real time, because sockets do. It must not delay the end of the process.
    systemClock.after(SHUTDOWN_MS, () => app.server.closeAllConnections())
    // Connections that wait to be accepted would be reset: those that came until now are taken in first.
    await new Promise((resolve) => setImmediate(resolve))
  })
}
