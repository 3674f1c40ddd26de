import type { FieldWords } from '@galla/contract/integrator-words'
import { z } from 'zod'

export interface FieldRow {
  readonly name: string
  /** `text`, `number or text`, `created, pending, success or failed`. */
  readonly type: string
  /** Must be sent, or is always there. */
  readonly required: boolean
  /** Empty where there is none. */
  readonly limit: string
  readonly means: string
}

/** As much of JSON Schema as our schemas use. */
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

const NAMES: Readonly<Record<string, string>> = { string: 'text', 'date-time': 'time (ISO 8601)' }

const typesOf = (schema: JsonSchema): readonly string[] => {
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum !== undefined) return schema.enum
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf)
  if (schema.format === 'date-time') return [NAMES['date-time'] ?? '']
  return [schema.type ?? 'anything'].flat().map((type) => NAMES[type] ?? type)
}

const spoken = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The rows of a field table: what the schema itself says, and the contract's words for it. */
export function fieldRows(
  schema: z.ZodType,
  words: Readonly<Record<string, FieldWords>>,
  io: 'input' | 'output',
): FieldRow[] {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const required = new Set(json.required)
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    type: spoken([...new Set(typesOf(field))]),
    required: required.has(name),
    limit:
      words[name]?.limit ?? (field.maxLength === undefined ? '' : `at most ${field.maxLength} characters`),
    means: words[name]?.means ?? '',
  }))
}
