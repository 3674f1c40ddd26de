import { type Access, type Endpoint, type FormParts, isNothing } from '../endpoint.ts'
import { refusalsOf } from '../endpoint-refusals.ts'
import type { NamedEndpoint } from '../endpoint-table.ts'
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_CHARS_MAX } from '../limits.ts'
import { createOrder } from '../orders/orders.ts'
import { codeOf, REFUSALS, type RefusalCode } from '../refusals.ts'
import { INTEGRATOR_CALLS } from './integrator-calls.ts'
import { EXAMPLE_BODIES, exampleParameter } from './openapi-examples.ts'
import { type Json, type ObjectSchema, objectSchemaOf, withDescriptions } from './openapi-schema.ts'

export const SECURITY = {
  public: [],
  key: [{ apiKey: [] }],
  session: [{ session: [] }],
  operator: [{ session: [] }],
  counter: [{ counter: [] }],
} as const satisfies Record<Access, readonly Json[]>

export const ref = (kind: 'schemas' | 'headers' | 'examples' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `For ${IDEMPOTENCY_HOURS} hours, the same key returns the first reply again, byte for byte.`,
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARS_MAX },
}

const integratorCallOf = (endpoint: Endpoint) => INTEGRATOR_CALLS.find((call) => call.endpoint === endpoint)

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const requestName = (name: string): string => `${titled(name)}Request`
const replyName = (name: string): string => `${titled(name)}Reply`

/** The request and reply schemas of a call, under names that generated clients can use. */
export const schemasOf = ({ name, endpoint }: NamedEndpoint): Json => ({
  ...(endpoint.requestContent === undefined && !isNothing(endpoint.body)
    ? { [requestName(name)]: requestSchema(endpoint) }
    : {}),
  [replyName(name)]: successSchema(endpoint),
})

const requestSchema = (endpoint: Endpoint): ObjectSchema => {
  const fields = objectSchemaOf(endpoint.body, 'input')
  const known = integratorCallOf(endpoint)
  return known === undefined ? fields : withDescriptions(fields, known.bodyFields)
}

/** One call of the table as an OpenAPI operation. */
export const operationOf = ({ name, endpoint, group }: NamedEndpoint, origin: string): Json => {
  const known = integratorCallOf(endpoint)
  const parameters = parametersOf(endpoint)
  return {
    operationId: name,
    tags: [group],
    summary: endpoint.summary,
    ...(known === undefined ? {} : { description: known.about }),
    security: SECURITY[endpoint.auth],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.method === 'GET' ? {} : bodyOf(name, endpoint)),
    responses: { 200: successOf(name, endpoint, origin), ...failuresOf(endpoint) },
  }
}

const parametersOf = (endpoint: Endpoint): Json[] => [
  ...Object.entries(fieldsOf(endpoint, 'params')).map(([name, schema]) =>
    parameter('path', name, schema, true),
  ),
  ...Object.entries(fieldsOf(endpoint, 'query')).map(([name, schema]) =>
    parameter('query', name, schema, requiredOf(endpoint).includes(name)),
  ),
  ...(endpoint.path === createOrder.path ? [IDEMPOTENCY_HEADER] : []),
]

const parameter = (where: 'path' | 'query', name: string, schema: Json, required: boolean): Json => {
  const example = exampleParameter(name, schema)
  return { name, in: where, required, schema, ...(example === undefined ? {} : { example }) }
}

const fieldsOf = (endpoint: Endpoint, part: 'params' | 'query'): Readonly<Record<string, Json>> =>
  isNothing(endpoint[part]) ? {} : objectSchemaOf(endpoint[part], 'input').properties

const requiredOf = ({ query }: Endpoint): readonly string[] =>
  isNothing(query) ? [] : (objectSchemaOf(query, 'input').required ?? [])

const bodyOf = (name: string, endpoint: Endpoint): Json => {
  const { requestContent, body, auth } = endpoint
  if (requestContent === 'anything')
    return {
      requestBody: { description: 'Any content.', content: { '*/*': { schema: {} } } },
    }
  if (requestContent !== undefined)
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(requestContent) } } },
    }
  if (isNothing(body)) return {}
  const example = EXAMPLE_BODIES[name]
  const media = {
    schema: ref('schemas', requestName(name)),
    ...(example === undefined ? {} : { example }),
  }
  const required = !body.safeParse({}).success
  // Calls with a session accept only JSON, because other websites could send forms.
  const formToo = auth === 'key' || auth === 'public'
  const content = {
    'application/json': media,
    ...(formToo ? { 'application/x-www-form-urlencoded': media } : {}),
  }
  return { requestBody: { required, content } }
}

const formOf = (parts: FormParts): Json => {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const kinds = { text: { type: 'string' }, file, files: { type: 'array', items: file } }
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parts).map(([name, kind]) => [name, kinds[kind]])),
    required: Object.keys(parts),
  }
}

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const headersOf = (...names: readonly string[]): Json =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, ref('headers', name)]))

const successOf = (name: string, endpoint: Endpoint, origin: string): Json => {
  const known = integratorCallOf(endpoint)
  const envelope = {
    schema: ref('schemas', replyName(name)),
    ...(known === undefined ? {} : { example: known.exampleReply(origin) }),
  }
  const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const content = Object.fromEntries(
    (endpoint.responseContentTypes ?? ['application/json']).map((type) => [
      type,
      type === 'application/json' ? envelope : file,
    ]),
  )
  return {
    description: 'Success.',
    headers: headersOf(...(endpoint.auth === 'key' ? RATE_HEADERS : [])),
    content,
  }
}

const ENVELOPE = {
  success: { const: true },
  msg: { type: 'string', description: 'A message for people.' },
} as const

const successSchema = (endpoint: Endpoint): Json => {
  const known = integratorCallOf(endpoint)
  const { properties, required = [] } = objectSchemaOf(endpoint.reply, 'output')
  const { data } = properties
  const described =
    known === undefined || data?.type !== 'object'
      ? properties
      : { ...properties, data: withDescriptions(data as ObjectSchema, known.dataFields) }
  return {
    type: 'object',
    properties: { ...ENVELOPE, ...described },
    required: ['success', 'msg', ...required],
  }
}

/** The refusals of a call by their status. */
const byStatus = (endpoint: Endpoint): (readonly [status: number, codes: readonly RefusalCode[]])[] => {
  const refusals = refusalsOf(endpoint)
  const statuses = [...new Set(refusals.map((code) => REFUSALS[code].status))].toSorted((a, b) => a - b)
  return statuses.map((status) => [status, refusals.filter((code) => REFUSALS[code].status === status)])
}

const failureName = (codes: readonly RefusalCode[]): string => codes.join('-')

/** One entry for each status, with its possible codes. */
const failuresOf = (endpoint: Endpoint): Json =>
  Object.fromEntries(
    byStatus(endpoint).map(([status, codes]) => [status, ref('responses', failureName(codes))]),
  )

/** The error responses that the calls refer to. Many calls share one. */
export const failureResponses = (calls: readonly NamedEndpoint[]): Json =>
  Object.fromEntries(
    calls.flatMap(({ endpoint }) =>
      byStatus(endpoint).map(([status, codes]) => [failureName(codes), failureOf(status, codes)]),
    ),
  )

const failureOf = (status: number, codes: readonly RefusalCode[]): Json => ({
  description: codes.map((code) => `\`${codeOf(code)}\`: ${REFUSALS[code].msg}`).join('\n\n'),
  headers: headersOf(...(status === 429 || status === 503 ? ['Retry-After'] : [])),
  content: {
    'application/json': {
      schema: {
        allOf: [ref('schemas', 'Failure')],
        properties: { code: { enum: [...new Set(codes.map(codeOf))] } },
      },
      examples: Object.fromEntries(codes.map((code) => [code, ref('examples', code)])),
    },
  },
})
