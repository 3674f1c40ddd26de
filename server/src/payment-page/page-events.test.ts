import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { CONNECTIONS_PER_ADDRESS_MAX } from './page-events.ts'

let shop: Shop
let port: number
const orderIds: string[] = []
const requests: ClientRequest[] = []

beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  const { key } = await shop.merchant()
  for (const client_txn_id of ['A', 'B', 'C']) {
    const reply = await shop.call({
      method: 'POST',
      url: '/api/v1/order/create-order',
      headers: { authorization: `Bearer ${key}` },
      payload: { ...ORDER_BODY, client_txn_id },
    })
    orderIds.push(reply.json().data.order_id)
  }
  await shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.http.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const request of requests) request.destroy()
  await shop.close()
})

const ask = async (path: string, localAddress: string): Promise<IncomingMessage> => {
  const request = get({ port, host: '127.0.0.1', localAddress, path: `/api/v1/order/${path}`, agent: false })
  request.on('error', () => {})
  requests.push(request)
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  return reply
}

test('an address gets 100 event streams, one more is refused, and other addresses still get theirs', async () => {
  const open = await Promise.all(
    Array.from({ length: CONNECTIONS_PER_ADDRESS_MAX }, (_each, n) =>
      ask(`events/${orderIds[n % 3]}`, '127.0.0.1'),
    ),
  )
  expect(new Set(open.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const refused = await ask(`events/${orderIds[0]}`, '127.0.0.1')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
  expect(JSON.parse((await refused.toArray()).join(''))).toMatchObject({ code: 'too_many_requests' })
  expect((await ask(`status/${orderIds[0]}`, '127.0.0.1')).statusCode).toBe(200)
  expect((await ask(`events/${orderIds[0]}`, '127.0.0.2')).statusCode).toBe(200)
  open[0]?.destroy()
  await expect.poll(async () => (await ask(`events/${orderIds[0]}`, '127.0.0.1')).statusCode).toBe(200)
})
