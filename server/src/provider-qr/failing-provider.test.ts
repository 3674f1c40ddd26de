import { paise } from '@galla/upi/rupees'
import { describe, expect, test } from 'vitest'
import { RAZORPAY_MERCHANT } from '../../testing/fake-razorpay.ts'
import { orderForm } from '../../testing/ledger.ts'
import { openLiveLedger } from '../../testing/live-shop.ts'
import { createOrders } from '../orders/create/create-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import { RAZORPAY, useProviderQrs } from './provider-qr-harness.ts'
import { showQr, withProviderQr } from './with-provider-qr.ts'

const qrs = useProviderQrs()
const { shop, creating, counts, qrRows, sweep } = qrs

describe('a provider that fails', () => {
  test.each([
    ['is down', () => qrs.razorpay.breaks({ kind: 'status', status: 503 })],
    ['breaks off', () => qrs.razorpay.breaks({ kind: 'cut' })],
    ['sends half an answer', () => qrs.razorpay.breaks({ kind: 'half' })],
    ['sends 1 MB', () => qrs.razorpay.breaks({ kind: 'huge' })],
    ['answers with a page', () => qrs.razorpay.breaks({ kind: 'not_json' })],
    [
      'asks for another amount',
      () =>
        qrs.razorpay.bend((qr) => ({
          ...qr,
          image_content: String(qr.image_content).replace('am=499', 'am=4990'),
        })),
    ],
    [
      'answers about another order',
      () => qrs.razorpay.bend((qr) => ({ ...qr, notes: { reference: 'ANOTHER' } })),
    ],
    ['sends no content', () => qrs.razorpay.bend(({ image_content: _gone, ...qr }) => qr)],
    ['uses a word of its own', () => qrs.razorpay.bend((qr) => ({ ...qr, status: 'ready' }))],
  ])(
    'and %s: 503, no quota is used, the client_txn_id stays free, and no QR stays payable',
    async (_how, breaks) => {
      const merchantId = await shop()
      const form = orderForm()
      breaks()
      await expect(creating(merchantId, form)).rejects.toMatchObject({
        code: 'provider_unavailable',
        status: 503,
      })
      expect(await counts(merchantId)).toEqual([0, 0])
      qrs.razorpay.mend()
      qrs.razorpay.bend(undefined)
      const created = await creating(merchantId, form)
      expect(await counts(merchantId)).toEqual([1, 1])
      qrs.ledger.clock.advance({ seconds: 61 })
      await sweep()
      const payable = qrs.razorpay.qrs.filter(
        ({ status, createdAt }) =>
          status === 'active' && createdAt >= qrs.ledger.clock.now().getTime() / 1000 - 70,
      )
      expect(payable.map(({ reference }) => reference)).toEqual([created.orderId])
    },
  )

  test('and refuses the key: 503, and no quota is used', async () => {
    const merchantId = await qrs.ledger.merchantWith({
      ...RAZORPAY,
      credentials: { ...RAZORPAY_MERCHANT, keySecret: 'another-secret' },
    })
    await expect(creating(merchantId)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await counts(merchantId)).toEqual([0, 0])
    expect(await qrRows(merchantId)).toMatchObject([{ state: 'abandoned', closed: true }])
  })

  test('is called with a time-out', async () => {
    const hasty = await openLiveLedger({ razorpay: qrs.razorpay.url }, { createTimeoutMs: 50 })
    const merchantId = await hasty.merchantWith(RAZORPAY)
    qrs.razorpay.breaks({ kind: 'silent' })
    await expect(hasty.order(merchantId)).rejects.toMatchObject({ code: 'provider_unavailable' })
    qrs.razorpay.release()
    await hasty.close()
  })

  test('repeatedly is not called for a while, and the account shows it', async () => {
    const merchantId = await shop()
    qrs.razorpay.breaks({ kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
    for (let n = 0; n < 5; n += 1) await creating(merchantId).catch(() => undefined)
    const asked = qrs.razorpay.requests.length
    await expect(creating(merchantId)).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryAfterSeconds: 15,
    })
    expect(qrs.razorpay.requests.length).toBe(asked)
    qrs.razorpay.mend()
    qrs.ledger.clock.advance({ seconds: 15 })
    await creating(merchantId)
  })
})

test('the pending QR of a process that died is abandoned after the length of a lease, and closed', async () => {
  const merchantId = await shop()
  const form = orderForm()
  const lost = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
  await qrs.ledger.db.run(sql`
    insert into provider_qrs (merchant_id, reference, account_id, source, order_id, attempt, client_txn_id, amount_paise,
      reserved_at, ends_at)
    values (${merchantId}, ${lost}, 'acc_1', 'razorpay-qr', ${lost}, 1, ${form.client_txn_id}, 49900,
      ${qrs.ledger.clock.now()}, ${new Date(qrs.ledger.clock.now().getTime() + 960_000)})`)
  qrs.razorpay.make(lost, 49900)
  qrs.ledger.clock.advance({ seconds: LEASE_SECONDS - 1 })
  await sweep()
  expect(await qrRows(merchantId)).toMatchObject([{ state: 'pending' }])
  qrs.ledger.clock.advance({ seconds: 1 })
  const created = await creating(merchantId, form)
  expect(created.orderId).not.toBe(lost)
  qrs.ledger.clock.advance({ seconds: 61 })
  await sweep()
  expect(qrs.razorpay.qrOf(lost)?.status).toBe('closed')
  expect(qrs.razorpay.qrOf(created.orderId)?.status).toBe('active')
})

test('an order never gets the QR of an account that was replaced during the provider call', async () => {
  const merchantId = await shop()
  qrs.razorpay.breaks({ kind: 'silent' })
  const creation = creating(merchantId)
  await qrs.razorpay.hanging()
  await qrs.ledger.db.transaction(async (tx) => {
    await tx.run(sql`update accounts set is_current = false where merchant_id = ${merchantId}`)
    await tx.run(sql`
      insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
      values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', 'second@examplebank', true, ${qrs.ledger.clock.now()})`)
  })
  qrs.razorpay.release()
  await expect(creation).rejects.toMatchObject({ status: 503 })
  expect(await counts(merchantId)).toEqual([0, 0])
  await sweep()
  expect(qrs.razorpay.qrs.at(-1)).toMatchObject({ status: 'closed' })
  expect((await creating(merchantId)).link).toBeNull()
})

test('an order keeps the amount of its QR when unique amounts are turned on during the provider call', async () => {
  const merchantId = await shop()
  qrs.razorpay.breaks({ kind: 'silent' })
  const creation = creating(merchantId)
  await qrs.razorpay.hanging()
  await qrs.ledger.db.run(sql`
    update accounts set unique_amounts = true, provider_makes_qr = false where merchant_id = ${merchantId}`)
  const other = await creating(merchantId)
  qrs.razorpay.release()
  const created = await creation
  expect([other.link, other.amountPaise]).toEqual([null, 49899n])
  expect(created.amountPaise).toBe(49900n)
  expect(qrs.razorpay.qrOf(created.orderId)).toMatchObject({ amount: 49900, status: 'active' })
  expect((await creating(merchantId)).amountPaise).toBe(49898n)
})

test('showQr refuses a QR of another amount than the order, and the QR is closed', async () => {
  const merchantId = await shop()
  const { orderId } = await creating(merchantId)
  const order = await findOrder(qrs.ledger.db, orderId)
  if (order === undefined) throw new Error('no order')
  const needed = { ...order, attempt: 2, amount: order.payable }
  const showing = withProviderQr(
    qrs.ledger,
    async () => ({ needed }),
    (tx, qr) => showQr(tx, qrs.ledger, qr, { ...needed, amount: paise(49899n) }),
  )
  await expect(showing).rejects.toMatchObject({ code: 'provider_unavailable' })
  await sweep()
  expect(qrs.razorpay.qrs.at(-1)).toMatchObject({ status: 'closed' })
  expect(qrs.razorpay.qrOf(orderId)?.status).toBe('active')
})

test('a creation that takes too long is abandoned, and its QR is closed', async () => {
  const merchantId = await shop()
  qrs.razorpay.breaks({ kind: 'silent' })
  const creation = creating(merchantId)
  await qrs.razorpay.hanging()
  qrs.ledger.clock.advance({ seconds: 31 })
  await sweep()
  qrs.razorpay.release()
  await expect(creation).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(await counts(merchantId)).toEqual([0, 0])
  qrs.ledger.clock.advance({ seconds: 61 })
  await sweep()
  expect(qrs.razorpay.qrs.at(-1)).toMatchObject({ status: 'closed' })
})

test('concurrent creations keep the rate limit of the account', async () => {
  const merchantId = await shop()
  const now = qrs.ledger.clock.now()
  await qrs.ledger.db.run(sql`
    update account_sources set recent_calls = ${Array.from({ length: 10 }, () => now)}::timestamptz[]
    where merchant_id = ${merchantId}`)
  const asked = qrs.razorpay.requests.length
  let rounds = 0
  const db: typeof qrs.ledger.db = {
    ...qrs.ledger.db,
    transaction: (work) => {
      rounds += 1
      if (rounds === 6) {
        expect(qrs.razorpay.requests.length).toBe(asked)
        qrs.ledger.clock.advance({ seconds: 1 })
      }
      return qrs.ledger.db.transaction(work)
    },
  }
  const created = await createOrders({ ...qrs.ledger, db })({ merchantId, mode: 'live' }, orderForm())
  expect(created.link).not.toBeNull()
  expect(rounds).toBeGreaterThanOrEqual(6)
})
