import {
  DOCUMENTED_CALLS,
  FURTHER_CALLS,
  INTEGRATOR_CALLS,
} from '@galla/contract/api-reference/integrator-calls'
import { openApiDocument } from '@galla/contract/api-reference/openapi'
import { refusalsOf } from '@galla/contract/endpoint-refusals'
import { BODY_BYTES_MAX } from '@galla/contract/limits'
import { REFUSALS, type RefusalCode } from '@galla/contract/refusals'
import { SOME_ORIGIN } from './src/features/docs/guide/guide-shape.ts'

/** The parts of the OpenAPI document that the guide shows. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly description?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const API = openApiDocument({ origin: SOME_ORIGIN, version: '' }) as unknown as ApiDocument

const resolved = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (API.components.schemas[name] ?? schema)
}

const joinWithOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'number' }

const typesOf = (schema: Schema): readonly string[] => {
  const plain = resolved(schema)
  if (plain.const !== undefined) return [String(plain.const)]
  if (plain.enum !== undefined) return plain.enum.map(String)
  if (plain.items !== undefined) return [`list of ${joinWithOr(typesOf(plain.items))}`]
  const variants = plain.anyOf ?? plain.oneOf
  if (variants !== undefined) return variants.flatMap(typesOf)
  if (plain.format === 'date-time') return ['time (ISO 8601)']
  return [plain.type ?? 'anything'].flat().map((name) => TYPES[name] ?? name)
}

/** The object of a schema, or of its list; the first variant is the most common. */
export const objectIn = (schema: Schema): Schema => {
  const plain = resolved(schema)
  if (plain.properties !== undefined) return plain
  const inner = plain.items ?? (plain.anyOf ?? plain.oneOf)?.[0]
  return inner === undefined ? plain : objectIn(inner)
}

export type Cells = readonly [left: string, right: string]

/** A Markdown table. A middle dot in a cell parts the main words from the small ones below. */
export const tableOf = (heads: Cells, rows: readonly Cells[]): string =>
  [heads, ['---', '---'], ...rows]
    .map(([left, right]) => `| ${cell(left ?? '')} | ${cell(right ?? '')} |`)
    .join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Descriptions end with a limit in brackets, where the schema does not show it. */
const LIMIT = /^(.*?\.) \((.*)\)$/s

/** The fields of an object. Required ones are marked in what is sent, optional ones in both. */
export const fieldTable = (schema: Schema, direction: 'sent' | 'received'): string => {
  const { properties = {}, required = [] } = objectIn(schema)
  const rows = Object.entries(properties).map(([name, field]): Cells => {
    const { description = '', maxLength } = field
    const [, means = description, limit] = LIMIT.exec(description) ?? []
    const needed = required.includes(name)
    const left = [`**\`${name}\`**`, joinWithOr([...new Set(typesOf(field))]) + (needed ? '' : ', optional')]
    if (needed && direction === 'sent') left[1] += ' **required**'
    const bound = limit ?? (maxLength === undefined ? undefined : `at most ${maxLength} characters`)
    return [left.join(' · '), [means, bound].filter(Boolean).join(' · ')]
  })
  return rows.length === 0 ? 'Nothing.' : tableOf(['Field', 'Description'], rows)
}

/** What to do about each error code of the integrators' calls. */
const ADVICE: Readonly<Partial<Record<RefusalCode, string>>> = {
  malformed: 'Send valid JSON or a form. For invalid JSON, msg has the line and column.',
  invalid_fields: 'Read errors. It has one entry for each invalid field, with the name that you sent.',
  invalid_upi_link: 'Send one of the upi_intent links of a test order, unchanged.',
  bad_key:
    'Send the key as a bearer token in the Authorization header. A rotated key works for another 24 hours.',
  address_not_allowed: 'The key works from certain IP addresses only. Change them in API Documentation.',
  forbidden: 'The message names the scope that the key needs. Create a key with it in API Documentation.',
  suspended:
    'Contact support. You cannot create orders, live or test. Existing orders continue, and you can check their status.',
  order_not_found: 'Check the id, and that the key and the order have the same mode.',
  not_found: 'Check the URL and the id, and that the key has the same mode.',
  no_account: 'Live orders need a connected account. Test orders do not.',
  quota_exhausted: 'Buy a plan or wait for the next billing cycle. Test orders use no quota.',
  no_subscription: 'Buy a plan. Test orders do not need one.',
  duplicate_client_txn_id:
    'Use a new id for each order. If the body is the same as the first one, the reply has its order_id and payment_url.',
  too_large: `Send a smaller body. The limit is ${BODY_BYTES_MAX / 1024} kB.`,
  unsupported_media_type: 'Send Content-Type: application/json.',
  idempotency_key_reused: 'Use a new Idempotency-Key for each new body.',
  too_many_requests: 'Wait for the seconds in Retry-After, then try again.',
  internal:
    'Try again with the same Idempotency-Key. If the error persists, contact support with the requestId.',
  provider_unavailable: 'Wait for the seconds in Retry-After, then try again with the same client_txn_id.',
  order_paid: 'Nothing: the money has come.',
  credit_decided: 'Nothing is left to refund of an ignored or refunded payment.',
  no_verification: 'No provider sends this refund. Use the way upi.',
  too_many_links: 'Close a link that is no longer needed.',
  not_payable: 'Create a new order.',
  overloaded: 'Wait for the seconds in Retry-After, then try again.',
}

const byStatus = (codes: readonly RefusalCode[]) =>
  [...new Set(codes)].toSorted((one, other) => REFUSALS[one].status - REFUSALS[other].status)

const refusalTable = (codes: readonly RefusalCode[]): string =>
  tableOf(
    ['Status and code', 'Message, and what to do'],
    byStatus(codes).map((code): Cells => {
      const { status, msg } = REFUSALS[code]
      return [`**${status}** \`${code}\``, `"${msg}" · ${ADVICE[code] ?? ''}`]
    }),
  )

/** The refusals of one call, by its name in the document; of a further call, those that not every call has. */
export const refusalsOfCall = (operationId: string): string => {
  const call = DOCUMENTED_CALLS.find(({ name }) => name === operationId)
  if (call === undefined) return ''
  const codes = FURTHER_CALLS.includes(call) ? call.endpoint.refusals : refusalsOf(call.endpoint)
  return codes.length === 0 ? '' : refusalTable(codes)
}

const everyCode = (): RefusalCode[] =>
  [...INTEGRATOR_CALLS, ...FURTHER_CALLS].flatMap(({ endpoint }) => refusalsOf(endpoint))

/** What to do about each code of the integrators' calls. */
export const everyRefusal = (): string => refusalTable(everyCode())

/** Every status of the integrators' calls with its codes, short enough to be seen at once. */
export const everyStatus = (): string =>
  tableOf(
    ['Status', 'Codes'],
    [
      ['**200**', '`success` is true and `data` has the result.'],
      ...Array.from(
        Map.groupBy(byStatus(everyCode()), (code) => REFUSALS[code].status),
        ([status, codes]): Cells => [`**${status}**`, codes.map((code) => `\`${code}\``).join(', ')],
      ),
    ],
  )
