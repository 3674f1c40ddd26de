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
import { login } from '@galla/contract/merchants'
import { askToLogInAgain } from './forced-login.ts'
import { API_BASE } from './paths.ts'

const TIMEOUT_MS = 20_000

/** A call that did not succeed. `reached` tells whether the server answered at all. */
export class CallFailure extends Error {
  readonly reached: boolean
  readonly status: number
  readonly code: string
  readonly msg: string | undefined
  readonly errors: readonly FieldError[]

  constructor(reply: { status: number; failure: Partial<Failure> } | undefined) {
    super(reply?.failure.msg ?? 'The call failed')
    this.name = 'CallFailure'
    this.reached = reply !== undefined
    this.status = reply?.status ?? 0
    this.code = reply?.failure.code ?? ''
    this.msg = reply?.failure.msg
    this.errors = reply?.failure.errors ?? []
  }
}

export interface Call<E extends Endpoint> {
  readonly params?: ParamsOf<E>
  readonly query?: QueryInputOf<E>
  readonly body?: BodyInputOf<E>
  readonly signal?: AbortSignal
}

/** The only way to the server. Throws a CallFailure; a 401 ends the session in this browser, too. */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  { params, query, body, signal }: Call<E> = {},
): Promise<ReplyOf<E> & Success> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }
  if (endpoint.method !== 'GET') {
    request.headers = { 'content-type': 'application/json' }
    request.body = JSON.stringify(body ?? {})
  }
  const response = await fetch(addressOf(endpoint.path, params, query), request).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw new CallFailure(undefined)
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (response.ok && isRecord(reply) && reply.success !== false) return reply as ReplyOf<E> & Success
  if (response.status === 401 && endpoint.path !== login.path) askToLogInAgain()
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
