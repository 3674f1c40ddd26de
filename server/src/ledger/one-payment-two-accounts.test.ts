import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { sql } from '../platform/database/database.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { recordCredit, recordCredits } from './record-credit.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** Two open orders of one amount and one merchant, each of its own account, and the reports of one payment to both accounts. */
const twoReports = async (over: Partial<ReportedCredit> = {}): Promise<[ReportedCredit, ReportedCredit]> => {
  const merchant = await addMerchant(ledger.db, 'live')
  const { merchantId } = merchant
  const first = await ledger.create(merchant, orderForm())
  await ledger.db.run(
    sql`update accounts set is_current = false where merchant_id = ${merchantId} and account_id = 'acc_1'`,
  )
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', ${`${merchantId}.2@examplebank`}, true, ${ledger.clock.now()})`)
  const second = await ledger.create(merchant, orderForm())
  const report = { utr: newUtr(), reference: null, source: 'alert', ...over } as const
  return [
    creditFor(ledger, first, { ...report, accountId: 'acc_1' }),
    creditFor(ledger, second, { ...report, accountId: 'acc_2' }),
  ]
}

const statesOf = (recorded: readonly Recorded[]) =>
  recorded.map((each) => (each.kind === 'recorded' ? each.state : each.kind)).toSorted()

test('a payment that two accounts report one after the other settles one order', async () => {
  const [first, second] = await twoReports()
  expect(statesOf([await recordCredit(ledger, second)])).toEqual(['matched'])
  expect(statesOf([await recordCredit(ledger, first)])).toEqual(['unmatched'])
  const again = { ...first, source: 'statement', sourceKey: 'row 1' } as const
  expect(statesOf([await recordCredit(ledger, again)])).toEqual(['unmatched'])
})

test('a payment that two accounts report in one batch settles one order', async () => {
  const reports = await twoReports()
  const recorded = await ledger.db.transaction((tx) => recordCredits(tx, ledger, reports))
  expect(statesOf(recorded)).toEqual(['matched', 'unmatched'])
})

test('a payment that two accounts report concurrently settles one order', async () => {
  for (let round = 0; round < 20; round += 1) {
    const reports = await twoReports()
    const recorded = await Promise.all(reports.map((report) => recordCredit(ledger, report)))
    expect(statesOf(recorded)).toEqual(['matched', 'unmatched'])
  }
})

test('a report with a reference settles its order even if another account reported the payment', async () => {
  const [first, second] = await twoReports()
  expect(statesOf([await recordCredit(ledger, first)])).toEqual(['matched'])
  const orderId = creditFor(ledger, await ordersOf(second)).reference
  expect(statesOf([await recordCredit(ledger, { ...second, reference: orderId })])).toEqual(['matched'])
})

test('two payments to two accounts settle both orders', async () => {
  const [first, second] = await twoReports()
  const utr = newUtr()
  const other = { ...second, utr, sourceKey: utr }
  const recorded = await ledger.db.transaction((tx) => recordCredits(tx, ledger, [first, other]))
  expect(statesOf(recorded)).toEqual(['matched', 'matched'])
})

const ordersOf = ({ merchantId, accountId }: ReportedCredit) =>
  ledger.db
    .one<{ order_id: string }>(
      sql`select order_id from orders where merchant_id = ${merchantId} and account_id = ${accountId}`,
    )
    .then(({ order_id: orderId }) => ({ merchantId, orderId }))
