import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalFor } from '../platform/http/error-replies.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Authenticators, addressOf } from './authenticate.ts'
import { redactedBody } from './redact-body.ts'
import type { RequestLog } from './request-log.ts'
import type { LoggedRequest } from './request-log-store.ts'

const METHOD_CHARS_MAX = 10
const PATH_CHARS_MAX = 200
const RESPONSE_BYTES_MAX = 1024

export interface WatchKeyCallsDeps {
  readonly authenticate: Pick<Authenticators, 'keyHashOf' | 'isKnownKey'>
  readonly requestLog: RequestLog
}

/** Calls of programs, and calls to unknown URLs: a mistyped path is what people search a log for. */
const mayCarryKey = (request: FastifyRequest, status: number): boolean =>
  request.routeOptions.config.anyOrigin === true || status === 404 || status === 405

const beginningOf = (payload: unknown): string =>
  typeof payload === 'string'
    ? new TextDecoder().decode(Buffer.from(payload).subarray(0, RESPONSE_BYTES_MAX), { stream: true })
    : ''

/** Logs every call that came with a key, after the response. Register before the routes. */
export const watchKeyCalls = (
  app: FastifyInstance,
  { authenticate, requestLog }: WatchKeyCallsDeps,
): void => {
  /** Failed calls, known by the error, because compatible gateways reply 200 to everything. */
  const failures = new WeakMap<FastifyRequest, string>()
  app.addHook('onError', (request, _reply, error, done) => {
    if (mayCarryKey(request, refusalFor(error).status)) failures.set(request, '')
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (failures.has(request) || (reply.statusCode >= 400 && mayCarryKey(request, reply.statusCode)))
      failures.set(request, beginningOf(payload))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { statusCode: status } = reply
    if (!mayCarryKey(request, status) || request.method === 'OPTIONS') return
    const keyHash = authenticate.keyHashOf(request)
    if (keyHash === undefined) return
    const failed = failures.get(request)
    const call: LoggedRequest = {
      keyHash,
      requestId: request.id,
      method: request.method.slice(0, METHOD_CHARS_MAX),
      path: (request.url.split('?', 1)[0] ?? '').slice(0, PATH_CHARS_MAX).toWellFormed(),
      status,
      durationMs: Math.max(0, Math.round(reply.elapsedTime)),
      address: addressOf(request) ?? '',
      requestBody: failed === undefined ? null : redactedBody(request.body),
      responseBody: failed ?? null,
    }
    requestLog.note(call, authenticate.isKnownKey(keyHash))
  })
}

const TOO_LARGE = 413

/**
 * Counts calls whose body is too large, which are refused before any endpoint counts its calls, and adds the rate-limit headers. The key in
 * such a body is unknown. Register before the routes.
 */
export const countLargeBodies = (
  app: FastifyInstance,
  { limitKey }: Pick<Authenticators, 'limitKey'>,
): void => {
  app.addHook('onError', (request, reply, error, done) => {
    if (request.routeOptions.config.anyOrigin === true && refusalFor(error).status === TOO_LARGE) {
      try {
        limitKey(request, reply)
      } catch (refusal) {
        // It is refused already, for its real reason.
        if (!(refusal instanceof Refusal)) throw refusal
      }
    }
    done()
  })
}
