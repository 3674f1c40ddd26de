import { attemptReference } from '@galla/upi/reference'
import { describe, expect, test } from 'vitest'
import { changeOrder } from '../orders/change-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { findPage } from '../payment-page/find-page.ts'
import { linkOfPage } from '../payment-page/page-view.ts'
import { sql } from '../platform/database/database.ts'
import { SETTLED_SECONDS, useProviderQrs } from './provider-qr-harness.ts'

const qrs = useProviderQrs()
const { shop, creating, qrRows, sweep } = qrs

describe('a retry of a declined payment', () => {
  const declined = async () => {
    const merchantId = await shop()
    const { orderId } = await creating(merchantId)
    await openOrder(qrs.ledger, orderId)
    await changeOrder(qrs.ledger, orderId, ({ attempt }) => ({ kind: 'declined', attempt }))
    return { merchantId, orderId }
  }
  const stateOf = (orderId: string) => findOrder(qrs.ledger.db, orderId)

  test('gets a new QR, and closes the earlier one', async () => {
    const { orderId } = await declined()
    const first = qrs.razorpay.qrs.at(-1)
    await openOrder(qrs.ledger, orderId)
    expect(await stateOf(orderId)).toMatchObject({ status: 'pending', attempt: 2 })
    const second = qrs.razorpay.qrs.at(-1)
    expect(second?.reference).toMatch(new RegExp(`^${attemptReference(orderId, 2)}`))
    const page = await findPage(qrs.ledger.db, orderId)
    expect(page && linkOfPage(page)).toContain(second?.id.slice(3))
    await sweep()
    expect([first?.status, second?.status]).toEqual(['closed', 'active'])
  })

  test('sent ten times concurrently makes one QR', async () => {
    const { orderId, merchantId } = await declined()
    await Promise.all(Array.from({ length: 10 }, () => openOrder(qrs.ledger, orderId)))
    expect(await stateOf(orderId)).toMatchObject({ status: 'pending', attempt: 2 })
    expect(await qrRows(merchantId)).toHaveLength(2)
  })

  test('is refused while the provider fails, and changes nothing', async () => {
    const { orderId } = await declined()
    const before = await stateOf(orderId)
    qrs.razorpay.breaks({ kind: 'status', status: 502 })
    await expect(openOrder(qrs.ledger, orderId)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await stateOf(orderId)).toEqual(before)
    qrs.razorpay.mend()
    await openOrder(qrs.ledger, orderId)
    expect(await stateOf(orderId)).toMatchObject({ status: 'pending', attempt: 2 })
  })

  test('is refused after ten QRs of an order', async () => {
    const { orderId, merchantId } = await declined()
    qrs.razorpay.breaks({ kind: 'half' }, Number.POSITIVE_INFINITY)
    const codes = new Set<string>()
    for (let n = 0; n < 14; n += 1) {
      qrs.ledger.clock.advance({ minutes: 6 })
      await openOrder(qrs.ledger, orderId).catch((error) => codes.add(error.code))
    }
    expect(codes).toEqual(new Set(['provider_unavailable', 'not_payable']))
    expect(await qrRows(merchantId)).toHaveLength(10)
  })
})

describe('Try Again on an open order', () => {
  const open = async () => {
    const merchantId = await shop()
    const { orderId } = await creating(merchantId)
    await openOrder(qrs.ledger, orderId, { retry: false })
    qrs.ledger.clock.advance({ seconds: 60 })
    return { merchantId, orderId }
  }
  const again = (orderId: string) => openOrder(qrs.ledger, orderId, { retry: true, again: true })

  test('sent ten times concurrently makes one new QR', async () => {
    const { merchantId, orderId } = await open()
    const orders = await Promise.all(Array.from({ length: 10 }, () => again(orderId)))
    expect(new Set(orders.map((order) => order?.attempt))).toEqual(new Set([2]))
    expect(await qrRows(merchantId)).toHaveLength(2)
  })

  test('leaves the order and its QR as they are while the provider fails', async () => {
    const { orderId } = await open()
    const before = await findPage(qrs.ledger.db, orderId)
    qrs.razorpay.breaks({ kind: 'status', status: 502 })
    expect(await again(orderId)).toEqual(before?.order)
    qrs.razorpay.mend()
    expect(await findPage(qrs.ledger.db, orderId)).toEqual(before)
  })
})

test('closeQrs tries again at growing intervals when the provider does not answer', async () => {
  const merchantId = await shop()
  await creating(merchantId)
  const isClosed = async () => (await qrRows(merchantId)).map(({ closed }) => closed)
  qrs.ledger.clock.advance({ seconds: SETTLED_SECONDS })
  qrs.razorpay.breaks({ kind: 'cut' }, Number.POSITIVE_INFINITY)
  await sweep()
  qrs.razorpay.mend()
  qrs.ledger.clock.advance({ seconds: 119 })
  await sweep()
  expect(await isClosed()).toEqual([false])
  qrs.ledger.clock.advance({ seconds: 1 })
  await sweep()
  expect(await isClosed()).toEqual([true])
})

test('closeQrs does not count waiting for the rate limit as a try', async () => {
  const merchantId = await shop()
  await creating(merchantId)
  qrs.ledger.clock.advance({ seconds: SETTLED_SECONDS })
  for (let waits = 0; waits < 6; waits += 1) {
    const now = qrs.ledger.clock.now()
    await qrs.ledger.db.run(sql`
      update account_sources set recent_calls = array(select ${now}::timestamptz from generate_series(1, 10))
      where merchant_id = ${merchantId}`)
    await sweep()
    qrs.ledger.clock.advance({ seconds: 1 })
  }
  qrs.razorpay.breaks({ kind: 'cut' }, Number.POSITIVE_INFINITY)
  await sweep()
  qrs.razorpay.mend()
  qrs.ledger.clock.advance({ seconds: 120 })
  await sweep()
  expect(await qrRows(merchantId)).toMatchObject([{ closed: true }])
})

test.each([
  [
    'belong to an order that does not exist',
    sql`update provider_qrs set shown_at = now(), provider_id = 'qr_1', link = 'upi://pay?' where abandoned_at is null`,
  ],
  [
    'be shown after it was abandoned',
    sql`update provider_qrs set shown_at = now(), provider_id = 'qr_2', link = 'upi://pay?' where abandoned_at is not null`,
  ],
  ['be deleted', sql`delete from provider_qrs`],
])('the schema refuses a QR that %s', async (_what, statement) => {
  const merchantId = await shop()
  const insert = (reference: string, clientTxnId: string, abandonedAt: Date | null) =>
    qrs.ledger.db.run(sql`
      insert into provider_qrs (merchant_id, reference, account_id, source, order_id, attempt, client_txn_id, amount_paise,
        reserved_at, ends_at, abandoned_at, close_due_at)
      values (${merchantId}, ${reference}, 'acc_1', 'razorpay-qr', ${reference}, 1, ${clientTxnId}, 49900,
        ${qrs.ledger.clock.now()}, ${qrs.ledger.clock.now()}, ${abandonedAt}, ${qrs.ledger.clock.now()})`)
  await insert('FIRST', 'A', null)
  await insert('SECOND', 'B', qrs.ledger.clock.now())
  await expect(qrs.ledger.db.run(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})
