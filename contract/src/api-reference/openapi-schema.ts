import { z } from 'zod'

/** A JSON Schema of the 2020-12 draft, or any other part of the document. */
export type Json = { [name: string]: unknown }

export type Direction = 'input' | 'output'

/** What a schema says of a value on the wire: before it is read (`input`), or after it was written (`output`). */
export const jsonSchemaOf = (schema: z.ZodType, io: Direction): Json => {
  const { $schema: _draft, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // New fields may be added, and unknown ones are ignored, so that no client breaks over one.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // The format says it, and says it so that one can read it.
      if (jsonSchema.format === 'date' || jsonSchema.format === 'date-time') delete jsonSchema.pattern
    },
  })
  return plain
}

export interface ObjectSchema extends Json {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Bodies, queries and replies are always objects. */
export const objectSchemaOf = (schema: z.ZodType, io: Direction): ObjectSchema => {
  const plain = jsonSchemaOf(schema, io)
  if (plain.type !== 'object') throw new Error('a body or a reply that is no object')
  const properties = isJson(plain.properties) ? (plain.properties as Record<string, Json>) : {}
  return { ...plain, type: 'object', properties }
}

interface Words {
  readonly means: string
  readonly limit?: string
}

/** The contract's own words at each field that has some. */
export const withDescriptions = (
  schema: ObjectSchema,
  words: Readonly<Record<string, Words>>,
): ObjectSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      const { means, limit } = words[name] ?? {}
      if (means === undefined) return [name, field]
      return [name, { ...field, description: limit === undefined ? means : `${means} (${limit})` }]
    }),
  ),
})
