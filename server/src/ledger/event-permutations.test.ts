import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { changeOrder } from '../orders/change-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder, listOrderHistory } from '../orders/order-store.ts'
import { recordCredit } from './record-credit.ts'

let ledger: Ledger
let merchant: { merchantId: string; mode: 'test' }

beforeAll(async () => {
  ledger = await openLedger()
  merchant = { ...(await addMerchant(ledger.db)), mode: 'test' }
})
afterAll(() => ledger.close())

const NEWS = ['success', 'failed', 'expired', 'pending'] as const
type News = (typeof NEWS)[number]

/** Every row of that many, each of the four as often as it likes. */
const rowsOf = (length: number): News[][] =>
  length === 0 ? [[]] : rowsOf(length - 1).flatMap((row) => NEWS.map((news) => [...row, news]))

const place = async () => {
  const order = await ledger.create(merchant, orderForm())
  const report = creditFor(ledger, order)
  const apply: Record<News, () => Promise<unknown>> = {
    success: () => recordCredit(ledger, report),
    failed: () => changeOrder(ledger, order.orderId, ({ attempt }) => ({ kind: 'declined', attempt })),
    expired: () => changeOrder(ledger, order.orderId, () => ({ kind: 'closed' })),
    pending: () => openOrder(ledger, order.orderId),
  }
  return { order, apply }
}

const expectTruth = async (orderId: string, row: readonly News[]): Promise<void> => {
  const paid = row.includes('success')
  const order = await findOrder(ledger.db, orderId)
  expect([row, order?.status === 'success']).toEqual([row, paid])
  const history = await listOrderHistory(ledger.db, merchant.merchantId, orderId)
  expect([row, history.filter(({ event }) => event === 'paid').length]).toEqual([row, paid ? 1 : 0])
  if (paid) expect([row, history.at(-1)?.event]).toEqual([row, 'paid'])
  expect([row, order?.version]).toEqual([row, 1 + history.length])
  const successes = (await ledger.announced(orderId)).filter(({ event }) => event === 'order.success')
  expect([row, successes.length]).toEqual([row, paid ? 1 : 0])
}

/** Some orders at once: one after the other, their many statements wait for each other on a busy machine. */
const forEachRow = async (
  rows: readonly News[][],
  atOnce: number,
  run: (apply: Record<News, () => Promise<unknown>>, row: readonly News[]) => Promise<unknown>,
): Promise<void> => {
  const one = async (row: readonly News[]): Promise<void> => {
    const { order, apply } = await place()
    await run(apply, row)
    await expectTruth(order.orderId, row)
  }
  for (let n = 0; n < rows.length; n += atOnce) await Promise.all(rows.slice(n, n + atOnce).map(one))
}

test('an order is paid if and only if a payment is among its events, whatever their order and number', () =>
  forEachRow(rowsOf(4), 8, async (apply, row) => {
    for (const news of row) await apply[news]()
  }))

test('three concurrent events, each sent twice, have the same result as one after the other', () =>
  forEachRow(rowsOf(3), 2, (apply, row) => Promise.all([...row, ...row].map((news) => apply[news]()))))
