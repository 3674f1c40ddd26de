import { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call an endpoint.
 * - `public`: anyone; no cookie is read.
 * - `session`: a logged-in merchant or operator.
 * - `operator`: a session whose role is operator.
 * - `counter`: a device that is logged in at a counter.
 * - `key`: an API key, as `Authorization: Bearer`, as `key` in the body, or both (then equal).
 */
export type Access = 'public' | 'session' | 'operator' | 'counter' | 'key'

type Schema = z.ZodType

/** A form with files: what each part is. */
export type FormParts = Readonly<Record<string, 'text' | 'file' | 'files'>>

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `/api/v1`, with `:name` for parameters. */
  readonly path: string
  readonly auth: Access
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The reply besides `success` and `msg`; most calls answer in `data`. */
  readonly reply: Data
  /** Beyond those that follow from who may call and what is sent, see endpoint-refusals.ts. */
  readonly refusals: readonly RefusalCode[]
  /** Refused with `confirmation_required` when the session's owner has not proved who they are for CONFIRMED_MINUTES. */
  readonly needsConfirmation?: true
  /** What is sent where it is not fields: a form with files, or whatever a program likes to send. */
  readonly requestContent?: FormParts | 'anything'
  /** Media types of a reply that may be a file instead of the envelope. */
  readonly responseContentTypes?: readonly string[]
}

const nothing = z.object({})
/** No field that one may rely on. */
type Nothing = z.ZodType<object, object>

/** Whether an endpoint reads nothing there, so that nothing needs to be looked at. */
export const isNothing = (schema: z.ZodType): boolean => schema === nothing

/** The one definition of a call: the server validates by it, the web app types by it, OpenAPI is printed from it. */
export const endpoint = <
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
  Data extends Schema = Nothing,
  A extends Access = Access,
>(definition: {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  auth: A
  summary: string
  params?: Params
  query?: Query
  body?: Body
  reply?: Data
  refusals?: readonly RefusalCode[]
  needsConfirmation?: true
  requestContent?: FormParts | 'anything'
  responseContentTypes?: readonly string[]
}): Endpoint<Params, Query, Body, Data> & { readonly auth: A } => ({
  ...definition,
  params: definition.params ?? (nothing as unknown as Params),
  query: definition.query ?? (nothing as unknown as Query),
  body: definition.body ?? (nothing as unknown as Body),
  reply: definition.reply ?? (nothing as unknown as Data),
  refusals: definition.refusals ?? [],
})

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
/** What a client sends: before defaults and transformations. */
export type BodyInputOf<E extends Endpoint> = z.input<E['body']>
export type QueryInputOf<E extends Endpoint> = z.input<E['query']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

export interface FieldError {
  /** Named as in the request. */
  readonly field: string
  readonly msg: string
}

export interface Success {
  readonly success: true
  readonly msg: string
}

export interface Failure {
  readonly success: false
  /** A sentence for people. */
  readonly msg: string
  /** A stable word for programs, see refusals.ts. */
  readonly code: string
  readonly errors?: readonly FieldError[]
  readonly requestId: string
}
