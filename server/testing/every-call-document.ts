import { callPaths, componentsOf, openApiDocument } from '@galla/contract/api-reference/openapi'
import { COUNTER_EVENTS_PATH } from '@galla/contract/counters/counter-screen'
import type { Endpoint } from '@galla/contract/endpoint'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { EXAMPLE_BODIES, exampleParameter } from './example-bodies.ts'
import type { Media, OpenApi, Operation } from './openapi-replies.ts'

type Json = Record<string, unknown>

const SECURITY: Readonly<Record<Endpoint['auth'], readonly Json[]>> = {
  public: [],
  key: [{ apiKey: [] }],
  session: [{ session: [] }],
  operator: [{ session: [] }],
  counter: [{ counter: [] }],
}

const FILE: Media = { schema: { type: 'string' } }
const FAILED = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
const ALIVE = { content: { 'application/json': { schema: { type: 'object' } } } }

/** What the document for integrators does not describe: who logs in, forms with files, and replies that are files. */
const operationOf = (operation: Operation, name: string, endpoint: Endpoint): Operation => {
  const { auth, requestContent, responseContentTypes } = endpoint
  const success = operation.responses[200]?.content?.['application/json'] ?? {}
  const content = (responseContentTypes ?? ['application/json']).map((type) => [
    type,
    type === 'application/json' ? success : FILE,
  ])
  const json = operation.requestBody?.content['application/json']
  const sent =
    requestContent === undefined
      ? json && { content: { 'application/json': { ...json, example: EXAMPLE_BODIES[name] } } }
      : { content: { [requestContent === 'anything' ? '*/*' : 'multipart/form-data']: {} } }
  const parameters = operation.parameters?.map((parameter) => {
    const example = exampleParameter(parameter.name, { ...parameter.schema })
    return example === undefined ? parameter : { ...parameter, example }
  })
  return {
    ...operation,
    security: SECURITY[auth] as Operation['security'],
    ...(parameters === undefined ? {} : { parameters }),
    ...(sent === undefined ? {} : { requestBody: sent as NonNullable<Operation['requestBody']> }),
    responses: { ...operation.responses, 200: { content: Object.fromEntries(content) } },
  }
}

/** Routes that are neither calls of the contract nor in the document for integrators. */
const others = (): Record<string, Record<string, Operation>> => {
  const get = (operationId: string, security: Operation['security'], responses: Json) => ({
    get: { operationId, tags: ['Service'], security, responses: responses as Operation['responses'] },
  })
  return {
    [`/api/v1${COUNTER_EVENTS_PATH}`]: get('counterEvents', [{ counter: [] }], {
      200: { content: { 'text/event-stream': FILE } },
      401: FAILED,
      429: FAILED,
      503: FAILED,
    }),
    '/api/openapi.json': get('openApi', [], { 200: ALIVE }),
    '/healthz': get('alive', [], { 200: ALIVE }),
    '/readyz': get('ready', [], { 200: ALIVE, 503: FAILED }),
  }
}

/** A document of every route of the server, against which tests hold its replies. Integrators get a part of it. */
export const everyCallDocument = (): OpenApi => {
  const origin = 'http://localhost:3000'
  const served = openApiDocument({ origin, version: '' }) as unknown as OpenApi
  const paths = callPaths(ENDPOINTS, origin) as unknown as Record<string, Record<string, Operation>>
  for (const { name, endpoint } of ENDPOINTS) {
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const methods = paths[path] ?? {}
    const method = endpoint.method.toLowerCase()
    const operation = methods[method]
    if (operation !== undefined) methods[method] = operationOf(operation, name, endpoint)
  }
  return {
    paths: { ...served.paths, ...paths, ...others() },
    components: { ...served.components, ...componentsOf(ENDPOINTS) } as OpenApi['components'],
  }
}
