import type {
  BodyInputOf,
  Endpoint,
  Failure,
  FieldError,
  ParamsOf,
  QueryInputOf,
  ReplyOf,
  Success,
} from '@galla/contract/endpoint'
import type { z } from 'zod'
import { noteServerTime } from '../format/clock.ts'
import { API_BASE } from '../paths.ts'
import { dropFirstReplies, takeFirstReply } from './first-replies.ts'

const TIMEOUT_MS = 20_000

/** What the session does when a server asks something of its user. */
export interface SessionAnswers {
  /** The server knows no session: a 401. */
  readonly logInAgain: () => void
  /** Resolves to true once the user has confirmed their identity. */
  readonly confirmIdentity: () => Promise<boolean>
}

let answers: SessionAnswers = { logInAgain: () => {}, confirmIdentity: async () => false }

export function answerWith(given: SessionAnswers): void {
  answers = given
}

export const askToLogInAgain = (): void => answers.logInAgain()

/** A failed call. `reached` tells whether the server replied. */
export class CallFailure extends Error {
  readonly reached: boolean
  readonly status: number
  readonly code: string
  readonly msg: string | undefined
  readonly errors: readonly FieldError[]
  /** The whole refusal. Some carry more than the envelope, such as the payment_url of a duplicate order. */
  readonly reply: Readonly<Record<string, unknown>>

  constructor(reply: { status: number; failure: Partial<Failure> } | undefined) {
    super(reply?.failure.msg ?? 'The call failed')
    this.name = 'CallFailure'
    this.reached = reply !== undefined
    this.status = reply?.status ?? 0
    this.code = reply?.failure.code ?? ''
    this.msg = reply?.failure.msg
    this.errors = reply?.failure.errors ?? []
    this.reply = { ...reply?.failure }
  }
}

/** The code of the refusal, or '' when no server refused. */
export const codeOf = (error: unknown): string => (error instanceof CallFailure ? error.code : '')

/** No answer at all, or the answer that Galla gives while its database is away, or that of a proxy before it. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallFailure && (!error.reached || [502, 503, 504].includes(error.status))

export const isNotFound = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.status === 404

export interface Call<E extends Endpoint> {
  readonly params?: ParamsOf<E>
  readonly query?: QueryInputOf<E>
  readonly body?: BodyInputOf<E>
  readonly signal?: AbortSignal
}

/**
 * Calls an endpoint. Throws a CallFailure when the server refuses or does not reply; a 401 also ends the session in this browser.
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  { params, query, body }: Call<E>,
  signal: AbortSignal,
): Promise<Response> {
  const request: RequestInit = { method: endpoint.method, credentials: 'include', signal }
  if (endpoint.method !== 'GET') {
    dropFirstReplies()
    request.headers = { 'content-type': 'application/json' }
    request.body = JSON.stringify(body ?? {})
  }
  const response = await fetch(addressOf(endpoint.path, params, query), request)
  noteServerTime(response.headers.get('date'))
  if (response.ok) return response
  const hasSession = endpoint.auth === 'session' || endpoint.auth === 'operator'
  if (response.status === 401 && hasSession) askToLogInAgain()
  const failure: unknown = await response.json().catch(() => undefined)
  throw new CallFailure({ status: response.status, failure: isRecord(failure) ? failure : {} })
}

/** Treats every error other than a refusal or the caller's own abort as a lost connection. */
export const lostConnection = (cause: unknown, cancelled: AbortSignal | undefined): unknown =>
  cause instanceof CallFailure || cancelled?.aborted ? cause : new CallFailure(undefined)

/**
 * Sends a request; files arrive through receive-file.ts. Throws a CallFailure. When the server requires the user to confirm their
 * identity, asks for it and repeats the call.
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  call: Call<E> = {},
): Promise<ReplyOf<E> & Success> {
  try {
    return await callOnce(endpoint, call)
  } catch (failure) {
    if (codeOf(failure) !== 'confirmation_required' || !(await answers.confirmIdentity())) throw failure
    return callOnce(endpoint, call)
  }
}

/** The reply that came with the page, where there is one that nobody has taken. */
export const firstReply = <E extends Endpoint>(
  endpoint: E,
  { params, query }: Call<E>,
): (ReplyOf<E> & Success) | undefined =>
  takeFirstReply(addressOf(endpoint.path, params, query)) as (ReplyOf<E> & Success) | undefined

/** Returns the data of a reply, without its envelope. */
export const fetchData = async <E extends Endpoint & { readonly reply: z.ZodType<{ data: unknown }> }>(
  endpoint: E,
  call?: Call<E>,
): Promise<ReplyOf<E>['data']> => (await callEndpoint(endpoint, call)).data

async function callOnce<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<ReplyOf<E> & Success> {
  const { signal } = call
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await ask(
    endpoint,
    call,
    signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  ).catch((cause: unknown) => {
    throw lostConnection(cause, signal)
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (isRecord(reply) && reply.success !== false) return reply as ReplyOf<E> & Success
  throw new CallFailure({ status: response.status, failure: isRecord(reply) ? reply : {} })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = isRecord(params) ? params : {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(isRecord(query) ? query : {}))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `${API_BASE}${filled}${text === '' ? '' : `?${text}`}`
}

/** Fetches one of the app's own files. Throws a CallFailure. */
export async function fetchOwnFile<T>(
  path: string,
  read: (response: Response) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(path, {
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    if (!response.ok) throw new CallFailure({ status: response.status, failure: {} })
    return await read(response)
  } catch (cause) {
    throw lostConnection(cause, signal)
  }
}

export const fetchOwnJson = (path: string, signal: AbortSignal): Promise<unknown> =>
  fetchOwnFile(path, (response) => response.json(), signal)
