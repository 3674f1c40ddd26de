import type { FieldError } from '@galla/contract/endpoint'
import { REFUSALS, type RefusalCode } from '@galla/contract/refusals'

export interface RefusalOptions {
  /** Replaces the sentence of the code. */
  readonly msg?: string
  readonly errors?: readonly FieldError[]
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Merged into the reply, but cannot overwrite `msg` and `code`. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * An expected error with a code, a status and a sentence of one table. Rules and use cases throw it, and the platform where it is
 * overloaded. Any other error is a bug and becomes a 500.
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

/** Builds the refusal of one field, by its name in the request. */
export const invalidField = (field: string, msg: string): Refusal =>
  new Refusal('invalid_fields', { errors: [{ field, msg }] })
