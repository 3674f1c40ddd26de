import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { ignoreCredit } from '../reconciliation/reconcile.ts'
import type { ReportedCredit } from './credit.ts'
import { recordCredit } from './record-credit.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const placeOrder = async () => ledger.create(await addMerchant(ledger.db), orderForm())
const creditsOf = (merchantId: string) =>
  ledger.db.rows<{ utr: string | null; state: string; pieces: number }>(sql`
    select utr, state,
      (select count(*)::int from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as pieces
    from credits c where merchant_id = ${merchantId} order by utr`)

/** A provider that knows of a payment before the bank's reference of it has come. */
const reportsOf = (order: { merchantId: string; orderId: string }, utr = newUtr()) => {
  const named: ReportedCredit = creditFor(ledger, order, {
    source: 'provider',
    sourceKey: 'cashfree:5114911',
    utr,
  })
  return { named, nameless: { ...named, utr: null } }
}

test('recordCredit adds the UTR that a provider reports later to the same credit, and settles its order', async () => {
  const order = await placeOrder()
  const { named, nameless } = reportsOf(order)
  await recordCredit(ledger, nameless)
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
  for (const report of [named, nameless, named]) await recordCredit(ledger, report)
  expect(await creditsOf(order.merchantId)).toEqual([{ utr: named.utr, state: 'matched', pieces: 1 }])
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('success')
})

test('recordCredit makes one credit of concurrent reports with and without a UTR', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await placeOrder()
    const { named, nameless } = reportsOf(order)
    await recordCredit(ledger, nameless)
    const alert = { ...named, source: 'alert' as const, sourceKey: 'alert', reference: null }
    await Promise.all([named, alert, nameless, named, alert].map((report) => recordCredit(ledger, report)))
    expect((await findOrder(ledger.db, order.orderId))?.status).toBe('success')
    const credits = await creditsOf(order.merchantId)
    // Where the bank was first its credit is the one, and the report without a UTR waits to be merged with it by hand.
    expect(credits.filter(({ state }) => state === 'matched')).toHaveLength(1)
    expect(credits.filter(({ utr }) => utr !== null)).toHaveLength(1)
  }
})

test('a later UTR keeps the decision of a person, and a report of another amount is a mismatch', async () => {
  const order = await placeOrder()
  const { named, nameless } = reportsOf(order)
  await recordCredit(ledger, nameless)
  const creditId = await ledger.db.value<string>(
    sql`select credit_id from credits where merchant_id = ${order.merchantId}`,
  )
  ledger.clock.advance({ seconds: 1 })
  await ignoreCredit(ledger, { merchantId: order.merchantId, mode: 'test' }, creditId, 'Rent')
  await recordCredit(ledger, named)
  expect(await creditsOf(order.merchantId)).toEqual([{ utr: named.utr, state: 'ignored', pieces: 1 }])
  const second = await placeOrder()
  const other = reportsOf(second)
  await recordCredit(ledger, other.nameless)
  await recordCredit(ledger, {
    ...other.named,
    amount: (other.named.amount + 1n) as typeof other.named.amount,
  })
  expect(await creditsOf(second.merchantId)).toMatchObject([
    { utr: other.named.utr, state: 'amount_mismatch' },
  ])
})

test('a report of another account with the same source key is another payment', async () => {
  const [mine, theirs] = [await placeOrder(), await placeOrder()]
  const { nameless } = reportsOf(mine)
  const { named } = reportsOf(theirs)
  await recordCredit(ledger, nameless)
  await recordCredit(ledger, named)
  expect(await creditsOf(mine.merchantId)).toMatchObject([{ utr: null, state: 'unmatched' }])
  expect((await findOrder(ledger.db, theirs.orderId))?.status).toBe('success')
})
