import { attemptReference } from '@galla/upi/reference'
import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRazorpay, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { orderForm } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { changeOrder } from '../orders/change-order.ts'
import { requestHashOf } from '../orders/create-order.ts'
import { createOrderOnce } from '../orders/create-order-once.ts'
import { createOrders } from '../orders/create-orders.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { findPage } from '../payment-page/find-page.ts'
import { linkOfPage, payeeUpiIdOf } from '../payment-page/page-view.ts'
import { sql } from '../platform/database/database.ts'
import { closeQrs } from './close-qrs.ts'

const CREDENTIALS = {
  keyId: 'rzp_live_Sharma38472910',
  keySecret: 'kbzk1DSbJiVO3p5kbzk1DSb',
  webhookSecret: 'chai-and-samosa',
}
const RAZORPAY = { source: 'razorpay-qr', credentials: CREDENTIALS } as const
const SETTLED_SECONDS = 300 + 90

let ledger: LiveLedger
let razorpay: FakeRazorpay
beforeAll(async () => {
  razorpay = await startFakeRazorpay(CREDENTIALS, () => ledger.clock.now())
  ledger = await openLiveLedger({ razorpay: razorpay.url })
})
afterAll(async () => {
  await ledger.close()
  await razorpay.close()
})
afterEach(() => {
  razorpay.mend()
  razorpay.bend(undefined)
  razorpay.release()
  ledger.clock.advance({ hours: 2 })
})

const shop = () => ledger.merchantWith(RAZORPAY)
const creating = (merchantId: string, form = orderForm()) => ledger.create({ merchantId, mode: 'live' }, form)
const quotaUsed = async (merchantId: string): Promise<number> =>
  (
    await ledger.db.maybeOne<{ used: number }>(
      sql`select used::int as used from quotas where merchant_id = ${merchantId}`,
    )
  )?.used ?? 0
const ordersOf = async (merchantId: string): Promise<number> =>
  (
    await ledger.db.one<{ n: number }>(
      sql`select count(*)::int as n from orders where merchant_id = ${merchantId}`,
    )
  ).n
const qrRows = (merchantId: string) =>
  ledger.db.rows<{ reference: string; state: string; closed: boolean }>(sql`
    select reference, state, closed_at is not null as closed
    from provider_qrs where merchant_id = ${merchantId} order by reserved_at, reference`)
const sweep = async (): Promise<void> => {
  while ((await closeQrs(ledger)).more);
}
const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'created' : result.reason.code)).sort()

describe('an order of an account whose provider makes the QR', () => {
  test("carries the provider's link, byte for byte, and consumes one", async () => {
    const merchantId = await shop()
    const created = await creating(merchantId)
    const qr = razorpay.qrOf(created.orderId)
    expect(qr).toMatchObject({ amount: 49900, status: 'active' })
    expect(created.link).toMatch(/^upi:\/\/pay\?pa=rzr\.qrsharmatea5446@icic&.*&am=499$/)
    const page = await findPage(ledger.db, created.orderId)
    if (page === undefined) throw new Error('no page')
    expect(linkOfPage(page)).toBe(created.link)
    expect(payeeUpiIdOf(page)).toBe('rzr.qrsharmatea5446@icic')
    expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([1, 1])
  })

  test('ends at its own time: the provider gets its least window, and the QR is closed after the settling time', async () => {
    const created = await creating(await shop())
    const { createdAt, closeBy } = razorpay.qrOf(created.orderId) ?? { createdAt: 0, closeBy: 0 }
    expect(closeBy - createdAt).toBeGreaterThanOrEqual(15 * 60)
    ledger.clock.advance({ seconds: SETTLED_SECONDS - 1 })
    await sweep()
    expect(razorpay.qrOf(created.orderId)?.status).toBe('active')
    ledger.clock.advance({ seconds: 1 })
    await sweep()
    expect(razorpay.qrOf(created.orderId)).toMatchObject({ status: 'closed', closeReason: 'on_demand' })
  })

  test("with a window longer than the provider's least is closed by the provider, without a question", async () => {
    const created = await creating(await shop(), orderForm({ expires_in: 3600 }))
    const asked = razorpay.requests.length
    expect(razorpay.qrOf(created.orderId)?.closeBy).toBe((ledger.clock.now().getTime() + 3_690_000) / 1000)
    ledger.clock.advance({ seconds: 3690 })
    await sweep()
    expect(razorpay.requests.length).toBe(asked)
  })

  test('below the provider’s least amount is refused by field without a call to the provider', async () => {
    const merchantId = await shop()
    const asked = razorpay.requests.length
    await expect(creating(merchantId, orderForm({ amount: paise(99n) }))).rejects.toMatchObject({
      code: 'invalid_fields',
      errors: [{ field: 'amount' }],
    })
    expect(razorpay.requests.length).toBe(asked)
    expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([0, 0])
  })

  test('is never asked for where the create is refused anyway', async () => {
    const merchantId = await shop()
    const form = orderForm()
    await creating(merchantId, form)
    await ledger.db.run(sql`update quotas set trial_left = 0 where merchant_id = ${merchantId}`)
    const asked = razorpay.requests.length
    await expect(creating(merchantId)).rejects.toMatchObject({ code: 'no_subscription' })
    await expect(creating(merchantId, form)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
    await expect(creating(merchantId, orderForm({ expires_in: 59 }))).rejects.toMatchObject({
      code: 'invalid_fields',
    })
    expect(razorpay.requests.length).toBe(asked)
  })

  test('is recognised by its QR, so its amount is not lowered', async () => {
    const merchantId = await shop()
    await ledger.db.run(sql`update accounts set unique_amounts = true where merchant_id = ${merchantId}`)
    const both = await Promise.all([creating(merchantId), creating(merchantId)])
    expect(both.map(({ amountPaise }) => amountPaise)).toEqual([49900n, 49900n])
  })
})

describe('a provider that makes none', () => {
  test.each([
    ['is down', () => razorpay.breaks({ kind: 'status', status: 503 })],
    ['breaks off', () => razorpay.breaks({ kind: 'cut' })],
    ['sends half an answer', () => razorpay.breaks({ kind: 'half' })],
    ['sends 1 MB', () => razorpay.breaks({ kind: 'huge' })],
    ['answers with a page', () => razorpay.breaks({ kind: 'not_json' })],
    [
      'asks for another amount',
      () =>
        razorpay.bend((qr) => ({
          ...qr,
          image_content: String(qr.image_content).replace('am=499', 'am=4990'),
        })),
    ],
    [
      'answers about another order',
      () => razorpay.bend((qr) => ({ ...qr, notes: { reference: 'ANOTHER' } })),
    ],
    ['sends no content', () => razorpay.bend(({ image_content: _gone, ...qr }) => qr)],
    ['uses a word of its own', () => razorpay.bend((qr) => ({ ...qr, status: 'ready' }))],
  ])(
    'because it %s: 503, nothing is consumed, the client_txn_id stays free, and nothing stays payable',
    async (_how, breaks) => {
      const merchantId = await shop()
      const form = orderForm()
      breaks()
      await expect(creating(merchantId, form)).rejects.toMatchObject({
        code: 'provider_unavailable',
        status: 503,
      })
      expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([0, 0])
      razorpay.mend()
      razorpay.bend(undefined)
      const created = await creating(merchantId, form)
      expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([1, 1])
      ledger.clock.advance({ seconds: 61 })
      await sweep()
      const payable = razorpay.qrs.filter(
        ({ status, createdAt }) =>
          status === 'active' && createdAt >= ledger.clock.now().getTime() / 1000 - 70,
      )
      expect(payable.map(({ reference }) => reference)).toEqual([created.orderId])
    },
  )

  test('because it refuses the key: 503, and nothing is consumed', async () => {
    const merchantId = await ledger.merchantWith({
      ...RAZORPAY,
      credentials: { ...CREDENTIALS, keySecret: 'another-secret' },
    })
    await expect(creating(merchantId)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([0, 0])
    expect(await qrRows(merchantId)).toMatchObject([{ state: 'abandoned', closed: true }])
  })

  test('is waited for a limited time only', async () => {
    const hasty = await openLiveLedger({ razorpay: razorpay.url }, { createTimeoutMs: 50 })
    const merchantId = await hasty.merchantWith(RAZORPAY)
    razorpay.breaks({ kind: 'silent' })
    await expect(hasty.order(merchantId)).rejects.toMatchObject({ code: 'provider_unavailable' })
    razorpay.release()
    await hasty.close()
  })

  test('again and again is left alone for a while, as the account then says', async () => {
    const merchantId = await shop()
    razorpay.breaks({ kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
    for (let n = 0; n < 5; n += 1) await creating(merchantId).catch(() => undefined)
    const asked = razorpay.requests.length
    await expect(creating(merchantId)).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryAfterSeconds: 15,
    })
    expect(razorpay.requests.length).toBe(asked)
    razorpay.mend()
    ledger.clock.advance({ seconds: 15 })
    await creating(merchantId)
  })
})

describe('the same client_txn_id', () => {
  test('twenty times at once, in two processes, is one order, one QR and one consumed', async () => {
    const merchantId = await shop()
    const form = orderForm()
    const other = createOrders(ledger)
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? creating(merchantId, form) : other({ merchantId, mode: 'live' }, form),
    )
    expect(codesOf(await Promise.allSettled(calls))).toEqual([
      'created',
      ...Array<string>(19).fill('duplicate_client_txn_id'),
    ])
    expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([1, 1])
    expect(await qrRows(merchantId)).toHaveLength(1)
  })

  test('ten times at once with an Idempotency-Key is ten times the same answer', async () => {
    const merchantId = await shop()
    const form = orderForm()
    const once = () =>
      createOrderOnce(
        ledger,
        { merchantId, mode: 'live' },
        'key-1',
        form,
        requestHashOf(form),
        ({ orderId, link }) => JSON.stringify({ orderId, link }),
      )
    const replies = await Promise.all(Array.from({ length: 10 }, once))
    expect(new Set(replies).size).toBe(1)
    expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([1, 1])
    expect(await qrRows(merchantId)).toMatchObject([{ state: 'shown' }])
  })

  test('that is used between the check and the reservation is refused without a second QR', async () => {
    const merchantId = await shop()
    const form = orderForm()
    let transactions = 0
    const overtaken: typeof ledger.db = {
      ...ledger.db,
      transaction: async (work) => {
        transactions += 1
        if (transactions !== 1) return ledger.db.transaction(work)
        return ledger.db.transaction(work).finally(() => creating(merchantId, form))
      },
    }
    const asked = razorpay.requests.length
    const late = createOrders({ ...ledger, db: overtaken })
    await expect(late({ merchantId, mode: 'live' }, form)).rejects.toMatchObject({
      code: 'duplicate_client_txn_id',
    })
    expect(razorpay.requests.length - asked).toBe(1)
    expect(await qrRows(merchantId)).toMatchObject([{ state: 'shown' }])
  })

  test('of an order of test mode is independent', async () => {
    const merchantId = await shop()
    await ledger.db.run(sql`
      insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
      values (${merchantId}, 'acc_test', 'test', 'simulator', 'Tea', ${`${merchantId}@gallatest`}, true, ${ledger.clock.now()})`)
    const form = orderForm()
    expect((await ledger.create({ merchantId, mode: 'test' }, form)).link).toBeNull()
    expect((await creating(merchantId, form)).link).not.toBeNull()
  })

  test('while the first call gets no answer waits, and becomes the first when that one fails', async () => {
    const merchantId = await shop()
    const form = orderForm()
    razorpay.breaks({ kind: 'silent' })
    const first = creating(merchantId, form)
    const failed = expect(first).rejects.toMatchObject({ code: 'provider_unavailable' })
    await razorpay.hanging()
    const second = creating(merchantId, form)
    await failed
    expect((await second).link).not.toBeNull()
    expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([1, 1])
  }, 20_000)
})

test('a reservation whose process is gone is taken over at once, and its QR closed', async () => {
  const merchantId = await shop()
  const form = orderForm()
  const lost = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
  await ledger.db.run(sql`
    insert into provider_qrs (merchant_id, reference, account_id, source, order_id, attempt, client_txn_id, amount_paise,
      reserved_at, reserved_by, ends_at)
    values (${merchantId}, ${lost}, 'acc_1', 'razorpay-qr', ${lost}, 1, ${form.client_txn_id}, 49900,
      ${ledger.clock.now()}, 'a process that was killed', ${new Date(ledger.clock.now().getTime() + 960_000)})`)
  razorpay.make(lost, 49900)
  const created = await creating(merchantId, form)
  expect(created.orderId).not.toBe(lost)
  ledger.clock.advance({ seconds: 61 })
  await sweep()
  expect(razorpay.qrOf(lost)?.status).toBe('closed')
  expect(razorpay.qrOf(created.orderId)?.status).toBe('active')
})

test("an account that changed while its provider was asked gets no order with the other one's QR", async () => {
  const merchantId = await shop()
  razorpay.breaks({ kind: 'silent' })
  const creation = creating(merchantId)
  await razorpay.hanging()
  await ledger.db.transaction(async (tx) => {
    await tx.run(sql`update accounts set is_current = false where merchant_id = ${merchantId}`)
    await tx.run(sql`
      insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
      values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', 'second@examplebank', true, ${ledger.clock.now()})`)
  })
  razorpay.release()
  await expect(creation).rejects.toMatchObject({ status: 503 })
  expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([0, 0])
  await sweep()
  expect(razorpay.qrs.at(-1)).toMatchObject({ status: 'closed' })
  expect((await creating(merchantId)).link).toBeNull()
})

test('a create that lasts longer than it may is given up, and its QR closed', async () => {
  const merchantId = await shop()
  razorpay.breaks({ kind: 'silent' })
  const creation = creating(merchantId)
  await razorpay.hanging()
  ledger.clock.advance({ seconds: 31 })
  await sweep()
  razorpay.release()
  await expect(creation).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect([await ordersOf(merchantId), await quotaUsed(merchantId)]).toEqual([0, 0])
  ledger.clock.advance({ seconds: 61 })
  await sweep()
  expect(razorpay.qrs.at(-1)).toMatchObject({ status: 'closed' })
})

test('creates ask a provider no more often than its account may', async () => {
  const merchantId = await shop()
  const now = ledger.clock.now()
  await ledger.db.run(sql`
    update account_sources set asked_times = ${Array.from({ length: 10 }, () => now)}::timestamptz[]
    where merchant_id = ${merchantId}`)
  const asked = razorpay.requests.length
  let rounds = 0
  const db: typeof ledger.db = {
    ...ledger.db,
    transaction: (work) => {
      rounds += 1
      if (rounds === 6) {
        expect(razorpay.requests.length).toBe(asked)
        ledger.clock.advance({ seconds: 1 })
      }
      return ledger.db.transaction(work)
    },
  }
  const created = await createOrders({ ...ledger, db })({ merchantId, mode: 'live' }, orderForm())
  expect(created.link).not.toBeNull()
  expect(rounds).toBeGreaterThanOrEqual(6)
})

describe('trying again', () => {
  const declined = async () => {
    const merchantId = await shop()
    const { orderId } = await creating(merchantId)
    await openOrder(ledger, orderId)
    await changeOrder(ledger, orderId, ({ attempt }) => ({ kind: 'declined', attempt }))
    return { merchantId, orderId }
  }
  const stateOf = (orderId: string) => findOrder(ledger.db, orderId)

  test('makes a QR of its own, and closes the one before', async () => {
    const { orderId } = await declined()
    const first = razorpay.qrs.at(-1)
    await openOrder(ledger, orderId)
    expect(await stateOf(orderId)).toMatchObject({ status: 'pending', attempt: 2 })
    const second = razorpay.qrs.at(-1)
    expect(second?.reference).toMatch(new RegExp(`^${attemptReference(orderId, 2)}`))
    const page = await findPage(ledger.db, orderId)
    expect(page && linkOfPage(page)).toContain(second?.id.slice(3))
    await sweep()
    expect([first?.status, second?.status]).toEqual(['closed', 'active'])
  })

  test('ten times at once makes one', async () => {
    const { orderId, merchantId } = await declined()
    await Promise.all(Array.from({ length: 10 }, () => openOrder(ledger, orderId)))
    expect(await stateOf(orderId)).toMatchObject({ status: 'pending', attempt: 2 })
    expect(await qrRows(merchantId)).toHaveLength(2)
  })

  test('is refused while the provider makes none, and the order stays as it is', async () => {
    const { orderId } = await declined()
    const before = await stateOf(orderId)
    razorpay.breaks({ kind: 'status', status: 502 })
    await expect(openOrder(ledger, orderId)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await stateOf(orderId)).toEqual(before)
    razorpay.mend()
    await openOrder(ledger, orderId)
    expect(await stateOf(orderId)).toMatchObject({ status: 'pending', attempt: 2 })
  })

  test('costs an order ten QRs at most', async () => {
    const { orderId, merchantId } = await declined()
    razorpay.breaks({ kind: 'half' }, Number.POSITIVE_INFINITY)
    const codes = new Set<string>()
    for (let n = 0; n < 14; n += 1) {
      ledger.clock.advance({ minutes: 6 })
      await openOrder(ledger, orderId).catch((error) => codes.add(error.code))
    }
    expect(codes).toEqual(new Set(['provider_unavailable', 'not_payable']))
    expect(await qrRows(merchantId)).toHaveLength(10)
  })
})

test('a QR whose closing got no answer is closed again, at ever longer intervals', async () => {
  const merchantId = await shop()
  await creating(merchantId)
  const isClosed = async () => (await qrRows(merchantId)).map(({ closed }) => closed)
  ledger.clock.advance({ seconds: SETTLED_SECONDS })
  razorpay.breaks({ kind: 'cut' }, Number.POSITIVE_INFINITY)
  await sweep()
  razorpay.mend()
  ledger.clock.advance({ seconds: 119 })
  await sweep()
  expect(await isClosed()).toEqual([false])
  ledger.clock.advance({ seconds: 1 })
  await sweep()
  expect(await isClosed()).toEqual([true])
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
])('the database itself lets no QR %s', async (_what, statement) => {
  const merchantId = await shop()
  const insert = (reference: string, clientTxnId: string, abandonedAt: Date | null) =>
    ledger.db.run(sql`
      insert into provider_qrs (merchant_id, reference, account_id, source, order_id, attempt, client_txn_id, amount_paise,
        reserved_at, reserved_by, ends_at, abandoned_at, close_due_at)
      values (${merchantId}, ${reference}, 'acc_1', 'razorpay-qr', ${reference}, 1, ${clientTxnId}, 49900,
        ${ledger.clock.now()}, 'nobody', ${ledger.clock.now()}, ${abandonedAt}, ${ledger.clock.now()})`)
  await insert('FIRST', 'A', null)
  await insert('SECOND', 'B', ledger.clock.now())
  await expect(ledger.db.run(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})
