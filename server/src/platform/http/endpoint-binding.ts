import { isDeepStrictEqual } from 'node:util'
import {
  type Access,
  type BodyOf,
  type Endpoint,
  type FieldError,
  isNothing,
  type ParamsOf,
  type QueryOf,
} from '@galla/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isRecord } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { refusalFor } from './error-replies.ts'
import { assertReadable, unstorableFields, writtenBody } from './request-body.ts'

export const API_BASE = '/api/v1'

/** Who calls, by the endpoint's `auth`. The platform does not know what a caller is: the features that do add theirs. */
export interface Callers {
  readonly public: undefined
}

/** Follows from the endpoint's `auth`, which therefore has to be a literal type: `Endpoint & { auth: 'key' }`. */
export type CallerOf<A extends Access> = A extends keyof Callers ? Callers[A] : never

/** Finds the caller of a request, or throws a Refusal. The HTTP server is decorated with it before endpoints are bound. */
export interface Authenticate {
  session(request: FastifyRequest): Promise<CallerOf<'session'>>
  operator(request: FastifyRequest): Promise<CallerOf<'operator'>>
  key(request: FastifyRequest): Promise<CallerOf<'key'>>
  /** For endpoints with `needsConfirmation`: refuses a session whose owner has not proved lately who they are. */
  assertConfirmed(caller: CallerOf<'session'>): void
  /** Runs the work of a call, which takes connections to the database in the turns of its merchant. */
  inTurn<T>(caller: { readonly merchantId: string }, query: unknown, work: () => Promise<T>): Promise<T>
  /** Called when a call of a session that is no GET has succeeded: writes down who made it. */
  recordCall(caller: CallerOf<'session'>, request: FastifyRequest): Promise<void>
  /** Called first, before anything is looked up: refuses a key that calls too often. */
  limitKey(request: FastifyRequest, reply: FastifyReply): void
}

export interface Call<E extends Endpoint, Caller> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The handler has sent the reply: a stream, a file, server-sent events. */
export const ANSWERED = Symbol('answered')

export type Answer<E extends Endpoint> = (z.input<E['reply']> & { readonly msg?: string }) | typeof ANSWERED

export interface BindOptions<Caller> {
  /** Instead of the server's `authenticate`. */
  readonly findCaller?: (request: FastifyRequest) => Promise<Caller>
  /** Off where a reply is too frequent to be checked. In production no reply is. */
  readonly validateReply?: boolean
  /** A call by key that reads lists takes the turns of its merchant's sessions. */
  readonly takesTurns?: boolean
  /** Instead of 256 kB. */
  readonly bodyLimitBytes?: number
  /** Also a public call is refused when it comes from a foreign page: log in, register. */
  readonly sameOrigin?: boolean
  /** A public call that scripts on other sites make too; calls with a key may come from anywhere anyhow. */
  readonly anyOrigin?: boolean
  /** Whatever is sent is taken as it is; the handler reads it by `rawBodyOf`. */
  readonly rawBody?: boolean
  /** No line in the log for each request: status polls. */
  readonly quiet?: boolean
  /** The whole reply to a public call as JSON, where it is known without reading the request. */
  readonly readyReply?: (request: FastifyRequest) => string | undefined
  /** Called with each error before it is answered, also of a body that was not read. If it fails, the answer is the same. */
  readonly onFailure?: (request: FastifyRequest, refusal: Refusal) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
  }
  interface FastifyContextConfig {
    /** Unsafe calls from a foreign origin are refused before anything else. */
    sameOrigin?: boolean
    /** Answers any origin, and never with cookies. */
    anyOrigin?: boolean
    quiet?: boolean
  }
}

/** Set by the HTTP server: whether replies are compared with their schema. */
const checked = new WeakSet<object>()
export const checkReplies = (app: FastifyInstance): void => void checked.add(app.server)

type Handler<E extends Endpoint, Caller> = (call: Call<E, Caller>) => Promise<Answer<E>>

interface Bind {
  <E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E, CallerOf<E['auth']>>): void
  <E extends Endpoint, Caller = CallerOf<E['auth']>>(
    app: FastifyInstance,
    endpoint: E,
    options: BindOptions<Caller>,
    handler: Handler<E, Caller>,
  ): void
}

/** Serves one endpoint of the contract: who calls, then what is sent, then the handler, then the envelope. */
export const bind: Bind = <E extends Endpoint, Caller>(
  app: FastifyInstance,
  endpoint: E,
  ...rest: readonly [Handler<E, Caller>] | readonly [BindOptions<Caller>, Handler<E, Caller>]
): void => {
  const [options, handler] = rest.length === 1 ? [{} as BindOptions<Caller>, rest[0]] : rest
  const url = `${API_BASE}${endpoint.path}`
  const key = endpoint.auth === 'key'
  const withCookie = ['session', 'operator', 'counter'].includes(endpoint.auth)
  const bySession = endpoint.auth === 'session' || endpoint.auth === 'operator'
  const takesTurns = options.takesTurns ?? (bySession && options.findCaller === undefined)
  const validateReply = options.validateReply ?? true
  const { onFailure, findCaller = finderOf(app, endpoint.auth) } = options
  const anyOrigin = key || (endpoint.auth === 'public' && (options.anyOrigin ?? false))
  const answerCall = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (key) app.authenticate.limitKey(request, reply)
    const caller = (await findCaller?.(request)) as Caller
    const { params, query, body } = readRequest(endpoint, request)
    if (endpoint.needsConfirmation) app.authenticate.assertConfirmed(caller as CallerOf<'session'>)
    const work = async () => {
      const answer = await handler({ params, query, body, caller, request, reply })
      if (endpoint.auth === 'session' && endpoint.method !== 'GET' && reply.statusCode < 400)
        await app.authenticate.recordCall(caller as CallerOf<'session'>, request)
      return answer
    }
    const answer = await (takesTurns
      ? app.authenticate.inTurn(caller as { readonly merchantId: string }, query, work)
      : work())
    if (answer === ANSWERED) return reply
    const { msg = 'OK', ...rest } = answer
    if (validateReply && checked.has(app.server)) assertReply(endpoint, rest)
    return { success: true, msg, ...rest }
  }
  app.route({
    method: endpoint.method,
    url,
    ...(options.bodyLimitBytes === undefined ? {} : { bodyLimit: options.bodyLimitBytes }),
    config: {
      bodyKind: {
        form: key || endpoint.auth === 'public',
        lenient: key,
        raw: options.rawBody ?? false,
      },
      sameOrigin: withCookie || (options.sameOrigin ?? false),
      anyOrigin,
      quiet: options.quiet ?? false,
    },
    ...(onFailure && {
      onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error) => {
        await onFailure(request, refusalFor(error)).catch(() => undefined)
      },
    }),
    handler: options.readyReply ? sendReady(options.readyReply, answerCall) : answerCall,
  })
  if (anyOrigin) allowPreflight(app, url, endpoint.method)
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Without a promise where the reply is ready: each costs as much as a hook. */
const sendReady =
  (readyReply: (request: FastifyRequest) => string | undefined, answerCall: Answering) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined => {
    const ready = readyReply(request)
    if (ready === undefined) return answerCall(request, reply)
    reply.type('application/json; charset=utf-8').send(ready)
    return undefined
  }

const finderOf = (app: FastifyInstance, auth: Access) => {
  if (auth === 'public') return undefined
  if (auth === 'counter') throw new Error('the devices of counters are found by a findCaller')
  return app.authenticate[auth]
}

type Read<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }

const readRequest = <E extends Endpoint>(endpoint: E, request: FastifyRequest): Read<E> => {
  assertReadable(request)
  return parseRequest(endpoint, request)
}

const NOTHING_READ = { success: true, data: {}, error: undefined } as const

const parseRequest = <E extends Endpoint>(endpoint: E, request: FastifyRequest): Read<E> => {
  const sent = { params: request.params, query: request.query, body: request.body ?? {} }
  const unstorable = Object.values(sent).flatMap((part) => unstorableFields(part))
  if (unstorable.length > 0) throw new Refusal('invalid_fields', { errors: unstorable })
  const parse = (part: 'params' | 'query') =>
    isNothing(endpoint[part]) ? NOTHING_READ : endpoint[part].safeParse(sent[part])
  const params = parse('params')
  const query = parse('query')
  const body = isNothing(endpoint.body) ? NOTHING_READ : parseBody(endpoint.body, request, sent.body)
  if (params.success && query.success && body.success) {
    return {
      params: params.data as ParamsOf<E>,
      query: query.data as QueryOf<E>,
      body: body.data as BodyOf<E>,
    }
  }
  throw new Refusal('invalid_fields', {
    errors: [params, query, body].flatMap((part) => fieldErrors(part.error)),
  })
}

/**
 * Reads a body whose clients do not know our types, too: a number or a boolean for a text field is its text, and null is an absent field. Only
 * what the schema refuses is read like this: an amount stays a number, and null stays null where it means something.
 */
const parseBody = (schema: z.ZodType, request: FastifyRequest, sent: unknown) => {
  const parsed = schema.safeParse(sent)
  if (parsed.success || !isRecord(sent)) return parsed
  const written = writtenBody(request)
  const read = new Map(Object.entries(sent))
  for (const issue of parsed.error.issues) {
    const [name, ...deeper] = issue.path.map(String)
    if (name === undefined || deeper.length > 0) continue
    if (sent[name] === null) read.delete(name)
    else if (expectsText(issue) && Object.hasOwn(sent, name)) read.set(name, written[name])
  }
  return schema.safeParse(Object.fromEntries(read))
}

const expectsText = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.flat().some(expectsText)
    : issue.code === 'invalid_type' && issue.expected === 'string'

/** One entry for each field: its first complaint, as a form shows it. */
const fieldErrors = (error: z.ZodError | undefined): FieldError[] => {
  const first = new Map<string, string>()
  for (const issue of error?.issues ?? []) {
    const field = issue.path.map(String).join('.')
    if (!first.has(field)) first.set(field, issue.message)
  }
  return [...first].map(([field, msg]) => ({ field, msg }))
}

/** The path of a reply that is not what the contract says, without its values. */
export class ReplyMismatch extends Error {
  override name = 'ReplyMismatch'
}

const assertReply = (endpoint: Endpoint, answer: unknown): void => {
  const onTheWire: unknown = JSON.parse(JSON.stringify(answer))
  const parsed = endpoint.reply.safeParse(onTheWire)
  const where = `the reply of ${endpoint.method} ${endpoint.path}`
  if (!parsed.success) {
    throw new ReplyMismatch(
      `${where} is not what its schema says: ${fieldErrors(parsed.error)
        .map(({ field, msg }) => `${field}: ${msg}`)
        .join('; ')}`,
    )
  }
  // What the schema does not name would reach the outside unseen.
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), onTheWire)) {
    throw new ReplyMismatch(`${where} carries fields that its schema does not name`)
  }
}

const PREFLIGHT_SECONDS = 86_400

/** Integrators call with a key from any page, so browsers may ask first. */
export const allowPreflight = (app: FastifyInstance, url: string, method: string): void => {
  if (app.hasRoute({ url, method: 'OPTIONS' })) return
  app.options(url, { config: { anyOrigin: true, quiet: true } }, async (_request, reply) =>
    reply
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send(),
  )
}
