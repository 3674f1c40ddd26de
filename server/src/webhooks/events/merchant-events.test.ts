import type { Mode } from '@galla/contract/orders/order-status'
import { merchantEventPayload } from '@galla/contract/webhooks/merchant-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { type Bench, openBench } from '../endpoints/webhook-harness.ts'
import { readEvents } from './read-events.ts'
import { recordMerchantEvent } from './record-merchant-event.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const REFUND = {
  refundId: 'RF1',
  requestId: null,
  creditId: 'CR1',
  orderId: 'ORDER_1',
  client_txn_id: 'TXN_1',
  amount: '20.00',
  utr: null,
  reference: null,
  reason: null,
}

const refunded = (merchantId: string, mode: Mode, about = 'RF1') =>
  bench.db.transaction((tx) =>
    recordMerchantEvent(
      tx,
      { clock: bench.clock, ids: randomIds, wakeDeliveries() {} },
      { merchantId, mode, type: 'refund.sent', about, data: REFUND },
    ),
  )

const recorded = (merchantId: string) =>
  bench.db.values<string>(sql`select payload from webhook_events where merchant_id = ${merchantId}`)

test('an event about one refund is recorded once, however often and at whatever time it is recorded', async () => {
  const { merchantId, mode } = await bench.merchant('https://shop.example/hook')
  await Promise.all(Array.from({ length: 5 }, () => refunded(merchantId, mode)))
  await refunded(merchantId, mode)
  const [payload, ...others] = await recorded(merchantId)
  expect(others).toEqual([])
  expect(merchantEventPayload.parse(JSON.parse(payload ?? ''))).toMatchObject({
    type: 'refund.sent',
    mode: 'test',
    data: REFUND,
  })
  await refunded(merchantId, mode, 'RF2')
  expect(await recorded(merchantId)).toHaveLength(2)
})

test('the specified endpoint and the list of events get none of them', async () => {
  const key = await bench.merchant('https://shop.example/hook')
  await refunded(key.merchantId, key.mode)
  expect(
    await bench.db.rows(sql`select from webhook_undelivered where merchant_id = ${key.merchantId}`),
  ).toEqual([])
  expect(await readEvents(bench, key, { after: undefined, limit: 10 })).toMatchObject({ data: [], next: '0' })
})
