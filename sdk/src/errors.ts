/** A field that the server refuses, named as in the request. */
export interface FieldError {
  readonly field: string
  readonly msg: string
}

export interface Refusal {
  readonly status: number
  /** A stable word for programs, such as `duplicate_client_txn_id`. */
  readonly code: string
  /** A sentence for people. */
  readonly msg: string
  readonly errors: readonly FieldError[]
  /** Name it when you write to support. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
}

/** Whatever goes wrong with a call is one of these; what the server said is in its fields and in its message. */
export class GallaError extends Error {
  override readonly name: string = 'GallaError'
}

/** The server answered, and refused. Its subclasses say what kind of refusal it is. */
export class RefusedError extends GallaError {
  override readonly name: string = 'RefusedError'
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal))
    this.status = refusal.status
    this.code = refusal.code
    this.errors = refusal.errors
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

/** 400, 413, 415, 422: something in the request is wrong; `errors` names the fields. Sending it again changes nothing. */
export class InvalidRequestError extends RefusedError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the key is missing or not valid. */
export class AuthenticationError extends RefusedError {
  override readonly name = 'AuthenticationError'
}

/** 402: no subscription, or its QR requests are used up. */
export class QuotaError extends RefusedError {
  override readonly name = 'QuotaError'
}

/** 403: the key may not do this, or the merchant is suspended. */
export class PermissionError extends RefusedError {
  override readonly name = 'PermissionError'
}

/** 404: there is no such order for this key. A test key doesn't see live orders. */
export class NotFoundError extends RefusedError {
  override readonly name = 'NotFoundError'
}

/** 409: it contradicts what is there, such as a `client_txn_id` that was used before. */
export class ConflictError extends RefusedError {
  override readonly name = 'ConflictError'
}

/** 429, after all retries: too many calls. */
export class RateLimitError extends RefusedError {
  override readonly name = 'RateLimitError'
}

/** 5xx, after all retries: it is not known whether the call did something. The same call again is safe. */
export class ServerError extends RefusedError {
  override readonly name = 'ServerError'
}

/** No answer, after all retries, or none that can be read. The same call again is safe. */
export class ConnectionError extends GallaError {
  override readonly name = 'ConnectionError'
}

/** This is not a notification that Galla signed for this secret just now. Answer 400 and do nothing else. */
export class WebhookVerificationError extends GallaError {
  override readonly name = 'WebhookVerificationError'
}

const sentenceOf = ({ status, code, msg, errors, requestId }: Refusal): string => {
  const fields = errors.map((each) => `${each.field}: ${each.msg}`).join('; ')
  const about = [code, `HTTP ${status}`, ...(requestId === null ? [] : [`request ${requestId}`])].join(', ')
  return `${msg}${fields === '' ? '' : ` (${fields})`} [${about}]`
}

const CLASS_OF: Readonly<Record<number, typeof RefusedError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: QuotaError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
}

export const errorOf = (refusal: Refusal): RefusedError => {
  const Kind = CLASS_OF[refusal.status] ?? (refusal.status >= 500 ? ServerError : RefusedError)
  return new Kind(refusal)
}
