import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakePaytm, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { creditFor } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { claimPayment, dismissClaim, PROVIDER_WAIT_MS, readClaims } from './claim-payment.ts'

const UTR = '612345678901'

let ledger: LiveLedger
let paytm: FakePaytm

beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => ledger.clock.now())
  ledger = await openLiveLedger({ paytm: paytm.url })
})
afterAll(async () => {
  await ledger.close()
  await paytm.close()
})
afterEach(async () => {
  await ledger.db.pool.query('update orders set next_check_at = null')
  paytm.mend()
  paytm.release()
  expect(ledger.failures).toEqual([])
})

const opened = async (): Promise<string> => {
  const merchantId = await ledger.merchantWith({ source: 'paytm-v3', credentials: PAYTM_MERCHANT })
  const orderId = await ledger.order(merchantId)
  await openOrder(ledger, orderId)
  return orderId
}
const claim = (orderId: string, utr = UTR, mayAsk = true) =>
  claimPayment({ orders: ledger, checks: ledger.checks }, orderId, utr, mayAsk)

test('a claim checks the provider at once, and a payment that it reports settles the order', async () => {
  const orderId = await opened()
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '499.00', utr: UTR })
  expect(paytm.queriesFor(orderId)).toBe(0)
  expect(await claim(orderId)).toMatchObject({ outcome: 'paid', order: { status: 'success' } })
  expect(paytm.queriesFor(orderId)).toBe(1)
})

test('a UTR alone settles nothing, and its order is checked at most every 10 s', async () => {
  const orderId = await opened()
  expect((await claim(orderId)).outcome).toBe('asked')
  expect((await claim(orderId, '612345678902')).outcome).toBe('not_seen')
  expect(paytm.queriesFor(orderId)).toBe(1)
  await ledger.pass(9)
  expect(paytm.queriesFor(orderId)).toBe(1)
  await ledger.pass(2)
  expect(paytm.queriesFor(orderId)).toBe(2)
  expect((await findOrder(ledger.db, orderId))?.status).toBe('pending')
})

test('a payment of another amount with this UTR is shown as arrived, and settles nothing', async () => {
  const orderId = await opened()
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '4.99', utr: UTR })
  expect((await claim(orderId)).outcome).toBe('arrived')
  expect((await findOrder(ledger.db, orderId))?.status).toBe('pending')
})

test('a failed call to the provider is not a check', async () => {
  const orderId = await opened()
  paytm.breaks({ kind: 'status', status: 503 })
  expect((await claim(orderId)).outcome).toBe('not_seen')
})

test('a slow provider does not delay the customer', async () => {
  const orderId = await opened()
  paytm.breaks({ kind: 'silent' })
  const claimed = claim(orderId)
  await paytm.hanging()
  ledger.clock.advance({ ms: PROVIDER_WAIT_MS })
  expect((await claimed).outcome).toBe('asking')
  paytm.release()
  await ledger.checks.idle()
})

test('repeated claims cause no further calls', async () => {
  const orderId = await opened()
  expect((await claim(orderId, UTR, false)).outcome).toBe('not_seen')
  await ledger.pass(19)
  expect(paytm.queriesFor(orderId)).toBe(0)
})

test('a claim long after the last scheduled check starts one more within 10 s', async () => {
  const orderId = await opened()
  // Its ladder is at its end, and its provider has asked for a rest.
  await ledger.db.pool.query('update orders set next_check_at = null where order_id = $1', [orderId])
  await ledger.db.pool.query('update account_sources set paused_until = $1', [
    new Date(ledger.clock.now().getTime() + 5_000),
  ])
  expect((await claim(orderId)).outcome).toBe('not_seen')
  paytm.setPayment(orderId, { status: 'TXN_SUCCESS', amount: '499.00', utr: '612345678911' })
  await ledger.pass(11)
  expect((await findOrder(ledger.db, orderId))?.status).toBe('success')
})

test('a payment to another account of the merchant is not shown as arrived for this order', async () => {
  const orderId = await opened()
  const order = await findOrder(ledger.db, orderId)
  const merchantId = order?.merchantId ?? ''
  await ledger.db.pool.query(
    `insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
     values ($1, 'acc_2', 'live', 'other', 'Tea', 'second@examplebank', false, now())`,
    [merchantId],
  )
  const utr = '612345678931'
  const report = creditFor(ledger, { merchantId, orderId }, { accountId: 'acc_2', utr, reference: null })
  await recordCredit(ledger, report)
  expect((await claim(orderId, utr)).outcome).toBe('asked')
  const asked = { state: 'all', page: 1, limit: 10 } as const
  const { data } = await readClaims(ledger, { merchantId, mode: 'live' }, { ...asked, search: undefined })
  expect(data).toMatchObject([{ orderId, utr, creditId: null, creditState: null }])
})

test('claims of live orders can be neither seen nor decided in test mode', async () => {
  const orderId = await opened()
  await claim(orderId, '612345678932')
  const merchantId = (await findOrder(ledger.db, orderId))?.merchantId ?? ''
  const inTest = { merchantId, mode: 'test' } as const
  const asked = { state: 'all', page: 1, limit: 10, search: undefined } as const
  expect((await readClaims(ledger, inTest, asked)).data).toEqual([])
  await expect(
    dismissClaim(ledger, inTest, { orderId, utr: '612345678932' }, undefined),
  ).rejects.toMatchObject({ code: 'claim_not_found' })
})
