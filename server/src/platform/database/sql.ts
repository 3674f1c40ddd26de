import { createHash } from 'node:crypto'

/** `undefined` is not a value: what is absent is written as null, so that nobody forgets a column silently. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly SqlValue[]
  | Json

/** A parameter for a json or jsonb column; an array has to be wrapped in an object or passed as text. */
export interface Json {
  readonly [key: string]: unknown
}

/** A statement and its parameters. The name makes it a prepared statement: planned once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly SqlValue[]
}

const NAME_CHARACTERS = 24

/** One entry for each place in the program that writes SQL, found by the identity of its literal parts. */
const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

const prepare = (parts: TemplateStringsArray): { name: string; text: string } => {
  const known = prepared.get(parts)
  if (known !== undefined) return known
  const text = parts.reduce((sofar, part, index) => (index === 0 ? part : `${sofar}$${index}${part}`), '')
  // The name follows from the text alone, so the same statement is the same prepared statement wherever it is written.
  const name = `g_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`
  const made = { name, text }
  prepared.set(parts, made)
  return made
}

/** SQL written as SQL: what is interpolated becomes a parameter, never text. */
export const sql = (parts: TemplateStringsArray, ...values: readonly SqlValue[]): Statement => ({
  ...prepare(parts),
  values,
})
