import type { FieldDescription } from '@galla/contract/api-reference/integrator-fields'
import type { z } from 'zod'

export interface FieldRow {
  readonly name: string
  /** `text`, `number or text`, `created, pending, success or failed`. */
  readonly type: string
  /** Whether a request must have the field, or a reply always has it. */
  readonly required: boolean
  /** Empty if the field has no limit. */
  readonly limit: string
  readonly means: string
}

/** The parts of Zod that our schemas use. Zod's own JSON Schema converter would be larger than the guide. */
interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly string[]
}

type Direction = 'input' | 'output'

const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition

/** The schema inside a wrapper (optional, default, a transformation); undefined for a plain schema. */
const within = ({ innerType, in: before, out: after }: Definition, io: Direction): z.ZodType | undefined =>
  innerType ?? (io === 'input' ? before : after)

const TIME = 'time (ISO 8601)'

const typesOf = (schema: z.ZodType, io: Direction): readonly string[] => {
  const definition = definitionOf(schema)
  const inner = within(definition, io)
  if (inner !== undefined) return [...typesOf(inner, io), ...(definition.type === 'nullable' ? ['null'] : [])]
  if (definition.options !== undefined) return definition.options.flatMap((each) => typesOf(each, io))
  if (definition.entries !== undefined) return Object.values(definition.entries)
  if (definition.values !== undefined) return definition.values
  if (definition.type !== 'string') return [definition.type]
  return ['format' in schema && schema.format === 'datetime' ? TIME : 'text']
}

const maxLengthOf = (schema: z.ZodType, io: Direction): number | undefined => {
  const inner = within(definitionOf(schema), io)
  if (inner !== undefined) return maxLengthOf(inner, io)
  return 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : undefined
}

const isRequired = (schema: z.ZodType, io: Direction): boolean =>
  io === 'input'
    ? schema._zod.optin !== 'optional' && definitionOf(schema).type !== 'default'
    : schema._zod.optout !== 'optional'

const joinWithOr = (types: readonly string[]): string =>
  types.length < 2 ? types.join('') : `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`

/** The rows of a field table, from the schema and the contract's descriptions. */
export function fieldRows(
  schema: z.ZodType,
  descriptions: Readonly<Record<string, FieldDescription>>,
  io: Direction,
): FieldRow[] {
  const { shape } = schema as z.ZodObject<Record<string, z.ZodType>>
  return Object.entries(shape).map(([name, field]) => {
    const max = maxLengthOf(field, io)
    return {
      name,
      type: joinWithOr([...new Set(typesOf(field, io))]),
      required: isRequired(field, io),
      limit: descriptions[name]?.limit ?? (max === undefined ? '' : `at most ${max} characters`),
      means: descriptions[name]?.means ?? '',
    }
  })
}
