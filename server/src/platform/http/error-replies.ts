import type { Failure } from '@galla/contract/endpoint'
import { codeOf, REFUSALS, type RefusalCode } from '@galla/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'

/** The refusals for errors of the framework and its plugins, by status. */
const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'malformed',
  // The static file server answers this for paths outside its folder.
  403: 'not_found',
  404: 'not_found',
  406: 'unsupported_media_type',
  413: 'too_large',
  414: 'malformed',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'malformed',
  503: 'overloaded',
}

const RETRY_AFTER_SECONDS = 1

/** Returns the refusal that a client may see. Any other error is a bug and becomes `internal`, without details. */
export const refusalFor = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined
  return new Refusal(code ?? 'internal', { cause: error })
}

export const failureOf = (refusal: Refusal, requestId: string): Failure => ({
  ...refusal.details,
  success: false,
  msg: refusal.message,
  code: codeOf(refusal.code),
  ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
  requestId,
})

/** Sends every error, including the framework's, in the same JSON format. */
export const replyWithEnvelope = (app: FastifyInstance, log: Log): void => {
  const methodsAt = rememberRoutes(app)

  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalFor(error)
    logFailure(log, refusal, error, request)
    return sendRefusal(reply, refusal)
  })

  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url)
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendRefusal(reply, new Refusal('not_found'))
    return reply
      .code(405)
      .header('allow', allowed.join(', '))
      .send({
        success: false,
        msg: 'This address does not take this kind of request',
        code: 'method_not_allowed',
        requestId: request.id,
      } satisfies Failure)
  })
}

/** Sets `Retry-After` where a later call may succeed. */
export const setRetryAfter = (reply: FastifyReply, refusal: Refusal): void => {
  const retryAfter =
    refusal.retryAfterSeconds ??
    (refusal.status === 429 || refusal.status === 503 ? RETRY_AFTER_SECONDS : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
}

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  setRetryAfter(reply, refusal)
  // A handler may have set this header before it failed.
  reply.removeHeader('content-disposition')
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureOf(refusal, reply.request.id)))
}

export const logFailure = (log: Log, refusal: Refusal, error: unknown, request: FastifyRequest): void => {
  if (refusal.status < 500) return
  const fields = {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    code: refusal.code,
  }
  if (refusal.code === 'internal') log.error('request failed', { ...fields, error })
  else log.warn('request refused', { ...fields, error: refusal.cause === undefined ? undefined : refusal })
}

/** Formats the reply to a request that is not valid HTTP. */
export const rawFailure = (code: RefusalCode, requestId: string): string => {
  const body = JSON.stringify(failureOf(new Refusal(code), requestId))
  const { status } = REFUSALS[code]
  return [
    `HTTP/1.1 ${status} Bad Request`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Returns a function that lists the methods of a URL, so that a wrong method gets 405 and an unknown path 404. */
const rememberRoutes = (app: FastifyInstance): ((url: string) => string[]) => {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // A wildcard route matches paths that may not exist.
    if (url.includes('*')) return
    const entry = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const name of [method].flat()) entry.methods.add(name)
    patterns.set(url, entry)
  })
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const found = new Set<string>()
    for (const { pattern, methods } of patterns.values()) {
      if (pattern.test(path)) for (const method of methods) found.add(method)
    }
    return [...found].sort()
  }
}

const patternOf = (url: string): RegExp => {
  const parts = url
    .split('/')
    .map((part) => (part.includes(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}
