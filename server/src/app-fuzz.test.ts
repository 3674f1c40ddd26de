import { EXAMPLE_BODIES } from '@galla/contract/api-reference/openapi-examples'
import type { Endpoint } from '@galla/contract/endpoint'
import { ENDPOINTS as TABLE } from '@galla/contract/endpoint-table'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALLERS, type Caller, type EveryCaller, everyCaller } from '../testing/every-caller.ts'
import { odd, oddText, RAW, TEXTS } from '../testing/odd-values.ts'
import { bodyFieldsOf, type OpenApi, type Operation, replyChecker } from '../testing/openapi-replies.ts'
import { ORDER_BODY } from '../testing/order-body.ts'
import { openShop, type Shop } from '../testing/shop.ts'
import { bodiesForAnybody, spoiledFields, spoiledTexts } from '../testing/spoiled-bodies.ts'
import { BOUNDARY, FORM_TYPE, formOf } from '../testing/upload-form.ts'

const TIME_LIMIT_MS = 4_000

const ENDPOINTS = TABLE.map(({ endpoint }) => endpoint)

const ORDER = {
  client_txn_id: 'FUZZ_1',
  ...ORDER_BODY,
  udf1: 'a',
  udf2: 'b',
  udf3: 'c',
  expires_in: 300,
}
const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** A body that its call takes, as the document shows it, so that each field can be spoiled by itself. */
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

/** Beside what narrows the list down. */
const { page: _page, limit: _limit, ...FILTER } = QUERY['/user/all-transactions'] ?? {}
QUERY['/user/transactions/export'] = { format: 'csv', ...FILTER }
QUERY['/user/credits'] = { state: 'open', page: '1', limit: '25' }
QUERY['/user/claims'] = { page: '1', limit: '25' }
QUERY['/user/closing'] = { date: '2026-11-21' }
for (const each of ['daily', 'hourly'])
  QUERY[`/user/stats/${each}`] = { from: '2026-11-01', to: '2026-11-30' }

let shop: Shop
let cast: EveryCaller
let orderId: string
let document: OpenApi
let replyFault: ReturnType<typeof replyChecker>

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000000' })
  cast = await everyCaller(shop)
  const link = await cast.integrator.post('/user/generate-payment-link', ORDER)
  orderId = link.json().data.order_id
  document = (await shop.call({ url: '/api/openapi.json' })).json()
  replyFault = replyChecker(document)
})
afterAll(() => shop.close())
// Nobody shall meet the limit of calls, which is full again by then.
beforeEach(() => shop.clock.advance({ minutes: 1 }))

// A login ends the session that comes along, and the rest of the fuzz would stand outside.
const ENDS_THE_SESSION = new Set(['/auth/login', '/auth/logout'])

const urlOf = ({ path }: Endpoint, id?: string): string =>
  `/api/v1${path
    .replace(':orderId', id ?? orderId)
    .replace(/:id\b/, id ?? orderId)
    .replace(':merchantId', id ?? cast.judged.merchantId)
    .replace(':documentId', id ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV')
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
    headers: { ...cast.headersOf(ENDS_THE_SESSION.has(path) ? 'visitor' : caller), ...headers },
  }
  return shop.call(method === 'GET' || payload === undefined ? options : { ...options, payload })
}

/** What every reply owes its reader, whatever was asked. */
const expectEnvelope = (
  reply: LightMyRequestResponse,
  asked: string,
  endpoint?: Pick<Endpoint, 'path' | 'method'>,
): Record<string, unknown> => {
  const context = `${asked} answered ${reply.statusCode} ${reply.body.slice(0, 300)}`
  expect(reply.statusCode, context).toBeLessThan(500)
  const requestId = reply.headers['x-request-id']
  expect(requestId, context).toEqual(expect.any(String))
  const body = reply.json()
  expect(body, context).toMatchObject({ success: reply.statusCode < 300, msg: expect.stringMatching(/./) })
  if (reply.statusCode >= 300)
    expect(body, context).toMatchObject({ code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/), requestId })
  if (body.code === 'invalid_fields') {
    const fields = (body.errors as { field: string; msg: string }[]) ?? []
    expect(fields.length, context).toBeGreaterThan(0)
    for (const { msg } of fields) expect(msg, context).toMatch(/./)
  }
  if (endpoint !== undefined)
    expect(replyFault(documentedPath(endpoint.path), endpoint.method, reply), context).toBeUndefined()
  return body
}

const documentedPath = (path: string): string => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`

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

describe('whatever is sent, the answer is the envelope and never a 5xx', () => {
  test('the contract is covered', () => {
    expect(ENDPOINTS.length).toBeGreaterThanOrEqual(20)
    const bodied = ENDPOINTS.filter(({ body }) => !body.safeParse({}).success).map(callOf)
    expect(bodied.filter((call) => !(call in VALID))).toEqual([])
  })

  test('one field spoiled: a 400 names it', async () => {
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
        const faulty = (envelope.errors as { field: string }[]).map((error) => error.field.split('.')[0])
        expect(faulty, asked).toContain(field)
      }),
      bounded,
    )
  })

  test('any body, any content type, by anybody', async () => {
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

  test('any address: parameters, queries, headers', async () => {
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

  test.each(Object.keys(QUERY['/user/all-transactions'] ?? {}))('the list, with %s spoiled', async (name) => {
    for (const text of [...TEXTS, '1,000', '2147483648', '1e9', '-1', 'ALL', '0001-01-01', '-000001-01-01']) {
      const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
      const envelope = expectEnvelope(
        await cast.merchant.get(`/user/all-transactions?${name}=${value}`),
        `${name}=${value.slice(0, 60)}`,
      )
      if (envelope.success === true) continue
      expect(envelope, name).toMatchObject({ errors: [{ field: name }] })
    }
    const twice = await cast.merchant.get(`/user/all-transactions?${name}=1&${name}=2`)
    expect(twice.statusCode).toBe(400)
  })

  test.each(['/user/stats/daily', '/user/stats/hourly'])('%s, with a day spoiled', async (path) => {
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
          await cast.merchant.get(`${path}?${name}=${value}`),
          `${path} ${name}=${value}`,
        )
        if (envelope.success !== true) expect(envelope, name).toMatchObject({ errors: [{ field: name }] })
      }
  })

  test.each(Object.keys(FILTER))('the export, with %s spoiled', async (name) => {
    for (const text of [...TEXTS, '1,000', '-1', 'ALL', '0001-01-01']) {
      const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
      const reply = await cast.merchant.get(`/user/transactions/export?format=csv&${name}=${value}`)
      if (reply.statusCode === 200) expect(reply.body).toMatch(/^\ufeff"Order ID",/)
      else expect(expectEnvelope(reply, `export ${name}`)).toMatchObject({ errors: [{ field: name }] })
    }
  })
})

const isJson = (reply: LightMyRequestResponse): boolean =>
  String(reply.headers['content-type']).startsWith('application/json')

/** The address of an operation, its parameters as the document's examples, but for what is really there. */
const addressOf = (
  path: string,
  operation: Operation,
  query: Readonly<Record<string, string>> = {},
): string => {
  const real: Readonly<Record<string, string>> = { orderId, merchantId: cast.judged.merchantId }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const example = operation.parameters?.find((each) => each.name === name)?.example
    // A stream that was opened would stay open.
    return encodeURIComponent(
      operation.operationId === 'orderEvents' ? 'x' : (real[name] ?? String(example ?? 'x')),
    )
  })
  const examples = (operation.parameters ?? [])
    .filter((each) => each.in === 'query' && each.example !== undefined)
    .map((each) => [each.name, String(each.example)] as const)
  const all = { ...Object.fromEntries(examples), ...query }
  const asked = Object.entries(all).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  )
  return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`
}

/** A caller without permission learns only that, whatever they send. */
const refusedFor = (operation: Operation, caller: Caller): readonly number[] => {
  const [needs, orNothing] = operation.security
  if (needs === undefined || orNothing !== undefined) return []
  if ('apiKey' in needs) {
    if (caller === 'key' || caller === 'createKey') return []
    return caller === 'readKey' ? (operation.operationId === 'createOrder' ? [403] : []) : [401]
  }
  if (caller === 'operator') return []
  if (caller === 'merchant' || caller === 'other') return operation.tags.includes('Operator') ? [403] : []
  return [401]
}

const rightfulCaller = (operation: Operation): Caller => {
  const [needs] = operation.security
  if (needs === undefined) return 'visitor'
  if ('apiKey' in needs) return 'key'
  return operation.tags.includes('Operator') ? 'operator' : 'merchant'
}

describe('every operation of the document', () => {
  const ask = async (
    path: string,
    method: string,
    caller: Caller,
    url: string,
    what: string,
    sent?: { readonly payload: string | Buffer; readonly type: string },
  ): Promise<LightMyRequestResponse> => {
    const ending = ENDS_THE_SESSION.has(path.replace('/api/v1', ''))
    const headers = {
      ...cast.headersOf(ending ? 'visitor' : caller),
      ...(sent === undefined ? {} : { 'content-type': sent.type }),
    }
    const reply = await shop.call({
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT',
      url,
      headers,
      ...(sent === undefined ? {} : { payload: sent.payload }),
    })
    const context = `${caller} ${method} ${url.slice(0, 200)}, ${what}: ${reply.statusCode} ${reply.body.slice(0, 300)}`
    expect(reply.statusCode, context).toBeLessThan(500)
    expect(replyFault(path, method, reply), context).toBeUndefined()
    // Other gateways' clients are answered in those gateways' words.
    if (isJson(reply) && path.startsWith('/api/v1/')) expectEnvelope(reply, context)
    return reply
  }

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  const exampleOf = (operation: Operation) =>
    operation.requestBody?.content['application/json']?.example ?? {}

  test('by everybody, with what it shows, nothing, too much, twice the same and the names of JavaScript', async () => {
    let calls = 0
    for (const { path, method, operation } of operations()) {
      shop.clock.advance({ seconds: 1 })
      for (const caller of CALLERS) {
        const refused = refusedFor(operation, caller)
        const url = addressOf(path, operation)
        const all = bodiesForAnybody(exampleOf(operation))
        // Who is refused at the door is refused before it is read: a few bodies show that.
        const bodies = method === 'get' ? [undefined] : refused.length > 0 ? all.slice(0, 2) : all
        for (const body of bodies) {
          const sent = body === undefined ? undefined : { payload: body.body, type: 'application/json' }
          const reply = await ask(path, method, caller, url, body?.what ?? 'asked', sent)
          calls += 1
          if (refused.length > 0)
            expect(refused, `${caller} ${url} ${body?.what} ${reply.body}`).toContain(reply.statusCode)
        }
      }
    }
    expect(calls).toBeGreaterThan(1_500)
  })

  test('each field of its body at the edges, beyond them, of another type, huge and in odd characters', async () => {
    let calls = 0
    for (const { path, method, operation } of operations())
      for (const { what, body } of spoiledFields(exampleOf(operation), bodyFieldsOf(document, operation))) {
        const caller = rightfulCaller(operation)
        const sent = { payload: body, type: 'application/json' }
        await ask(path, method, caller, addressOf(path, operation), what, sent)
        calls += 1
      }
    expect(calls).toBeGreaterThan(1_000)
  })

  test('each parameter of its query the same', async () => {
    let calls = 0
    for (const { path, method, operation } of operations())
      for (const { name, schema } of (operation.parameters ?? []).filter((each) => each.in === 'query'))
        for (const text of spoiledTexts(schema)) {
          const url = addressOf(path, operation, { [name]: text })
          await ask(path, method, rightfulCaller(operation), url, `${name} spoiled`)
          calls += 1
        }
    expect(calls).toBeGreaterThan(200)
  })

  test('and what does not fit would be seen', async () => {
    const plans = await shop.call({ url: '/api/v1/plans' })
    expect(replyFault('/api/v1/plans', 'get', plans)).toBeUndefined()
    expect(replyFault('/api/v1/order/create-order', 'post', plans)).toContain('data')
    expect(replyFault('/api/v1/nowhere', 'get', plans)).toContain('does not know')
    const late = await shop.call({ url: '/api/v1/user/stats' })
    expect(late.statusCode).toBe(401)
    expect(replyFault('/api/v1/plans', 'get', late)).toContain('401')
  })

  test('with files where it takes some: none, none that is one, a broken form', async () => {
    const forms = operations().filter(
      ({ operation }) => 'multipart/form-data' in (operation.requestBody?.content ?? {}),
    )
    expect(forms.length).toBeGreaterThan(1)
    for (const { path, method, operation } of forms)
      for (const payload of [
        formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
          { name: 'a.pdf', content: Buffer.from('%PDF-1.7 but no more') },
        ]),
        formOf({}, [{ name: '\u202e.csv', content: Buffer.from('a,b\n1,2'), field: 'file' }]),
        formOf({ ['__proto__']: 'x', constructor: 'y' }, []),
        Buffer.from(
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nnever ends`,
        ),
      ])
        await ask(path, method, rightfulCaller(operation), addressOf(path, operation), 'a form', {
          payload,
          type: FORM_TYPE,
        })
  })
})

test('none of it became an error of ours in the log', () => {
  expect(shop.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
