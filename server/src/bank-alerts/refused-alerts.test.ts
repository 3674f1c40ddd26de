import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { unsignedRequest } from '../../testing/unsigned-request.ts'
import { findOrder, lockOrder } from '../orders/order-store.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { deleteAlertsBefore } from './alert-store.ts'
import { currentAlertUrl } from './alert-token.ts'
import { createAlertIntake } from './receive-alert.ts'
import { recordAlerts } from './record-alerts.ts'
import { createAlertAddresses } from './signing/alert-signing.ts'

const secrets = secretsFrom(new Uint8Array(32).fill(7))
const MORE_THAN_A_SWEEP = 130

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const forward = async (merchantId: string, text: string, from = 'AX-AXISBK-S'): Promise<void> => {
  const deps = { ...ledger, secrets, alertUrl: (token: string) => token }
  const token = (await currentAlertUrl(deps, { merchantId, mode: 'test' })) ?? ''
  await createAlertIntake(deps, createAlertAddresses(deps), () => {})(token, unsignedRequest({ from, text }))
}

/** As the app's sweep does it: what failed is written to the log. */
const sweep = async (): Promise<unknown[]> => {
  try {
    while ((await recordAlerts({ orders: ledger, secrets })).more);
    return []
  } catch (error) {
    return (error as AggregateError).errors
  }
}

const credited = (utr: string, name = 'ASHA RAO') =>
  `INR 499.00 credited to A/c no. XX1234 on 21-11-26. Info- UPI/P2A/${utr}/${name}/HDFC/asha@okaxis/tea`

test('messages that can never be recorded do not delay other merchants, and wait for their own', async () => {
  await ledger.db.run(
    sql`alter table credits add constraint unrecordable check (payer_name <> 'UNRECORDABLE')`,
  )
  const [unrecordable, other] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  for (let n = 0; n < MORE_THAN_A_SWEEP; n += 1)
    await forward(unrecordable.merchantId, credited(newUtr(), 'UNRECORDABLE'))
  ledger.clock.advance({ seconds: 1 })
  const { orderId } = await ledger.create(other, orderForm())
  ledger.clock.advance({ seconds: 1 })
  await forward(other.merchantId, credited(newUtr()))
  expect((await sweep()).length).toBeGreaterThan(0)
  await sweep()
  expect((await findOrder(ledger.db, orderId))?.status).toBe('success')
  expect(await sweep()).toEqual([])
  const left = await ledger.db.rows<{ outcome: string; n: number }>(sql`
    select outcome, count(*)::int as n from alerts where merchant_id = ${unrecordable.merchantId} group by outcome`)
  expect(left).toEqual([{ outcome: 'unread', n: MORE_THAN_A_SWEEP }])
})

test('a message whose payment is not recorded yet is never deleted', async () => {
  const shop = await addMerchant(ledger.db)
  const { orderId } = await ledger.create(shop, orderForm())
  ledger.clock.advance({ seconds: 1 })
  await forward(shop.merchantId, credited(newUtr()))
  await deleteAlertsBefore(ledger.db, new Date(ledger.clock.now().getTime() + 1000), 5000)
  expect(await sweep()).toEqual([])
  expect((await findOrder(ledger.db, orderId))?.status).toBe('success')
})

test('a character that PostgreSQL refuses does not make a payment unreadable', async () => {
  const shop = await addMerchant(ledger.db)
  const { orderId } = await ledger.create(shop, orderForm())
  ledger.clock.advance({ seconds: 1 })
  await forward(shop.merchantId, credited(newUtr(), 'ASHA\u0000RAO'))
  expect(await sweep()).toEqual([])
  expect((await findOrder(ledger.db, orderId))?.status).toBe('success')
})

test('an alert that is no longer trusted when it is recorded waits for a person', async () => {
  const shop = await addMerchant(ledger.db)
  const { orderId } = await ledger.create(shop, orderForm())
  ledger.clock.advance({ seconds: 1 })
  await forward(shop.merchantId, credited(newUtr()), '+919812345678')
  // As if it had been taken in before its sender was known to be none of a bank.
  await ledger.db.run(sql`
    update alerts set outcome = 'credit', pending = true where merchant_id = ${shop.merchantId}`)
  expect(await sweep()).toEqual([])
  expect((await findOrder(ledger.db, orderId))?.status).toBe('created')
  const outcome = await ledger.db.value<string>(sql`
    select outcome from alerts where merchant_id = ${shop.merchantId}`)
  expect(outcome).toBe('unread')
})

test('one alert that the database refuses leaves the others of its batch recorded', async () => {
  await ledger.db.run(sql`alter table credits add constraint refused check (payer_name <> 'REFUSED')`)
  const [refused, other] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  const { orderId } = await ledger.create(other, orderForm())
  ledger.clock.advance({ seconds: 1 })
  for (const name of ['ASHA RAO', 'REFUSED', 'RAVI RAO'])
    await forward(refused.merchantId, credited(newUtr(), name))
  await forward(other.merchantId, credited(newUtr()))
  expect(await sweep()).toHaveLength(1)
  expect((await findOrder(ledger.db, orderId))?.status).toBe('success')
  const outcomes = await ledger.db.rows<{ outcome: string; n: number }>(sql`
    select outcome, count(*)::int as n from alerts where merchant_id = ${refused.merchantId} group by outcome order by 1`)
  expect(outcomes).toEqual([
    { outcome: 'credit', n: 2 },
    { outcome: 'unread', n: 1 },
  ])
})

test('a locked order delays the alert of its own payment only', async () => {
  const [slow, other] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  const [stuck, free] = [await ledger.create(slow, orderForm()), await ledger.create(other, orderForm())]
  ledger.clock.advance({ seconds: 1 })
  for (const { merchantId } of [slow, other]) await forward(merchantId, credited(newUtr()))
  await ledger.db.transaction(async (tx) => {
    await lockOrder(tx, stuck.orderId)
    expect(await sweep()).toHaveLength(1)
    expect((await findOrder(ledger.db, free.orderId))?.status).toBe('success')
  })
  expect(await sweep()).toEqual([])
  expect((await findOrder(ledger.db, stuck.orderId))?.status).toBe('success')
})
