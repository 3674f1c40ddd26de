import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../../testing/ledger.ts'
import { listLockWaits } from '../../../testing/lock-waits.ts'
import { startSilentProxy } from '../../../testing/silent-proxy.ts'
import { openDatabase, sql } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { requestHashOf } from './build-order-request.ts'
import { createOrders } from './create-order.ts'
import { createOrderOnce } from './create-order-once.ts'
import { numberOrder } from './number-order.ts'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const countOrders = (merchantId: string): Promise<number> =>
  ledger.db.value<number>(sql`select count(*)::int as n from orders where merchant_id = ${merchantId}`)

test('200 creates at once with 100 client_txn_ids give 100 orders and 100 clear refusals', async () => {
  const merchant = await addMerchant(ledger.db)
  const forms = Array.from({ length: 100 }, () => orderForm())
  const results = await Promise.allSettled([...forms, ...forms].map((form) => ledger.create(merchant, form)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        code: 'duplicate_client_txn_id',
        details: { order_id: expect.any(String), payment_url: expect.stringContaining('/pay/') },
      })
  expect(await countOrders(merchant.merchantId)).toBe(100)
})

test('a repeated client_txn_id with another body reveals nothing of the first order', async () => {
  const merchant = await addMerchant(ledger.db)
  const form = orderForm()
  await ledger.create(merchant, form)
  const refusal = await ledger
    .create(merchant, { ...form, amount: paise(1n) })
    .catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'duplicate_client_txn_id', details: undefined })
})

test('EKQR orders whose ids propose one number get different numbers, and each keeps its own', async () => {
  const merchant = await addMerchant(ledger.db)
  const ids = ['B', 'C', 'D'].map((letter) => `01JD8K7Q2M4V6X8Z0B${letter}AAAAAAA`)
  let made = 0
  const ulid = (at: Date): string => ids[made++] ?? randomIds.ulid(at)
  const create = createOrders({ ...ledger, ids: { ...randomIds, ulid } })
  const created = await Promise.all(ids.map(() => create(merchant, orderForm(), 'ekqr')))
  const number = ({ orderId }: { orderId: string }) => numberOrder(ledger.db, merchant.merchantId, orderId)
  const numbers = await Promise.all(created.map(number))
  expect(new Set(numbers).size).toBe(3)
  expect(await Promise.all(created.map(number))).toEqual(numbers)
})

test('an EKQR order gets its number although the connection is lost while it is saved', async () => {
  const { merchantId, mode } = await addMerchant(ledger.db)
  const { orderId } = await ledger.create({ merchantId, mode }, orderForm(), 'ekqr')
  const proxy = await startSilentProxy(ledger.connectionString)
  const through = openDatabase(proxy.connectionString)
  try {
    const numbering = await ledger.db.transaction(async (tx) => {
      await tx.run(
        sql`select from orders where merchant_id = ${merchantId} and order_id = ${orderId} for update`,
      )
      const given = Promise.allSettled([numberOrder(through, merchantId, orderId)])
      await expect.poll(() => listLockWaits(ledger.db)).toHaveLength(1)
      proxy.cut()
      return { given }
    })
    const number = await numberOrder(ledger.db, merchantId, orderId)
    expect(await numbering.given).toEqual([{ status: 'fulfilled', value: number }])
  } finally {
    await through.close()
    await proxy.close()
  }
})

test('two merchants may use the same client_txn_id', async () => {
  const form = orderForm()
  const [one, two] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  const created = await Promise.all([ledger.create(one, form), ledger.create(two, form)])
  expect(new Set(created.map(({ orderId }) => orderId)).size).toBe(2)
  expect(created.map(({ merchantId }) => merchantId)).toEqual([one.merchantId, two.merchantId])
})

test('a live merchant without an account is refused, and so is a window shorter than the mode allows', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  await expect(ledger.create({ merchantId, mode: 'live' }, orderForm())).rejects.toMatchObject({
    code: 'no_account',
  })
  await expect(
    ledger.create({ merchantId, mode: 'test' }, orderForm({ expires_in: 4 })),
  ).rejects.toMatchObject({
    code: 'invalid_fields',
    errors: [{ field: 'expires_in' }],
  })
})

test('with an Idempotency-Key ten calls at once make one order and get the same bytes', async () => {
  const merchant = await addMerchant(ledger.db)
  const form = orderForm()
  const hash = requestHashOf(form)
  const call = () =>
    createOrderOnce(ledger, merchant, 'key-1', form, hash, ({ orderId }) => `made ${orderId}`)
  const replies = await Promise.all(Array.from({ length: 10 }, call))
  expect(new Set(replies).size).toBe(1)
  expect(await countOrders(merchant.merchantId)).toBe(1)
  const other = orderForm()
  await expect(
    createOrderOnce(ledger, merchant, 'key-1', other, requestHashOf(other), () => ''),
  ).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

test('a refused call leaves its Idempotency-Key free', async () => {
  const merchant = await addMerchant(ledger.db)
  const taken = orderForm()
  await ledger.create(merchant, taken)
  const call = (form: typeof taken) =>
    createOrderOnce(ledger, merchant, 'key-2', form, requestHashOf(form), ({ orderId }) => orderId)
  await expect(call(taken)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
  await expect(call(orderForm())).resolves.toHaveLength(26)
})
