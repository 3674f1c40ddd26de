import * as accountCalls from '@galla/contract/accounts'
import * as alertCalls from '@galla/contract/alerts'
import * as apiDetails from '@galla/contract/api-details'
import * as billingCalls from '@galla/contract/billing'
import * as creditCalls from '@galla/contract/credits'
import type { Endpoint } from '@galla/contract/endpoint'
import * as kycCalls from '@galla/contract/kyc'
import * as loginSecurityCalls from '@galla/contract/login-security'
import * as merchantCalls from '@galla/contract/merchants'
import * as operatorCalls from '@galla/contract/operator'
import * as orderCalls from '@galla/contract/orders'
import * as pageCalls from '@galla/contract/payment-page'
import * as statementCalls from '@galla/contract/statements'
import * as statisticsCalls from '@galla/contract/statistics'
import * as subscriptionCalls from '@galla/contract/subscriptions'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../testing/shop.ts'

const ORIGIN = 'http://localhost:3000'
const TIME_LIMIT_MS = 6_000

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'auth' in value

const ENDPOINTS = [
  accountCalls,
  apiDetails,
  alertCalls,
  billingCalls,
  creditCalls,
  loginSecurityCalls,
  merchantCalls,
  kycCalls,
  operatorCalls,
  orderCalls,
  pageCalls,
  statementCalls,
  statisticsCalls,
  subscriptionCalls,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isEndpoint))

const ORDER = {
  client_txn_id: 'FUZZ_1',
  amount: '499.00',
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/done',
  udf1: 'a',
  udf2: 'b',
  udf3: 'c',
  expires_in: 300,
}
const PERSON = {
  name: 'Sharma Tea',
  email: 'fuzz@example.com',
  mobileNumber: '9876543210',
  password: 'correct horse battery',
}
const { password: _password, ...PROFILE } = PERSON

/** A body that its call takes, so that each field can be spoiled by itself. */
const VALID: Readonly<Record<string, Record<string, unknown>>> = {
  '/auth/register': PERSON,
  '/auth/login': { email: PERSON.email, password: PERSON.password, rememberMe: true, code: '287 082' },
  '/user/update-profile': {
    ...PROFILE,
    websiteName: 'Tea',
    websiteUrl: 'https://tea.example',
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
    supportEmail: 'help@tea.example',
    supportPhone: '+91 98765',
    showSupport: true,
  },
  '/auth/forgot-password': { email: PERSON.email },
  '/auth/reset-password': { token: 'x'.repeat(43), password: PERSON.password },
  '/auth/totp/confirm': { code: '287082' },
  '/auth/totp/disable': { password: PERSON.password },
  '/user/connect-merchant': {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'sharma@examplebank',
    isPersonalUpi: false,
    verification: null,
  },
  '/user/new-subscription': { planData: { planName: 'basic', billingCycle: '28days' } },
  '/user/billing-details': {
    legalName: 'Sharma Tea',
    address: 'MG Road, Bengaluru',
    stateCode: '29',
    gstin: '29AAGCB7383J1Z4',
  },
  '/user/mode': { mode: 'test' },
  '/user/update-webhook-url': { webhookUrl: 'https://tea.example/hook', format: 'standard' },
  '/order/create-order': ORDER,
  '/user/generate-payment-link': ORDER,
  '/order/check-order-status': { client_txn_id: 'FUZZ_1' },
  '/user/statements/:id/preview': { columns: { date: 0, credit: 1, dateOrder: 'dmy' } },
  '/user/statements/:id/confirm': { columns: { date: 0, credit: 1, dateOrder: 'dmy' } },
  '/user/transactions/:orderId/notes': { text: 'Called him,\nhe pays on Monday' },
  '/operator/merchants/:merchantId/suspend': { reason: 'Asked for by his bank' },
  '/operator/kyc/:merchantId/approve': { submissionId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  '/operator/kyc/:merchantId/reject': { submissionId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', reason: 'Blurred' },
  '/operator/plans': {
    planName: 'basic',
    billingCycle: '84days',
    price: '2999.00',
    qrRequests: 16_499,
    replaces: '2026-11-21T04:00:00.000Z',
  },
  '/user/credits/:creditId/assign': {
    orderId: '00000000000000000000000000',
    utr: '612345678901',
    note: 'He called',
  },
  '/user/credits/:creditId/accept': { note: 'Well' },
  '/user/credits/:creditId/refunded': { utr: '612345678901', note: 'Sent back' },
  '/user/credits/:creditId/ignore': { note: 'Rent' },
  '/user/credits/:creditId/join': { creditId: 'x', note: 'Same' },
  '/user/transactions/:orderId/confirm': { utr: '612345678901', note: 'Seen' },
  '/user/alerts/:alertId/credit': { amount: '5.00', utr: '612345678901' },
  '/user/test-alert': { text: 'Rs 5.00 credited', sender: 'VM-EXBANK-S' },
  '/order/claim/:orderId': { utr: '612345678901' },
  '/simulator/pay': { upi: 'upi://pay?pa=a@gallatest&tr=x&am=1.00', outcome: 'success' },
}
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

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e\u200f\u0627',
    '💥'.repeat(40),
    'e\u0301'.repeat(50),
  ],
  ...[
    'x'.repeat(70_000),
    'İ'.repeat(250),
    '\u2028',
    '\n',
    '\x7f',
    '%00',
    '%',
    "' or 1=1 --",
    '$1',
    '\\',
    '%_',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '1e3',
    '-0',
    '0x10',
    '999999999999999999999',
  ],
  ...[
    '0.01',
    '1000000.01',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    'javascript:alert(1)',
    'http://[',
    'https://a@b:c/',
  ],
  ...[
    'http://\u0000',
    'https://\u202e.example',
    'upi://pay?',
    `upi://pay?pa=a@b&am=1&tr=${'A'.repeat(99)}`,
    '<script>',
  ],
]
const odd = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    -0,
    0.1 + 0.2,
    1e308,
    2 ** 53,
    5e-324,
    [],
    {},
    [[]],
    ['a', 'b'],
  ),
  fc.constantFrom<unknown>(
    { toString: 1 },
    { $gt: '' },
    { length: 5 },
    deep(10),
    deep(60),
    Array(5000).fill('x'),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const oddText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 120 }))

const RAW = fc.tuple(
  fc.constantFrom<string | Buffer>(
    ...[
      '{',
      '[]',
      'null',
      '"x"',
      '1',
      'true',
      '{"a":1,"a":2}',
      '{"__proto__":{"success":true}}',
      '\0',
      '\ufeff{}',
    ],
    ...[
      '{"constructor":{"prototype":{"x":1}}}',
      'a=1&a=2',
      '__proto__=1',
      'amount=%00',
      'amount=%ff',
      '&&&==',
      '=x',
    ],
    'client_txn_id=a&client_txn_id=b&amount=1',
    `{"amount":${'9'.repeat(5000)}}`,
    `{"a":${'['.repeat(20_000)}`,
    'x'.repeat(300_000),
    Buffer.from([0xff, 0xfe, 0x00]),
    `{"client_txn_id":"${'\\ud800'.repeat(3)}"}`,
  ),
  fc.constantFrom<string | undefined>(
    ...[
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
    ],
    ...[
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/vnd.x+json',
      'garbage',
      '',
      ';',
      undefined,
    ],
  ),
)

type Caller = 'visitor' | 'merchant' | 'key' | 'operator'

let shop: Shop
let merchant: ShopMerchant
let integrator: ShopMerchant
let orderId: string
let operator: ShopCaller
/** Whom the operator suspends and resumes. */
let judged: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000000' })
  merchant = await shop.merchant()
  integrator = await shop.merchant()
  judged = await shop.merchant()
  operator = await shop.operator()
  const link = await integrator.post('/user/generate-payment-link', ORDER)
  orderId = link.json().data.order_id
})
afterAll(() => shop.close())

// A login ends the session that comes along, and the rest of the fuzz would stand outside.
const ENDS_THE_SESSION = new Set(['/auth/login', '/auth/logout'])

const headersOf = (caller: Caller): Record<string, string> => {
  if (caller === 'operator') return { cookie: operator.cookie, origin: ORIGIN }
  if (caller === 'merchant') return { cookie: merchant.cookie, origin: ORIGIN }
  return caller === 'key' ? { authorization: `Bearer ${integrator.key}` } : {}
}

const urlOf = ({ path }: Endpoint, id?: string): string =>
  `/api/v1${path
    .replace(':orderId', id ?? orderId)
    .replace(/:id\b/, id ?? orderId)
    .replace(':merchantId', id ?? judged.merchantId)
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
    headers: { ...headersOf(ENDS_THE_SESSION.has(path) ? 'visitor' : caller), ...headers },
  }
  return shop.call(method === 'GET' || payload === undefined ? options : { ...options, payload })
}

/** What every reply owes its reader, whatever was asked. */
const expectEnvelope = (reply: LightMyRequestResponse, asked: string): Record<string, unknown> => {
  const told = `${asked} answered ${reply.statusCode} ${reply.body.slice(0, 300)}`
  expect(reply.statusCode, told).toBeLessThan(500)
  const requestId = reply.headers['x-request-id']
  expect(requestId, told).toEqual(expect.any(String))
  const body = reply.json()
  expect(body, told).toMatchObject({ success: reply.statusCode < 300, msg: expect.stringMatching(/./) })
  if (reply.statusCode >= 300)
    expect(body, told).toMatchObject({ code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/), requestId })
  if (body.code === 'invalid_fields') {
    const fields = (body.errors as { field: string; msg: string }[]) ?? []
    expect(fields.length, told).toBeGreaterThan(0)
    for (const { msg } of fields) expect(msg, told).toMatch(/./)
  }
  return body
}

const callerOf = fc.constantFrom<Caller>('visitor', 'merchant', 'key', 'operator')
const named = new Map(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
const endpointOf = (name: string): Endpoint => {
  const endpoint = named.get(name)
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`)
  return endpoint
}
/** By its name, so that a counterexample can be read. */
const anyEndpoint = fc.constantFrom(...named.keys())
const withBody = ENDPOINTS.filter(({ path }) => path in VALID)
const fields = withBody.flatMap((endpoint) =>
  Object.keys(VALID[endpoint.path] ?? {}).map((field) => ({
    name: `${endpoint.method} ${endpoint.path}`,
    field,
  })),
)
const CALLER: Readonly<Record<Endpoint['auth'], Caller>> = {
  public: 'visitor',
  session: 'merchant',
  operator: 'operator',
  key: 'key',
}

const bounded = { interruptAfterTimeLimit: TIME_LIMIT_MS, numRuns: 700 } as const

describe('whatever is sent, the answer is the envelope and never a 5xx', () => {
  test('the contract is covered', () => {
    expect(ENDPOINTS.length).toBeGreaterThanOrEqual(20)
    const bodied = ENDPOINTS.filter(({ body }) => !body.safeParse({}).success).map(({ path }) => path)
    expect(bodied.filter((path) => !(path in VALID))).toEqual([])
  })

  test('one field spoiled: a 400 names it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), odd, async ({ name, field }, value) => {
        const endpoint = endpointOf(name)
        const body = { ...VALID[endpoint.path], [field]: value }
        const asked = `${endpoint.path} with ${field} = ${JSON.stringify(value)?.slice(0, 80)}`
        const reply = await send(endpoint, CALLER[endpoint.auth], urlOf(endpoint), body)
        const told = expectEnvelope(reply, asked)
        if (told.code !== 'invalid_fields') return
        // A profile's e-mail and passwords depend on each other, so there another one may be at fault.
        if (endpoint.path === '/user/update-profile') return
        const faulty = (told.errors as { field: string }[]).map((error) => error.field.split('.')[0])
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
        expectEnvelope(reply, `${caller} ${endpoint.path} ${type} ${String(payload).slice(0, 80)}`)
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
          const reply = await send(endpoint, caller, url, VALID[endpoint.path], { [name]: value })
          expectEnvelope(reply, `${caller} ${url.slice(0, 300)} ${name}: ${value.slice(0, 30)}`)
        },
      ),
      bounded,
    )
  })

  test.each(Object.keys(QUERY['/user/all-transactions'] ?? {}))('the list, with %s spoiled', async (name) => {
    for (const text of [...TEXTS, '1,000', '2147483648', '1e9', '-1', 'ALL', '0001-01-01', '-000001-01-01']) {
      const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
      const told = expectEnvelope(
        await merchant.get(`/user/all-transactions?${name}=${value}`),
        `${name}=${value.slice(0, 60)}`,
      )
      if (told.success === true) continue
      expect(told, name).toMatchObject({ errors: [{ field: name }] })
    }
    const twice = await merchant.get(`/user/all-transactions?${name}=1&${name}=2`)
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
        const told = expectEnvelope(
          await merchant.get(`${path}?${name}=${value}`),
          `${path} ${name}=${value}`,
        )
        if (told.success !== true) expect(told, name).toMatchObject({ errors: [{ field: name }] })
      }
  })

  test.each(Object.keys(FILTER))('the export, with %s spoiled', async (name) => {
    for (const text of [...TEXTS, '1,000', '-1', 'ALL', '0001-01-01']) {
      const value = encodeURIComponent(text.toWellFormed()).slice(0, 3000)
      const reply = await merchant.get(`/user/transactions/export?format=csv&${name}=${value}`)
      if (reply.statusCode === 200) expect(reply.body).toMatch(/^\ufeffOrder ID,/)
      else expect(expectEnvelope(reply, `export ${name}`)).toMatchObject({ errors: [{ field: name }] })
    }
  })
})

test('none of it became an error of ours in the log', () => {
  expect(shop.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
