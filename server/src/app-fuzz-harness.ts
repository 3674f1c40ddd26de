import type { Endpoint } from '@galla/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyCallDocument } from '../testing/every-call-document.ts'
import { type EveryCaller, everyCaller } from '../testing/every-caller.ts'
import { type OpenApi, replyChecker } from '../testing/openapi-replies.ts'
import { ORDER_BODY } from '../testing/order-body.ts'
import { openShop, type Shop } from '../testing/shop.ts'

const ORDER = {
  client_txn_id: 'FUZZ_1',
  ...ORDER_BODY,
  udf1: 'a',
  udf2: 'b',
  udf3: 'c',
  expires_in: 300,
}

// A login ends the session that comes along, and the rest of the fuzz would stand outside.
export const ENDS_THE_SESSION = new Set(['/auth/login', '/auth/logout'])

/** The app with every kind of caller, opened and closed with the test file. */
export const openFuzzedApp = () => {
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
    document = everyCallDocument()
    replyFault = replyChecker(document)
  })
  afterAll(() => shop.close())
  // The rate limit must not refuse calls; it is full again by then.
  beforeEach(() => shop.clock.advance({ minutes: 1 }))

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

  return {
    get shop() {
      return shop
    },
    get cast() {
      return cast
    },
    get orderId() {
      return orderId
    },
    get document() {
      return document
    },
    replyFault: (...reply: Parameters<typeof replyFault>) => replyFault(...reply),
    expectEnvelope,
  }
}

/** The last test of a file: none of what it sent became an error of ours in the log. */
export const expectNothingLogged = (app: ReturnType<typeof openFuzzedApp>): void => {
  test('none of it became an error of ours in the log', () => {
    expect(app.shop.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
}

const documentedPath = (path: string): string => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`
