/** The parts of an OpenAPI document that the list of all calls shows. */
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

interface Media {
  readonly schema?: Schema
}

interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
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
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface ListedCall {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Resolves a `$ref`. Returns anything else unchanged. */
const resolved = <T extends { readonly $ref?: string }>({ components }: ApiDocument, thing: T): T => {
  const [kind, name] = thing.$ref?.split('/').slice(-2) ?? []
  return kind === undefined || name === undefined ? thing : (components[kind]?.[name] as T)
}

/** The calls that contain every search word, by group and in the order of the document. */
export const listedCalls = (
  document: ApiDocument,
  wanted: string,
): readonly (readonly [string, readonly ListedCall[]])[] => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const fits = ({ method, path, operation }: ListedCall) => {
    const text = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return document.tags
    .map(
      ({ name }) => [name, calls.filter((call) => call.operation.tags.includes(name) && fits(call))] as const,
    )
    .filter(([, found]) => found.length > 0)
}

export const accessOf = ({ security, tags }: Operation): string => {
  const [first] = security
  if (first === undefined) return 'public'
  if ('apiKey' in first) return 'API key'
  return tags.includes('Operator') ? "operator's login" : 'login'
}

export interface SchemaRow {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly about: string
}

const DEPTH_MAX = 3

/** The fields of a schema, each followed by its nested fields. */
export const schemaRows = (document: ApiDocument, schema: Schema, depth = 0): readonly SchemaRow[] => {
  const { properties = {}, required = [] } = objectIn(document, schema) ?? {}
  return Object.entries(properties).flatMap(([name, field]) => [
    {
      name,
      depth,
      type: typeOf(document, field),
      required: required.includes(name),
      about: [field.description, field.maxLength === undefined ? '' : `at most ${field.maxLength} characters`]
        .filter(Boolean)
        .join(' '),
    },
    ...(depth < DEPTH_MAX ? schemaRows(document, field, depth + 1) : []),
  ])
}

/** The object of a schema, or of its array items. */
const objectIn = (document: ApiDocument, schema: Schema): Schema | undefined => {
  const plain = resolved(document, schema)
  if (plain.properties !== undefined) return plain
  if (plain.items !== undefined) return objectIn(document, plain.items)
  const variants = [...(plain.anyOf ?? []), ...(plain.oneOf ?? [])].flatMap(
    (each) => objectIn(document, each) ?? [],
  )
  return variants[0]
}

const typeOf = (document: ApiDocument, schema: Schema): string => {
  const plain = resolved(document, schema)
  if (plain.const !== undefined) return JSON.stringify(plain.const)
  if (plain.enum !== undefined) return plain.enum.map(String).join(', ')
  if (plain.items !== undefined) return `list of ${typeOf(document, plain.items)}`
  const variants = plain.anyOf ?? plain.oneOf
  if (variants !== undefined) return [...new Set(variants.map((each) => typeOf(document, each)))].join(' or ')
  if (plain.format === 'date-time') return 'time (ISO 8601)'
  if (plain.format === 'date') return 'day (YYYY-MM-DD)'
  const names = [plain.type ?? 'anything'].flat()
  return names.map((name) => (name === 'string' ? 'text' : name)).join(' or ')
}

/** The schema of the request body; undefined if the call has none. */
export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema

export const replySchema = (document: ApiDocument, { responses }: Operation): Schema | undefined => {
  const reply = responses[200]
  return reply === undefined ? undefined : resolved(document, reply).content?.['application/json']?.schema
}

export interface Refused {
  readonly status: string
  /** One `code: message` each. */
  readonly description: readonly string[]
}

export const refusalsIn = (document: ApiDocument, { responses }: Operation): readonly Refused[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, reply]) => ({
      status,
      description: (resolved(document, reply).description ?? '').replaceAll('`', '').split('\n\n'),
    }))
