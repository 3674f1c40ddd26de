import { createHash } from 'node:crypto'

/** `undefined` is not a value: an absent value is written as null, so that a forgotten column is an error. */
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

/** A parameter for a json or jsonb column. Wrap an array in an object or pass it as text. */
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

/** Caches the text per template literal, found by the identity of its literal parts. */
const ofTemplate = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

const textOf = (texts: readonly string[]): string =>
  texts.reduce((before, text, index) => (index === 0 ? text : `${before}$${index}${text}`), '')

// The name depends only on the text, so the same statement is the same prepared statement everywhere.
const nameOf = (text: string): string =>
  `g_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`

const prepare = (parts: TemplateStringsArray): { name: string; text: string } => {
  const known = ofTemplate.get(parts)
  if (known !== undefined) return known
  const text = textOf(parts)
  const made = { name: nameOf(text), text }
  ofTemplate.set(parts, made)
  return made
}

/** A part of a statement, with its parameters. A fixed one has none, and is the same in each call. */
export class SqlPart {
  readonly texts: readonly string[]
  readonly values: readonly SqlValue[]
  readonly isFixed: boolean
  constructor(texts: readonly string[], values: readonly SqlValue[], isFixed = false) {
    this.texts = texts
    this.values = values
    this.isFixed = isFixed
  }
}

/** A part without parameters. A statement with only such parts is prepared like one without parts. */
export const fixed = ([text = '']: TemplateStringsArray): SqlPart => new SqlPart([text], [], true)

/** Builds a part of an SQL statement. Parts in it are inserted as SQL; any other value becomes a parameter. */
export const part = (texts: TemplateStringsArray, ...values: readonly (SqlValue | SqlPart)[]): SqlPart => {
  const joinedTexts = [texts[0] ?? '']
  const joinedValues: SqlValue[] = []
  for (const [index, value] of values.entries()) {
    const inner = value instanceof SqlPart ? value : new SqlPart(['', ''], [value])
    joinedTexts.push(`${joinedTexts.pop()}${inner.texts[0]}`, ...inner.texts.slice(1))
    joinedTexts.push(`${joinedTexts.pop()}${texts[index + 1]}`)
    joinedValues.push(...inner.values)
  }
  return new SqlPart(joinedTexts, joinedValues)
}

/** Selects columns of a table under the names of fields. */
export const columnsOf = (table: string, columns: Readonly<Record<string, string>>): SqlPart => {
  const named = Object.entries(columns).map(([field, column]) => `${table}.${column} as "${field}"`)
  return new SqlPart([named.join(', ')], [], true)
}

/** All of the parts, with the same text between them. */
export const joinParts = (parts: readonly SqlPart[], between: ' and ' | ' or ' | ', ' | '), ('): SqlPart => {
  const [first = part``, ...others] = parts
  const separator = new SqlPart([between], [])
  return others.reduce((joined, next) => part`${joined}${separator}${next}`, first)
}

/** Tags SQL text: each interpolated value becomes a parameter, never text. */
export const sql = (texts: TemplateStringsArray, ...values: readonly (SqlValue | SqlPart)[]): Statement => {
  if (!values.some((value) => value instanceof SqlPart))
    return { ...prepare(texts), values: values as readonly SqlValue[] }
  const whole = part(texts, ...values)
  const statement = { name: '', text: textOf(whole.texts), values: whole.values }
  const isFixed = values.every((value) => !(value instanceof SqlPart) || value.isFixed)
  return isFixed ? prepared(statement) : statement
}

/** A statement whose parts give it only a few texts, prepared like one without parts. */
export const prepared = (statement: Statement): Statement => {
  const name = namesOfParts.get(statement.text) ?? nameOf(statement.text)
  namesOfParts.set(statement.text, name)
  return { ...statement, name }
}

const namesOfParts = new Map<string, string>()

/** A statement that PostgreSQL plans at each call, for tables whose size changes too much for a stored plan. */
export const unprepared = (statement: Statement): Statement => ({ ...statement, name: '' })
