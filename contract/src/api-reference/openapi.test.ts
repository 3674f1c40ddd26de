import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Endpoint, isNothing } from '../endpoint.ts'
import { ENDPOINTS } from '../endpoint-table.ts'
import { INTEGRATOR_CALLS } from './integrator-calls.ts'
import { openApiDocument } from './openapi.ts'
import { EXAMPLE_BODIES, exampleParameter } from './openapi-examples.ts'
import { objectSchemaOf } from './openapi-schema.ts'

const PLACE = { origin: 'https://pay.example.com', version: '1.2.3', sessionCookie: '__Host-galla' }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'auth' in value

test('the endpoint table has every call of the contract exactly once, under a unique name', async () => {
  const root = path.join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!.*\.test\.).*\.ts$/.test(name),
  )
  const modules: object[] = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ path.join(root, name))),
  )
  const defined = new Set(modules.flatMap((module) => Object.values(module)).filter(isEndpoint))
  const listed = ENDPOINTS.map(({ endpoint }) => endpoint)
  const named = (calls: Iterable<Endpoint>) =>
    [...calls].map(({ method, path }) => `${method} ${path}`).toSorted()
  expect(named(listed)).toEqual(named(defined))
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length)
  expect(new Set(listed.map(({ method, path }) => `${method} ${path}`)).size).toBe(listed.length)
})

test('each call with a body has a valid example with all fields', () => {
  const bodied = ENDPOINTS.filter(({ endpoint }) => !isNothing(endpoint.body))
  expect(bodied.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXAMPLE_BODIES).toSorted())
  for (const { name, endpoint } of bodied) {
    const example = EXAMPLE_BODIES[name] ?? {}
    expect(endpoint.body.safeParse(example).error, name).toBeUndefined()
    const fields = Object.keys(objectSchemaOf(endpoint.body, 'input').properties)
    // A key stands in the header, a saved format stays as it is.
    const left = fields.filter((field) => !(field in example) && field !== 'key' && field !== 'format')
    if (!name.endsWith('Statement')) expect({ name, left }).toEqual({ name, left: [] })
    expect(Object.keys(example).filter((field) => !fields.includes(field))).toEqual([])
  }
})

test('each parameter has a valid example', () => {
  for (const { name, endpoint } of ENDPOINTS)
    for (const part of ['params', 'query'] as const) {
      if (isNothing(endpoint[part])) continue
      const { properties } = objectSchemaOf(endpoint[part], 'input')
      for (const field of Object.keys(properties)) {
        const example = exampleParameter(field, properties[field] ?? {})
        if (part === 'params') expect({ name, field, example }).not.toMatchObject({ example: undefined })
        const { shape } = endpoint[part] as unknown as { shape: Record<string, Endpoint['query']> }
        if (example !== undefined && !('enum' in (properties[field] ?? {})))
          expect(shape[field]?.safeParse(String(example)).error, `${name} ${field}`).toBeUndefined()
      }
    }
})

test('openApiDocument returns the same document for the same place, and another for another place', () => {
  const text = JSON.stringify(openApiDocument(PLACE))
  expect(JSON.stringify(openApiDocument(PLACE))).toBe(text)
  expect(text).toContain('https://pay.example.com/pay/')
  expect(text).not.toContain('undefined')
  const elsewhere = JSON.stringify(openApiDocument({ ...PLACE, origin: 'https://other.example' }))
  expect(elsewhere).not.toContain('pay.example.com')
})

test('every call has an operation with its security, its codes and, for integrators, its descriptions', () => {
  const { paths } = openApiDocument(PLACE) as { paths: Record<string, Record<string, object>> }
  for (const { name, endpoint } of ENDPOINTS) {
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const operation = paths[path]?.[endpoint.method.toLowerCase()]
    expect(operation, path).toMatchObject({
      operationId: name,
      security: {
        public: [],
        key: [{ apiKey: [] }],
        session: [{ session: [] }],
        operator: [{ session: [] }],
        counter: [{ counter: [] }],
      }[endpoint.auth],
      responses: { 200: expect.anything(), 500: expect.anything() },
    })
  }
  const described = JSON.stringify(paths)
  for (const { about } of INTEGRATOR_CALLS) expect(described).toContain(JSON.stringify(about).slice(1, -1))
})
