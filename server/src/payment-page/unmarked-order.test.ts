import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { createOrders } from '../orders/create/create-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { markIn, markOf, withMark } from '../orders/order-mark.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { findDistribution } from '../platform/distributed/is-distributed.ts'
import { statusSource } from './find-page.ts'
import { createStatusCache } from './status-cache.ts'

let ledger: Ledger
/** As a program opens it that starts after the tables were distributed. */
let distributed: Database

beforeAll(async () => {
  ledger = await openLedger()
  distributed = openDatabase(ledger.connectionString)
})
afterAll(async () => {
  await distributed.close()
  await ledger.close()
})

const markNumber = (merchantId: string): number => markIn(`${'0'.repeat(10)}${markOf(merchantId)}`)

test('an order from before the tables were distributed is found without a merchant mark in its id', async () => {
  const [merchant, other] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  const before = await ledger.create(merchant, orderForm())
  const createMisleading = createOrders({
    ...ledger,
    ids: { ...ledger.ids, ulid: (at) => withMark(ledger.ids.ulid(at), other.merchantId) },
  })
  const misleading = await createMisleading(merchant, orderForm())
  // What the program looks for to know a database of Citus; `npm run proof -- citus` runs this on a real one.
  if (inject('testServer').otherServers.length === 0)
    await ledger.db.run({
      name: '',
      text: `create table pg_dist_partition as select 'h' as partmethod`,
      values: [],
    })
  await findDistribution(distributed)
  const deps = { ...ledger, db: distributed }
  const marked = await createOrders(deps)(merchant, orderForm())
  expect(markIn(marked.orderId)).toBe(markNumber(merchant.merchantId))

  const cache = createStatusCache({ clock: ledger.clock, ...statusSource(distributed) })
  try {
    const statuses = async () =>
      Promise.all(
        [before, misleading, marked].map(async ({ orderId }) => (await cache.get(orderId))?.status ?? 'none'),
      )
    expect(await statuses()).toEqual(['created', 'created', 'created'])
    for (const { orderId } of [before, misleading, marked]) {
      await openOrder(deps, orderId)
      cache.changed(orderId)
    }
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    expect(await cache.get(ledger.ids.ulid(ledger.clock.now()))).toBeUndefined()
  } finally {
    cache.close()
  }
})
