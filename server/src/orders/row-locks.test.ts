import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCounterOrder, addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import { lockSuspension } from '../merchants/suspension-store.ts'
import { sql, type Transaction } from '../platform/database/database.ts'
import { lockQuota } from './create/quota-store.ts'
import { lockMerchantOrder } from './order-store.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

/** A statement that waits for a lock fails at once. */
const withoutWaiting = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  ledger.db.transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '200ms'`)
    return work(tx)
  })

type Lock = (tx: Transaction, merchantId: string) => Promise<unknown>

test.each<readonly [string, Lock]>([
  ['lockMerchant', lockMerchant],
  ['lockSuspension', lockSuspension],
])('%s allows rows that refer to the merchant, and blocks a second lock', async (_, lock) => {
  const { merchantId } = await addMerchant(ledger.db, 'live')
  await ledger.db.transaction(async (tx) => {
    await lock(tx, merchantId)
    await withoutWaiting((other) => lockQuota(other, merchantId, 10))
    await expect(withoutWaiting((other) => lock(other, merchantId))).rejects.toThrow(/busy/)
  })
})

test('lockMerchantOrder allows rows that refer to the order, and blocks a second lock', async () => {
  const merchant = await addMerchant(ledger.db)
  const { orderId } = await ledger.create(merchant, orderForm())
  const lock = (tx: Transaction) => lockMerchantOrder(tx, merchant.merchantId, orderId)
  await ledger.db.transaction(async (tx) => {
    await lock(tx)
    await withoutWaiting((other) => addCounterOrder(other, merchant.merchantId, orderId, false))
    await expect(withoutWaiting(lock)).rejects.toThrow(/busy/)
  })
})
