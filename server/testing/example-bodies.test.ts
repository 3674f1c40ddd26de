import { objectSchemaOf } from '@galla/contract/api-reference/openapi-schema'
import { type Endpoint, isNothing } from '@galla/contract/endpoint'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { expect, test } from 'vitest'
import { EXAMPLE_BODIES, exampleParameter } from './example-bodies.ts'

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
