import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMerchant,
  creditFor,
  type Ledger,
  newUtr,
  openLedger,
  orderForm,
} from '../../../testing/ledger.ts'
import { findOrder } from '../../orders/order-store.ts'
import { sql } from '../../platform/database/database.ts'
import { recordCredit } from '../record-credit.ts'
import { createReversalSweep, recordReversals } from './record-reversals.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const report = ({ merchantId }: { readonly merchantId: string }, utr: string) =>
  ledger.db.transaction((tx) =>
    recordReversals(tx, ledger, [
      {
        merchantId,
        accountId: 'acc_1',
        utr,
        source: 'statement',
        sourceKey: utr,
        orderId: null,
        amount: null,
        words: null,
        at: ledger.clock.now(),
      },
    ]),
  )

test('the sweep opens the cases of all merchants, even after many reports without a known payment', async () => {
  const account = await addMerchant(ledger.db, 'live')
  const noisy = await addMerchant(ledger.db, 'live')
  const utr = newUtr()
  await report(account, utr)
  for (let n = 0; n < 12; n += 1) await report(noisy, newUtr())
  await recordCredit(ledger, creditFor(ledger, { ...account, orderId: '' }, { reference: null, utr }))
  const sweep = createReversalSweep(ledger, 3)
  for (let n = 0; n < 5; n += 1) await sweep()
  const cases = await ledger.db.rows(sql`
    select credit_id from reversals where merchant_id = ${account.merchantId}`)
  expect(cases).toHaveLength(1)
})

test('a reversed payment settles no order by its reference, but a person can confirm it', async () => {
  const account = await addMerchant(ledger.db, 'live')
  const order = await ledger.create(account, orderForm())
  const utr = newUtr()
  await report(account, utr)
  for (const source of ['provider', 'alert'] as const)
    expect(await recordCredit(ledger, creditFor(ledger, order, { source, utr }))).toMatchObject({
      state: 'unmatched',
    })
  await createReversalSweep(ledger)()
  expect(await recordCredit(ledger, creditFor(ledger, order, { source: 'statement', utr }))).toMatchObject({
    state: 'unmatched',
  })
  expect((await findOrder(ledger.db, order.orderId))?.status).toBe('created')
  expect(await recordCredit(ledger, creditFor(ledger, order, { source: 'manual', utr }))).toMatchObject({
    state: 'matched',
  })
})

test('a concurrent payment and reversal open one case, with an event if the payment settled its order', async () => {
  for (let n = 0; n < 8; n += 1) {
    const account = await addMerchant(ledger.db, 'live')
    const order = await ledger.create(account, orderForm())
    const utr = newUtr()
    await Promise.all([report(account, utr), recordCredit(ledger, creditFor(ledger, order, { utr }))])
    await createReversalSweep(ledger)()
    await createReversalSweep(ledger)()
    const { merchantId } = account
    const [found] = await ledger.db.rows(sql`
      select (select count(*)::int from reversals where merchant_id = ${merchantId}) as cases,
        (select count(*)::int from webhook_events where merchant_id = ${merchantId} and event = 'order.payment_reversed') as events`)
    const isPaid = (await findOrder(ledger.db, order.orderId))?.status === 'success'
    expect(found).toEqual({ cases: 1, events: isPaid ? 1 : 0 })
  }
})
