/** An invalid field, with its name in the request. */
export interface FieldError {
  readonly field: string
  readonly msg: string
}

export interface Refusal {
  readonly status: number
  /** A stable code for programs, such as `duplicate_client_txn_id`. */
  readonly code: string
  /** A message for people. */
  readonly msg: string
  readonly errors: readonly FieldError[]
  /** Include it when you contact support. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  /** The first order, if the refused one repeats it. */
  readonly orderId?: string | null
  readonly paymentUrl?: string | null
}

/** The base class of all errors of this package. */
export class GallaError extends Error {
  override readonly name: string = 'GallaError'
}

/** The server refused the call. The subclass tells you why. */
export class RefusedError extends GallaError {
  override readonly name: string = 'RefusedError'
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  /** The first order, if the refused one repeats it. */
  readonly orderId: string | null
  readonly paymentUrl: string | null

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal))
    this.status = refusal.status
    this.code = refusal.code
    this.errors = refusal.errors
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.orderId = refusal.orderId ?? null
    this.paymentUrl = refusal.paymentUrl ?? null
  }
}

/** 400, 413, 415, 422: the request is not valid. `errors` has the invalid fields. Do not retry it unchanged. */
export class InvalidRequestError extends RefusedError {
  override readonly name = 'InvalidRequestError'
}

/** 401: the API key is missing or not valid. */
export class AuthenticationError extends RefusedError {
  override readonly name = 'AuthenticationError'
}

/** 402: there is no active subscription, or its QR requests are used up. */
export class QuotaError extends RefusedError {
  override readonly name = 'QuotaError'
}

/** 403: the key does not allow this call, or the merchant is suspended. */
export class PermissionError extends RefusedError {
  override readonly name = 'PermissionError'
}

/** 404: the order does not exist for this key. A test key cannot see live orders. */
export class NotFoundError extends RefusedError {
  override readonly name = 'NotFoundError'
}

/** 409: the request conflicts with existing data, such as a `client_txn_id` that is already used. */
export class ConflictError extends RefusedError {
  override readonly name = 'ConflictError'
}

/** 429, after all retries: too many requests. */
export class RateLimitError extends RefusedError {
  override readonly name = 'RateLimitError'
}

/** 5xx, after all retries. The call may or may not have taken effect. You can safely repeat it. */
export class ServerError extends RefusedError {
  override readonly name = 'ServerError'
}

/** No valid response, after all retries. The call may or may not have taken effect. You can safely repeat it. */
export class ConnectionError extends GallaError {
  override readonly name = 'ConnectionError'
}

/** Galla did not sign this notification with this secret in the last minutes. Answer 400 and do nothing else. */
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
