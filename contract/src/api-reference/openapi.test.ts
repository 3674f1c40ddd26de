import { expect, test } from 'vitest'
import { ENDPOINTS } from '../endpoint-harness.ts'
import { DOCUMENTED_CALLS, INTEGRATOR_CALLS } from './integrator-calls.ts'
import { openApiDocument } from './openapi.ts'

const PLACE = { origin: 'https://pay.example.com', version: '1.2.3' }

test('each call of the contract has a unique name and a unique path', () => {
  expect(ENDPOINTS.length).toBeGreaterThan(100)
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length)
  expect(new Set(ENDPOINTS.map(({ endpoint: { method, path } }) => `${method} ${path}`)).size).toBe(
    ENDPOINTS.length,
  )
})

test('openApiDocument returns the same document for the same place, and another for another place', () => {
  const text = JSON.stringify(openApiDocument(PLACE))
  expect(JSON.stringify(openApiDocument(PLACE))).toBe(text)
  expect(text).toContain('https://pay.example.com/pay/')
  expect(text).not.toContain('undefined')
  const elsewhere = JSON.stringify(openApiDocument({ ...PLACE, origin: 'https://other.example' }))
  expect(elsewhere).not.toContain('pay.example.com')
})

test('the document has exactly the calls that are promised to integrators', () => {
  const { paths } = openApiDocument(PLACE) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    ),
  ).toEqual([
    'post /api/v1/order/create-order createOrder',
    'post /api/v1/order/check-order-status checkOrderStatus',
    'get /api/v1/events listEvents',
    'post /api/v1/simulator/pay simulatorPay',
    'get /api/v1/orders listOrders',
    'get /api/v1/orders/{orderId} getOrder',
    'post /api/v1/orders/{orderId}/cancel cancelOrder',
    'get /api/v1/credits listPayments',
    'get /api/v1/credits/{creditId} getPayment',
    'post /api/v1/credits/{creditId}/refunds createRefund',
    'get /api/v1/cases listOpenCases',
    'get /api/v1/closing getClosing',
    'get /api/v1/links listLinks',
    'post /api/v1/links createLink',
    'post /api/v1/links/{code}/close closeLink',
    'post /api/v1/order/pay/{orderId} openOrder',
    'get /api/v1/order/status/{orderId} orderStatus',
    'post /api/v1/order/checkstatus/{orderId} checkStatus',
    'get /api/v1/order/paid/{orderId} findPaidOrder',
    'post /api/v1/order/claim/{orderId} claimPayment',
    'post /api/create_order ekqrCreateOrder',
    'post /api/check_order_status ekqrCheckOrderStatus',
    'post /api/v2/create_order ekqrCreateOrderV2',
    'post /api/v2/check_order_status ekqrCheckOrderStatusV2',
    'post /api/orders/create-order cutepeCreateOrder',
    'post /api/orders/check-order-status cutepeCheckOrderStatus',
    'get /api/v1/order/events/{orderId} orderEvents',
    'get /pay/{orderId}/qr.png qrImage',
    'get /ekqr_sdk.js ekqrSdk',
  ])
})

test('every call that takes an API key is in the document, and none that needs a login', () => {
  const documented = DOCUMENTED_CALLS.map(({ endpoint }) => endpoint)
  for (const { endpoint } of ENDPOINTS.filter((each) => each.endpoint.auth === 'key'))
    expect(documented).toContain(endpoint)
  for (const { endpoint } of DOCUMENTED_CALLS) expect(['key', 'public']).toContain(endpoint.auth)
  for (const { name, endpoint } of DOCUMENTED_CALLS)
    expect(ENDPOINTS.find((each) => each.name === name)?.endpoint, name).toBe(endpoint)
})

test('the id of each webhook is said to be in a field that its body has', () => {
  type Post = {
    parameters: { name: string; description: string }[]
    requestBody: { content: { 'application/json': { schema: { $ref?: string; properties?: object } } } }
  }
  const { webhooks, components } = openApiDocument(PLACE) as {
    webhooks: Record<string, { post: Post }>
    components: { schemas: { Webhook: { properties: object } } }
  }
  for (const [event, { post }] of Object.entries(webhooks)) {
    const { schema } = post.requestBody.content['application/json']
    const { properties = {} } = schema.$ref === undefined ? schema : components.schemas.Webhook
    const about = post.parameters.find(({ name }) => name === 'webhook-id')?.description ?? ''
    const [, field = about] = /^Equals (\w+) in the body/.exec(about) ?? []
    expect(Object.keys(properties), event).toContain(field)
  }
})

test('every call has its security, its codes, an example and, for integrators, its descriptions', () => {
  const { paths } = openApiDocument(PLACE) as { paths: Record<string, Record<string, object>> }
  for (const { name, endpoint } of DOCUMENTED_CALLS) {
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    expect(paths[path]?.[endpoint.method.toLowerCase()], path).toMatchObject({
      operationId: name,
      security: endpoint.auth === 'key' ? [{ apiKey: [] }] : [],
      responses: { 200: expect.anything(), 500: expect.anything() },
    })
  }
  const described = JSON.stringify(paths)
  for (const { about, exampleBody, exampleReply } of INTEGRATOR_CALLS) {
    expect(described).toContain(JSON.stringify(about).slice(1, -1))
    expect(described).toContain(JSON.stringify(exampleReply(PLACE.origin)))
    if (!('after' in exampleBody)) expect(described).toContain(JSON.stringify(exampleBody))
  }
})
