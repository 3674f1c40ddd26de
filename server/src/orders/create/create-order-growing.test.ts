import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../../testing/ledger.ts'
import { rowsReadBy } from '../../../testing/rows-read.ts'
import { type Database, openDatabase, sql } from '../../platform/database/database.ts'
import { createOrders } from './create-order.ts'

/** Enough calls that the connection keeps the plans it made while the table was empty. */
const CALLS_UNTIL_PLANNED = 12
const ORDERS = 2_000

let ledger: Ledger
/** Of one connection, so that its plans are those of the calls below, and what it reads is counted. */
let db: Database
beforeAll(async () => {
  ledger = await openLedger()
  await ledger.db.run(sql`alter table orders set (autovacuum_enabled = false)`)
  db = openDatabase(ledger.connectionString, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await ledger.close()
})

test.each(['live', 'test'] as const)(
  'a %s order of a busy merchant reads no others, though the plan is from when there were none and nothing was analysed since',
  async (mode) => {
    const merchant = await addMerchant(ledger.db, mode)
    const create = createOrders({ ...ledger, db })
    for (let call = 0; call < CALLS_UNTIL_PLANNED; call += 1) await create(merchant, orderForm())
    const repeated = orderForm()
    await Promise.all(
      [repeated, ...Array.from({ length: ORDERS }, () => orderForm())].map((form) => create(merchant, form)),
    )
    const read = await rowsReadBy(db, ['orders'], async () => {
      await create(merchant, orderForm())
      await expect(create(merchant, repeated)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
    })
    expect(read).toBeLessThan(ORDERS / 20)
  },
)
