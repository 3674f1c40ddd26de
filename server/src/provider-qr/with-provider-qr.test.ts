import { paise } from '@galla/upi/rupees'
import { describe, expect, test } from 'vitest'
import { orderForm } from '../../testing/ledger.ts'
import { requestHashOf } from '../orders/create/build-order-request.ts'
import { createOrders } from '../orders/create/create-order.ts'
import { createOrderOnce } from '../orders/create/create-order-once.ts'
import { deleteSource } from '../payment-accounts/account-source-store.ts'
import { findCurrentLiveAccount } from '../payment-accounts/account-store.ts'
import { dismissReportedName, findReportedName } from '../payment-accounts/payee-name-store.ts'
import { findPage } from '../payment-page/find-page.ts'
import { linkOfPage, payeeUpiIdOf } from '../payment-page/page-view.ts'
import { sql } from '../platform/database/database.ts'
import type { Statement } from '../platform/database/sql.ts'
import { SETTLED_SECONDS, useProviderQrs } from './provider-qr-harness.ts'

const qrs = useProviderQrs()
const { shop, creating, counts, qrRows, sweep } = qrs
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'created' : result.reason.code)).sort()

describe('an order of an account whose provider makes the QR', () => {
  test("has the provider's link byte for byte, and uses one QR request", async () => {
    const merchantId = await shop()
    const created = await creating(merchantId)
    const qr = qrs.razorpay.qrOf(created.orderId)
    expect(qr).toMatchObject({ amount: 49900, status: 'active' })
    expect(created.link).toMatch(/^upi:\/\/pay\?pa=rzr\.qrsharmatea5446@icic&.*&am=499$/)
    const page = await findPage(qrs.ledger.db, created.orderId)
    if (page === undefined) throw new Error('no page')
    expect(linkOfPage(page)).toBe(created.link)
    expect(payeeUpiIdOf(page)).toBe('rzr.qrsharmatea5446@icic')
    expect(await counts(merchantId)).toEqual([1, 1])
  })

  test("records the provider's name of the payee until the provider is disconnected", async () => {
    const merchantId = await shop()
    const first = await creating(merchantId)
    const account = await findCurrentLiveAccount(qrs.ledger.db, merchantId)
    if (account === undefined) throw new Error('no account')
    const key = { merchantId, accountId: account.accountId }
    const reported = () => findReportedName(qrs.ledger.db, key)
    const suggested = { name: 'SharmaTea', source: 'provider' } as const
    expect(await reported()).toEqual(suggested)
    expect(first.link).toContain('pn=SharmaTea&')

    await qrs.ledger.db.transaction((tx) => dismissReportedName(tx, key, suggested, qrs.ledger.clock.now()))
    await creating(merchantId)
    expect(await reported()).toBeUndefined()
    await qrs.ledger.db.transaction((tx) => deleteSource(tx, key))
    const rows = await qrs.ledger.db.rows(
      sql`select from payee_name_suggestions where merchant_id = ${merchantId}`,
    )
    expect(rows).toHaveLength(0)
  })

  test('has its own window even if the provider requires a longer one: the QR is closed after the settling time', async () => {
    const created = await creating(await shop())
    const { createdAt, closeBy } = qrs.razorpay.qrOf(created.orderId) ?? { createdAt: 0, closeBy: 0 }
    expect(closeBy - createdAt).toBeGreaterThanOrEqual(15 * 60)
    qrs.ledger.clock.advance({ seconds: SETTLED_SECONDS - 1 })
    await sweep()
    expect(qrs.razorpay.qrOf(created.orderId)?.status).toBe('active')
    qrs.ledger.clock.advance({ seconds: 1 })
    await sweep()
    expect(qrs.razorpay.qrOf(created.orderId)).toMatchObject({ status: 'closed', closeReason: 'on_demand' })
  })

  test("with a longer window than the provider's shortest needs no call to close its QR", async () => {
    const created = await creating(await shop(), orderForm({ expires_in: 3600 }))
    const asked = qrs.razorpay.requests.length
    expect(qrs.razorpay.qrOf(created.orderId)?.closeBy).toBe(
      (qrs.ledger.clock.now().getTime() + 3_690_000) / 1000,
    )
    qrs.ledger.clock.advance({ seconds: 3690 })
    await sweep()
    expect(qrs.razorpay.requests.length).toBe(asked)
  })

  test('below the provider’s least amount is refused with the field and without a call to the provider', async () => {
    const merchantId = await shop()
    const asked = qrs.razorpay.requests.length
    await expect(creating(merchantId, orderForm({ amount: paise(99n) }))).rejects.toMatchObject({
      code: 'invalid_fields',
      errors: [{ field: 'amount' }],
    })
    expect(qrs.razorpay.requests.length).toBe(asked)
    expect(await counts(merchantId)).toEqual([0, 0])
  })

  test('that is refused anyway causes no call to the provider', async () => {
    const merchantId = await shop()
    const form = orderForm()
    await creating(merchantId, form)
    await qrs.ledger.db.run(sql`update quotas set trial_left = 0 where merchant_id = ${merchantId}`)
    const asked = qrs.razorpay.requests.length
    await expect(creating(merchantId)).rejects.toMatchObject({ code: 'no_subscription' })
    await expect(creating(merchantId, form)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
    await expect(creating(merchantId, orderForm({ expires_in: 59 }))).rejects.toMatchObject({
      code: 'invalid_fields',
    })
    expect(qrs.razorpay.requests.length).toBe(asked)
  })

  test('keeps its amount with unique amounts, because its QR identifies it', async () => {
    const merchantId = await shop()
    await qrs.ledger.db.run(sql`update accounts set unique_amounts = true where merchant_id = ${merchantId}`)
    const both = await Promise.all([creating(merchantId), creating(merchantId)])
    expect(both.map(({ amountPaise }) => amountPaise)).toEqual([49900n, 49900n])
  })
})

describe('the same client_txn_id', () => {
  test('sent twenty times concurrently to two processes makes one order and one QR, and uses one QR request', async () => {
    const merchantId = await shop()
    const form = orderForm()
    const other = createOrders(qrs.ledger)
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? creating(merchantId, form) : other({ merchantId, mode: 'live' }, form),
    )
    expect(codesOf(await Promise.allSettled(calls))).toEqual([
      'created',
      ...Array<string>(19).fill('duplicate_client_txn_id'),
    ])
    expect(await counts(merchantId)).toEqual([1, 1])
    expect(await qrRows(merchantId)).toHaveLength(1)
  })

  test('sent ten times concurrently with an Idempotency-Key gets the same reply ten times', async () => {
    const merchantId = await shop()
    const form = orderForm()
    const once = () =>
      createOrderOnce(
        qrs.ledger,
        { merchantId, mode: 'live' },
        'key-1',
        form,
        requestHashOf(form),
        ({ orderId, link }) => JSON.stringify({ orderId, link }),
      )
    const replies = await Promise.all(Array.from({ length: 10 }, once))
    expect(new Set(replies).size).toBe(1)
    expect(await counts(merchantId)).toEqual([1, 1])
    expect(await qrRows(merchantId)).toMatchObject([{ state: 'shown' }])
  })

  test('that another call uses between the check and the reservation is refused without a second QR', async () => {
    const merchantId = await shop()
    const form = orderForm()
    let lookUps = 0
    const overtaken: typeof qrs.ledger.db = {
      ...qrs.ledger.db,
      // It is the last look-up of the check.
      maybeOne: async <Row>(statement: Statement) => {
        const found = await qrs.ledger.db.maybeOne<Row>(statement)
        if (statement.text.includes('request_hash from orders')) lookUps += 1
        if (lookUps === 1) {
          lookUps += 1
          await creating(merchantId, form)
        }
        return found
      },
    }
    const asked = qrs.razorpay.requests.length
    const late = createOrders({ ...qrs.ledger, db: overtaken })
    await expect(late({ merchantId, mode: 'live' }, form)).rejects.toMatchObject({
      code: 'duplicate_client_txn_id',
    })
    expect(qrs.razorpay.requests.length - asked).toBe(1)
    expect(await qrRows(merchantId)).toMatchObject([{ state: 'shown' }])
  })

  test('of an order of test mode is independent', async () => {
    const merchantId = await shop()
    await qrs.ledger.db.run(sql`
      insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
      values (${merchantId}, 'acc_test', 'test', 'simulator', 'Tea', ${`${merchantId}@gallatest`}, true, ${qrs.ledger.clock.now()})`)
    const form = orderForm()
    expect((await qrs.ledger.create({ merchantId, mode: 'test' }, form)).link).toBeNull()
    expect((await creating(merchantId, form)).link).not.toBeNull()
  })

  test('waits for a concurrent first call, and creates the order if that one fails', async () => {
    const merchantId = await shop()
    const form = orderForm()
    qrs.razorpay.breaks({ kind: 'silent' })
    const first = creating(merchantId, form)
    const failed = expect(first).rejects.toMatchObject({ code: 'provider_unavailable' })
    await qrs.razorpay.hanging()
    const second = creating(merchantId, form)
    await failed
    expect((await second).link).not.toBeNull()
    expect(await counts(merchantId)).toEqual([1, 1])
  })
})
