import { CHOSEN_EVENTS } from '@galla/contract/webhooks/webhook'
import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { changeOrder } from '../orders/change-order.ts'
import { sql } from '../platform/database/database.ts'
import { recordCredit } from './record-credit.ts'

let ledger: Ledger
let merchant: Awaited<ReturnType<typeof addMerchant>>
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** An endpoint that takes everything. */
const addEndpoint = ({ merchantId, mode }: typeof merchant) =>
  ledger.db.run(sql`
    insert into webhook_endpoints (merchant_id, mode, endpoint_id, name, url, events, secret_sealed, created_at)
    values (${merchantId}, ${mode}, 2, 'ERP', 'https://erp.example/hook', ${[...CHOSEN_EVENTS]}, '\\x00', ${ledger.clock.now()})`)

beforeEach(async () => {
  merchant = await addMerchant(ledger.db)
  await addEndpoint(merchant)
})

interface Sent {
  readonly type?: string
  readonly event?: string
  readonly data?: Record<string, unknown>
}
/** What the endpoint is sent, without the events of orders that each endpoint may get. */
const sent = async (): Promise<Sent[]> => {
  const payloads = await ledger.db.values<string>(sql`
    select e.payload from webhook_events e join webhook_undelivered u using (merchant_id, mode, event_id)
    where e.merchant_id = ${merchant.merchantId} and u.endpoint_id = 2 order by e.event_id`)
  return payloads.map((payload) => JSON.parse(payload) as Sent)
}
const cases = async () => (await sent()).filter(({ type }) => type !== undefined)

/** Reports that come twice, at the same time, and again. */
const report = async (credit: ReturnType<typeof creditFor>): Promise<void> => {
  await Promise.all([1, 2, 3].map(() => recordCredit(ledger, credit)))
  await recordCredit(ledger, credit)
}

test('a second payment of an order is one event, with the order and the payment', async () => {
  const order = await ledger.create(merchant, orderForm({ client_txn_id: 'INV-2' }))
  await report(creditFor(ledger, order))
  const second = creditFor(ledger, order)
  await report(second)
  expect(await cases()).toMatchObject([
    {
      type: 'order.duplicate',
      mode: 'test',
      data: {
        orderId: order.orderId,
        client_txn_id: 'INV-2',
        amount: '499.00',
        orderAmount: '499.00',
        utr: second.utr,
      },
    },
  ])
})

test('another amount is one event, and the order stays open', async () => {
  const order = await ledger.create(merchant, orderForm())
  await report(creditFor(ledger, order, { amount: paise(48900n) }))
  expect(await sent()).toMatchObject([
    {
      type: 'order.amount_mismatch',
      data: { orderId: order.orderId, amount: '489.00', orderAmount: '499.00' },
    },
  ])
})

test('a payment of no order is one event, whatever reports it again', async () => {
  const credit = creditFor(ledger, { ...merchant, orderId: '' }, { reference: null, source: 'alert' })
  await report(credit)
  await report({ ...credit, source: 'statement', sourceKey: 'row-1' })
  expect(await sent()).toMatchObject([
    { type: 'credit.unmatched', data: { amount: '499.00', utr: credit.utr } },
  ])
})

test('an order that is paid after it expired is a success and late, each once', async () => {
  const order = await ledger.create(merchant, orderForm())
  ledger.clock.advance({ hours: 2 })
  await changeOrder(ledger, order.orderId, () => ({ kind: 'time' }))
  await report(creditFor(ledger, order))
  expect((await sent()).map(({ type, event }) => type ?? event).sort()).toEqual([
    'order.failed',
    'order.late',
    'order.success',
  ])
})

test('a payment that settles its order in time is no case, and without an endpoint no case is stored', async () => {
  const order = await ledger.create(merchant, orderForm())
  await report(creditFor(ledger, order))
  expect(await cases()).toEqual([])
  merchant = await addMerchant(ledger.db)
  await report(creditFor(ledger, { ...merchant, orderId: '' }, { reference: null }))
  expect(
    await ledger.db.rows(sql`select from webhook_events where merchant_id = ${merchant.merchantId}`),
  ).toEqual([])
})
