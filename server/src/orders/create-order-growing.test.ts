import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { type Database, openDatabase, sql } from '../platform/database.ts'
import { createOrders } from './create-order.ts'

/** So many calls that the connection keeps the plans it made while the table was empty. */
const CALLS_UNTIL_PLANNED = 12
const ORDERS = 2_000

let ledger: Ledger
/** One connection, so that its plans and what it counted are those of the calls below. */
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

const entriesRead = async (): Promise<number> => {
  await db.run(sql`select pg_stat_force_next_flush()`)
  const { read } = await db.one<{ read: bigint }>(
    sql`select sum(idx_tup_read)::bigint as read from pg_stat_user_indexes where relname = 'orders'`,
  )
  return Number(read)
}

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
    const before = await entriesRead()
    await create(merchant, orderForm())
    await expect(create(merchant, repeated)).rejects.toMatchObject({ code: 'duplicate_client_txn_id' })
    expect((await entriesRead()) - before).toBeLessThan(ORDERS / 20)
  },
)
