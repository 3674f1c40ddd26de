import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../../testing/ledger.ts'
import { sql } from '../../platform/database/database.ts'
import { requestHashOf } from './build-order-request.ts'
import { createOrders } from './create-order.ts'
import { createOrderOnce } from './create-order-once.ts'
import type { Created } from './created-order.ts'

const TRIAL = 25

let ledger: Ledger
beforeAll(async () => {
  ledger = { ...(await openLedger(20)), trialQrRequests: TRIAL }
})
afterAll(() => ledger.close())

/** Another process on the same database. */
const process = () => createOrders({ ...ledger, trialQrRequests: TRIAL })

interface Quota {
  trial: number
  plan: number
  used: number
  orders: number
}

const quotaOf = (merchantId: string): Promise<Quota> =>
  ledger.db.one<Quota>(sql`
    select trial_left as trial, plan_left as plan, used::int as used,
      (select count(*)::int from orders where merchant_id = q.merchant_id and mode = 'live') as orders
    from quotas q where merchant_id = ${merchantId}`)

const givePlan = (merchantId: string, left: number, expiresAt: Date) =>
  ledger.db.run(sql`
    insert into quotas (merchant_id, trial_left, plan_left, plan_expires_at) values (${merchantId}, ${TRIAL}, ${left}, ${expiresAt})
    on conflict (merchant_id) do update set plan_left = ${left}, plan_expires_at = ${expiresAt}`)

const inAnHour = () => new Date(ledger.clock.now().getTime() + 3_600_000)

const codesOf = (results: readonly PromiseSettledResult<Created>[]) => {
  const counts: Record<string, number> = {}
  for (const result of results) {
    const code = result.status === 'fulfilled' ? 'created' : String(result.reason.code ?? result.reason)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

test('of 200 creates at once by three processes the trial serves exactly 25', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const processes = [process(), process(), process()]
  const calls = Array.from({ length: 200 }, (_, n) => processes[n % 3]?.(merchant, orderForm()))
  const results = await Promise.allSettled(
    calls.map((call) => call ?? Promise.reject(new Error('no process'))),
  )
  expect(codesOf(results)).toEqual({ created: TRIAL, no_subscription: 200 - TRIAL })
  expect(await quotaOf(merchant.merchantId)).toEqual({ trial: 0, plan: 0, used: TRIAL, orders: TRIAL })
})

test('one merchant without quota does not touch the others of the same burst', async () => {
  const [poor, rich] = [await addMerchant(ledger.db, 'live'), await addMerchant(ledger.db, 'live')]
  await givePlan(poor.merchantId, 0, inAnHour())
  await givePlan(rich.merchantId, 100, inAnHour())
  const create = process()
  const calls = Array.from({ length: 40 }, (_, n) => create(n % 2 === 0 ? poor : rich, orderForm()))
  expect(codesOf(await Promise.allSettled(calls))).toEqual({ created: 20, quota_exhausted: 20 })
  expect(await quotaOf(rich.merchantId)).toMatchObject({ plan: 80, used: 20, orders: 20 })
})

test('repeated and refused creates consume nothing, also at the same moment as their first', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const form = orderForm()
  const create = process()
  const calls = [
    ...Array.from({ length: 30 }, () => create(merchant, form)),
    create(merchant, orderForm({ expires_in: 59 })),
  ]
  expect(codesOf(await Promise.allSettled(calls))).toEqual({
    created: 1,
    duplicate_client_txn_id: 30 - 1,
    invalid_fields: 1,
  })
  expect(await quotaOf(merchant.merchantId)).toEqual({ trial: TRIAL - 1, plan: 0, used: 1, orders: 1 })
})

test('a duplicate is refused as one, also when nothing is left', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await givePlan(merchant.merchantId, 1, inAnHour())
  const form = orderForm()
  const create = process()
  await create(merchant, form)
  await expect(create(merchant, form)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
  await expect(create(merchant, orderForm())).rejects.toMatchObject({ code: 'quota_exhausted' })
})

describe('a plan', () => {
  test('is used before the trial, and a used-up one does not fall back on it', async () => {
    const merchant = await addMerchant(ledger.db, 'live')
    await givePlan(merchant.merchantId, 2, inAnHour())
    const create = process()
    const results = await Promise.allSettled([1, 2, 3].map(() => create(merchant, orderForm())))
    expect(codesOf(results)).toEqual({ created: 2, quota_exhausted: 1 })
    expect(await quotaOf(merchant.merchantId)).toEqual({ trial: TRIAL, plan: 0, used: 2, orders: 2 })
  })

  test('that has expired serves no longer; what is left of the trial does', async () => {
    const merchant = await addMerchant(ledger.db, 'live')
    await givePlan(merchant.merchantId, 50, ledger.clock.now())
    await process()(merchant, orderForm())
    expect(await quotaOf(merchant.merchantId)).toEqual({ trial: TRIAL - 1, plan: 50, used: 1, orders: 1 })
  })
})

test('an order that fails in the database gives everything back, and others of the same moment go through', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const create = process()
  await create(merchant, orderForm())
  const bad = orderForm({ customer_name: 'x'.repeat(101) })
  const results = await Promise.allSettled(
    [orderForm(), bad, orderForm()].map((form) => create(merchant, form)),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await quotaOf(merchant.merchantId)).toEqual({ trial: TRIAL - 3, plan: 0, used: 3, orders: 3 })
})

test('with an Idempotency-Key ten calls at once consume one', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const form = orderForm()
  const hash = requestHashOf(form)
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      createOrderOnce(ledger, merchant, 'key-1', form, hash, ({ orderId }) => orderId),
    ),
  )
  expect(new Set(replies).size).toBe(1)
  expect(await quotaOf(merchant.merchantId)).toEqual({ trial: TRIAL - 1, plan: 0, used: 1, orders: 1 })
})

test('a transaction that locks the row makes only its own merchant wait', async () => {
  const [locked, other] = [await addMerchant(ledger.db, 'live'), await addMerchant(ledger.db, 'live')]
  const create = process()
  await create(locked, orderForm())
  let waiting: Promise<Created> | undefined
  await ledger.db.transaction(async (tx) => {
    await tx.run(sql`select from quotas where merchant_id = ${locked.merchantId} for update`)
    waiting = create(locked, orderForm())
    await create(other, orderForm())
    expect((await quotaOf(locked.merchantId)).orders).toBe(1)
  })
  await waiting
  expect(await quotaOf(locked.merchantId)).toMatchObject({ used: 2, orders: 2 })
})

test('test orders and those of the platform take none', async () => {
  const tester = await addMerchant(ledger.db, 'test')
  const platform = await addMerchant(ledger.db, 'live')
  await ledger.db.run(
    sql`update merchants set role = 'operator', is_platform = true where merchant_id = ${platform.merchantId}`,
  )
  await process()(tester, orderForm())
  await process()(platform, orderForm({ amount: paise(99900n) }))
  const n = await ledger.db.value<number>(sql`
    select count(*)::int as n from quotas where merchant_id in (${tester.merchantId}, ${platform.merchantId})`)
  expect(n).toBe(0)
})

test('a shop that hosts itself takes no quota, until it hosts others too', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  const meter = (isMetered: boolean) =>
    ledger.db.run(
      sql`update merchants set is_metered = ${isMetered} where merchant_id = ${merchant.merchantId}`,
    )
  await meter(false)
  const orders = process()
  for (let n = 0; n < TRIAL + 2; n += 1) await orders(merchant, orderForm())
  expect(await quotaOf(merchant.merchantId)).toMatchObject({ trial: TRIAL, used: TRIAL + 2 })
  await meter(true)
  for (let n = 0; n < TRIAL; n += 1) await orders(merchant, orderForm())
  await expect(orders(merchant, orderForm())).rejects.toMatchObject({ code: 'no_subscription' })
})
