import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Bench, openBench, openReceiver, openWorker } from '../endpoints/webhook-harness.ts'
import { listDeliveriesOfOrder } from './delivery-history-store.ts'
import { postWebhook } from './send-delivery.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const stateOf = async (merchantId: string, orderId: string) =>
  (await listDeliveriesOfOrder(bench.db, merchantId, orderId))[0]

test('an address that is not public gets no connection, at every attempt, however it is written', async () => {
  const guarded = await openWorker(bench.connectionString, bench.clock, {
    post: postWebhook({ allowPrivate: false }),
  })
  const shop = await openReceiver()
  onTestFinished(() => shop.close())
  const { port } = new URL(shop.url)
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
  ]
  const keys = await Promise.all(hosts.map((host) => bench.merchant(`http://${host}/hook`)))
  const direct = await bench.merchant(`http://127.0.0.1:${port}/hook`)
  for (const key of [...keys, direct]) await bench.paid(key, 'ORDER_1', guarded.wake)
  await guarded.idle()
  for (const [index, key] of keys.entries()) {
    expect([hosts[index], await stateOf(key.merchantId, 'ORDER_1')]).toMatchObject([
      hosts[index],
      { state: 'failed', attempts: [{ status: null, error: 'private_address' }] },
    ])
  }
  expect(await stateOf(direct.merchantId, 'ORDER_1')).toMatchObject({ attempts: [{ status: null }] })
  expect(shop.received).toHaveLength(0)
  await guarded.close()
})
