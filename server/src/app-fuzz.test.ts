import type { Endpoint } from '@galla/contract/endpoint'
import { ENDPOINTS as TABLE } from '@galla/contract/endpoint-harness'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { CALLERS, type Caller } from '../testing/every-caller.ts'
import { EXAMPLE_BODIES } from '../testing/example-bodies.ts'
import { odd, oddText, RAW, TEXTS } from '../testing/odd-values.ts'
import { ENDS_THE_SESSION, expectNothingLogged, openFuzzedApp } from './app-fuzz-harness.ts'

const TIME_LIMIT_MS = 60_000

const ENDPOINTS = TABLE.map(({ endpoint }) => endpoint)

const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** A valid body of the call, as in its document, so that each field can be spoiled separately. */
const VALID: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.fromEntries(
  TABLE.flatMap(({ name, endpoint }) => {
    const example = EXAMPLE_BODIES[name]
    return example === undefined ? [] : [[callOf(endpoint), example]]
  }),
)
const QUERY: Record<string, Record<string, string>> = {
  '/user/all-transactions': {
    page: '1',
    limit: '10',
    search: 'tea',
    status: 'all',
    from: '2026-11-01',
    to: '2026-11-30',
    sort: 'newest',
    minAmount: '1',
    maxAmount: '9',
  },
}

QUERY['/operator/merchants'] = { search: 'tea', state: 'suspended', after: `mer_${'0'.repeat(26)}` }
QUERY['/operator/kyc'] = { status: 'all', page: '1', limit: '10' }
QUERY['/operator/attention'] = { mode: 'test', after: 'x' }
QUERY['/operator/audit'] = { merchantId: `mer_${'0'.repeat(26)}`, after: 'x' }

/** Besides the filters of the list. */
const { page: _page, limit: _limit, ...FILTER } = QUERY['/user/all-transactions'] ?? {}
QUERY['/user/transactions/export'] = { format: 'csv', ...FILTER }
QUERY['/user/credits'] = { state: 'open', page: '1', limit: '25' }
QUERY['/user/claims'] = { page: '1', limit: '25' }
QUERY['/user/closing'] = { date: '2026-11-21' }
for (const each of ['daily', 'hourly'])
  QUERY[`/user/stats/${each}`] = { from: '2026-11-01', to: '2026-11-30' }

const app = openFuzzedApp()
const { expectEnvelope } = app

const urlOf = ({ path }: Endpoint, id?: string): string =>
  `/api/v1${path
    .replace(':orderId', id ?? app.orderId)
    .replace(/:id\b/, id ?? app.orderId)
    .replace(':merchantId', id ?? app.cast.judged.merchantId)
    .replace(':documentId', id ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV')
    .replace(':endpointId', id ?? '2')
    .replace(':jobId', id ?? '1')}`

const send = (
  { method, path }: Endpoint,
  caller: Caller,
  url: string,
  payload?: object | string | Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => {
  const options: InjectOptions = {
    method,
    url,
    headers: { ...app.cast.headersOf(ENDS_THE_SESSION.has(path) ? 'visitor' : caller), ...headers },
  }
  return app.shop.call(method === 'GET' || payload === undefined ? options : { ...options, payload })
}

const callerOf = fc.constantFrom<Caller>(...CALLERS)
const named = new Map(ENDPOINTS.map((endpoint) => [callOf(endpoint), endpoint]))
const endpointOf = (name: string): Endpoint => {
  const endpoint = named.get(name)
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`)
  return endpoint
}
/** By its name, so that a counterexample can be read. */
const anyEndpoint = fc.constantFrom(...named.keys())
const withBody = ENDPOINTS.filter((endpoint) => callOf(endpoint) in VALID)
const fields = withBody.flatMap((endpoint) =>
  Object.keys(VALID[callOf(endpoint)] ?? {}).map((field) => ({
    name: callOf(endpoint),
    field,
  })),
)
const CALLER: Readonly<Record<Endpoint['auth'], Caller>> = {
  public: 'visitor',
  session: 'merchant',
  operator: 'operator',
  key: 'key',
  counter: 'counter',
}

const bounded = { interruptAfterTimeLimit: fuzzRuns(TIME_LIMIT_MS), numRuns: fuzzRuns(200) } as const

describe('any request gets the envelope and never a 5xx', () => {
  test('with every call of the contract', () => {
    expect(ENDPOINTS.length).toBeGreaterThanOrEqual(20)
    const bodied = ENDPOINTS.filter(({ body }) => !body.safeParse({}).success).map(callOf)
    expect(bodied.filter((call) => !(call in VALID))).toEqual([])
  })

  test('with one invalid field, which a 400 names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), odd, async ({ name, field }, value) => {
        const endpoint = endpointOf(name)
        const body = { ...VALID[callOf(endpoint)], [field]: value }
        const asked = `${endpoint.path} with ${field} = ${JSON.stringify(value)?.slice(0, 80)}`
        const reply = await send(endpoint, CALLER[endpoint.auth], urlOf(endpoint), body)
        const envelope = expectEnvelope(reply, asked, endpoint)
        if (envelope.code !== 'invalid_fields') return
        // A profile's e-mail and passwords depend on each other, so there another one may be at fault.
        if (endpoint.path === '/user/update-profile') return
        // Either a password or a code confirms: without the one, the other is judged.
        if (endpoint.path === '/user/confirm-identity' && value === null) return
        const faulty = (envelope.errors as { field: string }[]).map((error) => error.field.split('.')[0])
        expect(faulty, asked).toContain(field)
      }),
      bounded,
    )
  })

  test('with any body and content type, from any caller', async () => {
    const strange = fc.dictionary(oddText, odd, { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(anyEndpoint, callerOf, fc.oneof(RAW, strange), async (call, caller, sent) => {
        const endpoint = endpointOf(call)
        const [payload, type] = Array.isArray(sent) ? sent : [JSON.stringify(sent), 'application/json']
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        const reply = await send(endpoint, caller, urlOf(endpoint), payload, headers)
        expectEnvelope(reply, `${caller} ${endpoint.path} ${type} ${String(payload).slice(0, 80)}`, endpoint)
      }),
      bounded,
    )
  })

  test('with any parameters, queries and headers', async () => {
    const headerText = fc.constantFrom(
      '',
      'Bearer',
      'Bearer  x',
      'Basic eA==',
      'x'.repeat(9000),
      '\u00ff',
      '; =;=',
      '__proto__',
    )
    const header = fc.tuple(
      fc.constantFrom(
        'authorization',
        'cookie',
        'idempotency-key',
        'origin',
        'sec-fetch-site',
        'user-agent',
        'accept-encoding',
      ),
      headerText,
    )
    const id = fc.oneof(
      fc.constantFrom(
        '%',
        '%00',
        '%ff',
        '%2e%2e',
        '..',
        'x'.repeat(300),
        '%F0%9F%92%A5',
        '0'.repeat(26),
        'a/b',
      ),
      oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 600)),
    )
    await fc.assert(
      fc.asyncProperty(
        anyEndpoint,
        callerOf,
        id,
        header,
        oddText,
        async (call, caller, param, [name, value], text) => {
          const endpoint = endpointOf(call)
          const names = [...Object.keys(QUERY[endpoint.path] ?? {}), 'x', '__proto__']
          const query = names
            .filter((_each, index) => (text.length + index) % 3 === 0)
            .map((each) => `${each}=${encodeURIComponent(text.toWellFormed()).slice(0, 2000)}`)
          const url = `${urlOf(endpoint, param)}?${query.join('&')}`
          const reply = await send(endpoint, caller, url, VALID[callOf(endpoint)], { [name]: value })
          expectEnvelope(reply, `${caller} ${url.slice(0, 300)} ${name}: ${value.slice(0, 30)}`, endpoint)
        },
      ),
      bounded,
    )
  })

  test.each(Object.keys(QUERY['/user/all-transactions'] ?? {}))(
    'to the list, with invalid %s',
    async (name) => {
      for (const text of [
        ...TEXTS,
        '1,000',
        '2147483648',
        '1e9',
        '-1',
        'ALL',
        '0001-01-01',
        '-000001-01-01',
      ]) {
        const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
        const envelope = expectEnvelope(
          await app.cast.merchant.get(`/user/all-transactions?${name}=${value}`),
          `${name}=${value.slice(0, 60)}`,
        )
        if (envelope.success === true) continue
        expect(envelope, name).toMatchObject({ errors: [{ field: name }] })
      }
      const twice = await app.cast.merchant.get(`/user/all-transactions?${name}=1&${name}=2`)
      expect(twice.statusCode).toBe(400)
    },
  )

  test.each(['/user/stats/daily', '/user/stats/hourly'])('to %s, with an invalid day', async (path) => {
    for (const name of ['from', 'to'])
      for (const text of [
        ...TEXTS,
        '2026-13-01',
        '0001-01-01',
        '-000001-01-01',
        '2027-11-21',
        '9999-12-31',
      ]) {
        const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
        const envelope = expectEnvelope(
          await app.cast.merchant.get(`${path}?${name}=${value}`),
          `${path} ${name}=${value}`,
        )
        if (envelope.success !== true) expect(envelope, name).toMatchObject({ errors: [{ field: name }] })
      }
  })

  test.each(Object.keys(FILTER))('to the export, with invalid %s', async (name) => {
    for (const text of [...TEXTS, '1,000', '-1', 'ALL', '0001-01-01']) {
      const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
      const reply = await app.cast.merchant.get(`/user/transactions/export?format=csv&${name}=${value}`)
      if (reply.statusCode === 200) expect(reply.body).toMatch(/^\ufeff"Order ID",/)
      else expect(expectEnvelope(reply, `export ${name}`)).toMatchObject({ errors: [{ field: name }] })
    }
  })
})

expectNothingLogged(app)
