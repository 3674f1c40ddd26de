import type { FieldError } from '@galla/contract/endpoint'
import { REFUSALS, type RefusalCode } from '@galla/contract/refusals'

export interface RefusalOptions {
  /** Instead of the code's own sentence. */
  readonly msg?: string
  readonly errors?: readonly FieldError[]
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Merged into the reply, beside `msg` and `code`, which it cannot overwrite. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * An expected no: it has a code, a status and a sentence from one exhaustive table. Thrown by rules and use cases, and by the
 * platform where it is busy. Whatever else is thrown is a bug and answers 500.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly errors: readonly FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(
      options.msg ?? REFUSALS[code].msg,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'Refusal'
    this.code = code
    this.status = REFUSALS[code].status
    this.errors = options.errors
    this.retryAfterSeconds = options.retryAfterSeconds
    this.details = options.details
  }
}

/** One field is wrong; its name is the request's. */
export const invalidField = (field: string, msg: string): Refusal =>
  new Refusal('invalid_fields', { errors: [{ field, msg }] })
