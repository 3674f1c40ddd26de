import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCounterOrder,
  addMerchant,
  creditFor,
  type Ledger,
  openLedger,
  orderForm,
} from '../../testing/ledger.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { recordCredit, recordCredits } from './record-credit.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

type Paid = 'online' | 'a sale of the counter' | 'picked by a cashier'
type Record = (reports: readonly ReportedCredit[]) => Promise<Recorded[]>

const inOneBatch: Record = (reports) => ledger.db.transaction((tx) => recordCredits(tx, ledger, reports))
const oneByOne: Record = async (reports) => {
  const recorded: Recorded[] = []
  for (const report of reports) recorded.push(await recordCredit(ledger, report))
  return recorded
}

/** A payer pays an order, and then the same amount again without naming an order: what the second payment is taken for. */
const payTwice = async (record: Record, paid: Paid) => {
  const merchant = await addMerchant(ledger.db)
  const order = await ledger.create(merchant, orderForm({ amount: paise(2000n) }))
  if (paid !== 'online')
    await addCounterOrder(ledger.db, merchant.merchantId, order.orderId, paid === 'a sale of the counter')
  const report = (reference: string | null) => creditFor(ledger, order, { amount: paise(2000n), reference })
  const [first, second] = await record([report(order.orderId), report(null)])
  expect(first).toMatchObject({ state: 'matched', orderId: order.orderId })
  if (second?.kind !== 'recorded') throw new Error('the second payment is not new')
  return [second.state, second.orderId === order.orderId]
}

for (const [how, record] of [
  ['reported apart', oneByOne],
  ['of one batch', inOneBatch],
] as const) {
  test(`a second equal payment ${how} is a duplicate of the online order, even if a cashier picked that order`, async () => {
    expect(await payTwice(record, 'online')).toEqual(['duplicate', true])
    expect(await payTwice(record, 'picked by a cashier')).toEqual(['duplicate', true])
  })

  test(`a second equal payment ${how} is a new payment after a counter sale`, async () => {
    expect(await payTwice(record, 'a sale of the counter')).toEqual(['unmatched', false])
  })
}
