import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { newUtr } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { findSource, listReplacedVerifications } from '../payment-accounts/account-source-store.ts'
import { replaceSource } from '../payment-accounts/connect-merchant.ts'
import { deleteUnusedCredentials } from '../payment-accounts/delete-unused-credentials.ts'
import { sql } from '../platform/database/database.ts'
import { closeQrs } from '../provider-qr/close-qrs.ts'
import { receiveProviderNotification } from './receive-provider-notification.ts'

const OLD = { source: 'razorpay-qr', credentials: RAZORPAY_MERCHANT } as const
const NEW = {
  source: 'razorpay-qr',
  credentials: {
    keyId: 'rzp_live_Other192837',
    keySecret: 'another-secret-of-another',
    webhookSecret: 'lassi',
  },
} as const

let ledger: LiveLedger
let razorpay: FakeRazorpay
beforeAll(async () => {
  razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, () => ledger.clock.now())
  ledger = await openLiveLedger({ razorpay: razorpay.url })
})
afterAll(async () => {
  await ledger.close()
  await razorpay.close()
})
afterEach(async () => {
  await ledger.db.run(sql`update orders set next_check_at = null`)
  await ledger.db.run(
    sql`update provider_qrs set close_due_at = null, closed_at = now() where closed_at is null`,
  )
  razorpay.rotate(RAZORPAY_MERCHANT)
  expect(ledger.failures).toEqual([])
})

const opened = async (merchantId: string): Promise<string> => {
  const orderId = await ledger.order(merchantId)
  await openOrder(ledger, orderId)
  return orderId
}
const keyOf = (merchantId: string) => ({ merchantId, accountId: 'acc_1' })
const replace = (merchantId: string, verification: typeof OLD | typeof NEW = NEW) => {
  ledger.clock.advance({ seconds: 1 })
  return ledger.db.transaction((tx) =>
    replaceSource(tx, { clock: ledger.clock, secrets: ledger.qr.secrets }, keyOf(merchantId), verification),
  )
}
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status
const kept = async (merchantId: string) =>
  (await listReplacedVerifications(ledger.db, ledger.qr.secrets, keyOf(merchantId))).length

test('a payment of a QR is found with the keys that made it, after others were connected at the same UPI ID', async () => {
  const merchantId = await ledger.merchantWith(OLD)
  const orderId = await opened(merchantId)
  await replace(merchantId)
  razorpay.pay(orderId, { utr: newUtr() })
  await ledger.pass(24)
  expect(await statusOf(orderId)).toBe('success')
  // A call with the old keys says nothing about the new ones.
  expect(await findSource(ledger.db, keyOf(merchantId))).toMatchObject({ failures: 0, lastMessage: '' })
})

test('many orders of the old keys are found, although the new keys list none of them', async () => {
  const merchantId = await ledger.merchantWith(OLD)
  const orders: string[] = []
  for (let n = 0; n < 3; n += 1) orders.push(await opened(merchantId))
  await replace(merchantId)
  for (const orderId of orders) razorpay.pay(orderId, { utr: newUtr() })
  await ledger.pass(30)
  for (const orderId of orders) expect(await statusOf(orderId)).toBe('success')
})

test('where the provider refuses the old keys, since the new ones are of the same account, it is found with the new', async () => {
  const merchantId = await ledger.merchantWith(OLD)
  const orderId = await opened(merchantId)
  razorpay.rotate(NEW.credentials)
  await replace(merchantId)
  razorpay.pay(orderId, { utr: newUtr() })
  await ledger.pass(24)
  expect(await statusOf(orderId)).toBe('success')
})

test("a notification that is signed with the old keys' secret counts, and a stranger's does not", async () => {
  const merchantId = await ledger.merchantWith(OLD)
  const orderId = await opened(merchantId)
  const { notificationId } = await replace(merchantId)
  razorpay.pay(orderId, { utr: newUtr() })
  const deps = { orders: ledger, secrets: ledger.qr.secrets, providers: ledger.qr.providers }
  const send = (secret?: string) => {
    const { body, headers } = razorpay.notification(
      'qr_code.credited',
      orderId,
      secret === undefined ? {} : { secret },
    )
    return receiveProviderNotification(deps, notificationId, { body: Buffer.from(body), headers })
  }
  await expect(send('a guess')).rejects.toMatchObject({ code: 'bad_signature' })
  expect(await send()).not.toBe('unrelated')
  await ledger.pass(2)
  expect(await statusOf(orderId)).toBe('success')
})

test('a QR of the old keys is closed with them', async () => {
  const merchantId = await ledger.merchantWith(OLD)
  const orderId = await opened(merchantId)
  await replace(merchantId)
  ledger.clock.advance({ minutes: 7 })
  await closeQrs(ledger)
  expect(razorpay.qrOf(orderId)?.status).toBe('closed')
})

test('old keys are kept until the last check of their orders is made, and then deleted', async () => {
  const merchantId = await ledger.merchantWith(OLD)
  await opened(merchantId)
  await replace(merchantId)
  expect(await kept(merchantId)).toBe(1)
  await ledger.pass(60)
  await deleteUnusedCredentials(ledger)
  expect(await kept(merchantId)).toBe(1)
  // Hour by hour, beyond the last of the scheduled checks.
  await ledger.pass(71 * 3600, 3_600_000)
  await closeQrs(ledger)
  await deleteUnusedCredentials(ledger)
  expect(await kept(merchantId)).toBe(1)
  await ledger.pass(3 * 3600, 3_600_000)
  await deleteUnusedCredentials(ledger)
  expect(await kept(merchantId)).toBe(0)
})

test('the same keys entered again are not kept twice, and an account keeps a few at most', async () => {
  const merchantId = await ledger.merchantWith(OLD)
  await replace(merchantId, OLD)
  expect(await kept(merchantId)).toBe(0)
  for (let n = 0; n < 12; n += 1) await replace(merchantId, n % 2 === 0 ? NEW : OLD)
  expect(await kept(merchantId)).toBe(5)
})
