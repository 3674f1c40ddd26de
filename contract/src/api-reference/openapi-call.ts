import { SCOPES_OF_CALL } from '../api-keys/key-scopes.ts'
import { type Endpoint, isNothing } from '../endpoint.ts'
import { refusalsOf } from '../endpoint-refusals.ts'
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_CHARS_MAX } from '../limits.ts'
import { codeOf, REFUSALS, type RefusalCode } from '../refusals.ts'
import { type DocumentedCall, INTEGRATOR_CALLS } from './integrator-calls.ts'
import { type Json, type ObjectSchema, objectSchemaOf, withDescriptions } from './openapi-schema.ts'

export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): Json => ({
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
export const schemasOf = ({ name, endpoint }: DocumentedCall): Json => ({
  ...(isNothing(endpoint.body) ? {} : { [requestName(name)]: requestSchema(endpoint) }),
  [replyName(name)]: successSchema(endpoint),
})

const requestSchema = (endpoint: Endpoint): ObjectSchema =>
  withDescriptions(objectSchemaOf(endpoint.body, 'input'), integratorCallOf(endpoint)?.bodyFields ?? {})

/** One call as an OpenAPI operation. */
export const operationOf = ({ name, endpoint, group }: DocumentedCall, origin: string): Json => {
  const parameters = parametersOf(endpoint)
  return {
    operationId: name,
    tags: [group],
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    security: endpoint.auth === 'key' ? [{ apiKey: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.method === 'GET' ? {} : bodyOf(name, endpoint)),
    responses: { 200: successOf(name, endpoint, origin), ...failuresOf(endpoint) },
  }
}

const descriptionOf = (endpoint: Endpoint): Json => {
  const about = integratorCallOf(endpoint)?.about
  const scopes = SCOPES_OF_CALL[`/api/v1${endpoint.path}`]
  if (endpoint.auth !== 'key' || scopes === undefined)
    return about === undefined ? {} : { description: about }
  const needed = `The key needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
  return { description: about === undefined ? needed : `${about} ${needed}` }
}

const parametersOf = (endpoint: Endpoint): Json[] => [
  ...parametersIn(endpoint, 'params'),
  ...parametersIn(endpoint, 'query'),
  ...(endpoint.refusals.includes('idempotency_key_reused') ? [IDEMPOTENCY_HEADER] : []),
]

const parametersIn = (endpoint: Endpoint, part: 'params' | 'query'): Json[] => {
  if (isNothing(endpoint[part])) return []
  const known = part === 'query' ? integratorCallOf(endpoint)?.bodyFields : undefined
  const { properties, required = [] } = withDescriptions(objectSchemaOf(endpoint[part], 'input'), known ?? {})
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

const bodyOf = (name: string, endpoint: Endpoint): Json => {
  if (isNothing(endpoint.body)) return {}
  const example = integratorCallOf(endpoint)?.exampleBody
  const media = {
    schema: ref('schemas', requestName(name)),
    ...(example === undefined ? {} : { example }),
  }
  const content = { 'application/json': media, 'application/x-www-form-urlencoded': media }
  return { requestBody: { required: !endpoint.body.safeParse({}).success, content } }
}

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const headersOf = (...names: readonly string[]): Json =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, ref('headers', name)]))

const successOf = (name: string, endpoint: Endpoint, origin: string): Json => {
  const example = integratorCallOf(endpoint)?.exampleReply(origin)
  return {
    description: 'Success.',
    headers: headersOf(...(endpoint.auth === 'key' ? RATE_HEADERS : [])),
    content: {
      'application/json': {
        schema: ref('schemas', replyName(name)),
        ...(example === undefined ? {} : { example }),
      },
    },
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
export const failureResponses = (calls: readonly DocumentedCall[]): Json =>
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
    },
  },
})
