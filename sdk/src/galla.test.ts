import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ConflictError,
  ConnectionError,
  Galla,
  InvalidRequestError,
  type NewOrder,
  QuotaError,
  RateLimitError,
  RefusedError,
  ServerError,
} from './galla.ts'

const ORDER: NewOrder = {
  client_txn_id: 'A-1',
  amount: '499.00',
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/done',
}

interface Got {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (response: ServerResponse, got: Got) => void

let server: Server
let got: Got[]
let answers: Answer[]
let baseUrl = ''

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const refused = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  json(status, { success: false, msg: 'No.', code, requestId: 'req_1' }, headers)
const created = json(200, { success: true, msg: 'Order created', data: { order_id: 'ord_1' } })
const hangUp: Answer = (response) => response.destroy()
const halfAnAnswer: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"data":')
  response.destroy()
}

beforeEach(async () => {
  got = []
  answers = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const each = { method: request.method, url: request.url, headers: request.headers, body }
    got.push(each)
    const answer = answers.shift() ?? created
    answer(response, each)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const galla = (over: Partial<ConstructorParameters<typeof Galla>[0]> = {}): Galla =>
  new Galla({ apiKey: 'key_test_1', baseUrl, ...over })

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => error,
  )

test('createOrder sends the key and a new idempotency key, and returns the reply', async () => {
  expect(await galla().createOrder(ORDER)).toEqual({ order_id: 'ord_1' })
  await galla().createOrder(ORDER, { idempotencyKey: 'mine' })
  expect(got.map(({ method, url }) => `${method} ${url}`)).toEqual(
    Array(2).fill('POST /api/v1/order/create-order'),
  )
  expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer key_test_1' })
  expect(JSON.parse(got[0]?.body ?? '')).toEqual(ORDER)
  expect(got[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(got[1]?.headers['idempotency-key']).toBe('mine')
})

test('a temporary failure is retried with the same idempotency key until it succeeds', async () => {
  answers = [hangUp, refused(503, 'overloaded'), halfAnAnswer]
  expect(await galla().createOrder(ORDER)).toEqual({ order_id: 'ord_1' })
  expect(got).toHaveLength(4)
  expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a retry waits as long as the server asks', async () => {
  answers = [refused(429, 'too_many_requests', { 'retry-after': '1' })]
  const startedMs = performance.now()
  await galla().checkOrderStatus('A-1')
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
})

test('a call that must wait more than half a minute throws instead of waiting', async () => {
  answers = [refused(429, 'too_many_requests', { 'retry-after': '900' })]
  const error = await failureOf(galla().checkOrderStatus('A-1'))
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ retryAfterSeconds: 900, status: 429 })
  expect(got).toHaveLength(1)
})

test('the last failure is thrown after the last retry', async () => {
  answers = [refused(500, 'internal'), refused(500, 'internal')]
  expect(await failureOf(galla({ retries: 1 }).createOrder(ORDER))).toBeInstanceOf(ServerError)
  answers = [hangUp, hangUp]
  expect(await failureOf(galla({ retries: 1 }).createOrder(ORDER))).toBeInstanceOf(ConnectionError)
  expect(got).toHaveLength(4)
})

test('a refused call throws the reason and is not retried', async () => {
  const errors = [{ field: 'amount', msg: 'Amount must be between 1 and 100000' }]
  answers = [
    json(400, { msg: 'Some fields are not valid', code: 'invalid_fields', errors, requestId: 'req_9' }),
  ]
  const error = await failureOf(galla().createOrder(ORDER))
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({ code: 'invalid_fields', errors, requestId: 'req_9', status: 400 })
  expect(String(error)).toBe(
    'InvalidRequestError: Some fields are not valid (amount: Amount must be between 1 and 100000) [invalid_fields, HTTP 400, request req_9]',
  )
  answers = [refused(409, 'duplicate_client_txn_id'), refused(402, 'quota_exhausted')]
  expect(await failureOf(galla().createOrder(ORDER))).toBeInstanceOf(ConflictError)
  expect(await failureOf(galla().createOrder(ORDER))).toBeInstanceOf(QuotaError)
  expect(got).toHaveLength(3)
})

test('the refusal of a repeated order names the first one, so that the caller can go on with it', async () => {
  const first = { order_id: 'ord_1', payment_url: 'https://pay.example/pay/ord_1' }
  const duplicate = { success: false, msg: 'Used.', code: 'duplicate_client_txn_id', requestId: 'req_1' }
  answers = [created, json(409, { ...duplicate, ...first }), json(409, duplicate)]
  expect(await galla().createOrder(ORDER)).toMatchObject({ order_id: first.order_id })
  expect(await failureOf(galla().createOrder(ORDER))).toMatchObject({
    status: 409,
    orderId: first.order_id,
    paymentUrl: first.payment_url,
  })
  // Of an order with the same id but other contents, the server does not name the first.
  expect(await failureOf(galla().createOrder(ORDER))).toMatchObject({ orderId: null, paymentUrl: null })
})

test("a proxy's page instead of a reply is reported as such", async () => {
  answers = [(response) => response.writeHead(404).end('<html>not here</html>')]
  const error = await failureOf(galla().checkOrderStatus('A-1'))
  expect(error).toBeInstanceOf(RefusedError)
  expect(error).toMatchObject({ status: 404, code: 'unknown' })
  answers = Array(4).fill((response: ServerResponse) => response.writeHead(200).end('<html>welcome</html>'))
  expect(await failureOf(galla({ retries: 0 }).checkOrderStatus('A-1'))).toBeInstanceOf(ConnectionError)
})

test('a redirect never receives the key', async () => {
  answers = [(response) => response.writeHead(307, { location: `${baseUrl}/elsewhere` }).end()]
  const error = await failureOf(galla().createOrder(ORDER))
  expect(error).toBeInstanceOf(ConnectionError)
  expect(String(error)).toContain(`leads elsewhere (HTTP 307 to ${baseUrl}/elsewhere). Is baseUrl`)
  expect(got.map(({ url }) => url)).toEqual(['/api/v1/order/create-order'])
})

test('a server that never responds times out, and the caller may abort sooner', async () => {
  answers = [() => undefined, () => undefined]
  const slow = galla({ timeoutMs: 50, retries: 0 })
  expect(String(await failureOf(slow.checkOrderStatus('A-1')))).toContain('did not respond in 50 ms')
  const ending = new AbortController()
  const asked = failureOf(galla().checkOrderStatus('A-1', { signal: ending.signal }))
  ending.abort(new Error('enough'))
  expect(String(await asked)).toBe('Error: enough')
})

test('a simulated payment is never retried', async () => {
  answers = [refused(503, 'overloaded')]
  expect(await failureOf(galla().simulatePayment('upi://pay?tr=X', 'declined'))).toBeInstanceOf(ServerError)
  expect(got.map(({ body }) => body)).toEqual(['{"upi":"upi://pay?tr=X","outcome":"declined"}'])
})

test('events are listed from a cursor', async () => {
  const page = { success: true, data: [], next: '7', more: false }
  answers = [json(200, page), json(200, page)]
  expect(await galla().listEvents({ after: '6', limit: 2 })).toMatchObject({
    data: [],
    next: '7',
    more: false,
  })
  await galla().listEvents()
  expect(got.map(({ url }) => url)).toEqual(['/api/v1/events?after=6&limit=2', '/api/v1/events'])
})

test.each([
  ['apiKey', { apiKey: ' ' }],
  ['baseUrl', { baseUrl: 'pay.example.com' }],
  ['baseUrl', { baseUrl: 'ftp://pay.example.com' }],
])('an invalid %s is refused at once', (name, wrong) => {
  expect(() => galla(wrong)).toThrow(name)
})
