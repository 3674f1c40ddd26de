import { paise } from '@galla/upi/rupees'
import { Client } from 'pg'
import { recordCredit } from '../../server/src/ledger/record-credit.ts'
import type { OrderDeps } from '../../server/src/orders/change-order.ts'
import { createOrders } from '../../server/src/orders/create/create-order.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { type Database, sql } from '../../server/src/platform/database/database.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import { askingNobody } from '../../server/testing/qr-making.ts'
import { databaseOf } from '../galla-database.ts'
import type { Galla } from '../galla-process.ts'
import { addManyOrders } from '../many-orders.ts'
import { ORDER_FIELDS, registerMerchant } from '../merchants.ts'
import { median, percentile } from '../percentile.ts'
import { type Chapter, digits, type Figure } from '../report.ts'

/** BENCH_MATCH_ORDERS_MAX makes the large merchant smaller, for a quick run. */
const LARGE = Math.min(1_000_000, Number(process.env.BENCH_MATCH_ORDERS_MAX ?? 1_000_000))
const SMALL = Math.min(10_000, LARGE)
const CREDITS = 400
const WARM = 50
const RATIO_GOAL = 1.5
const FIRST_ADDRESS = 4_000
const FIRST_UTR = 930_000_000_000
/** Amounts of no other order. */
const FIRST_PAISE = 50_000_000n

interface Shop {
  readonly merchantId: string
  readonly accountId: string
}

const shopOf = async (galla: Galla, db: Database, size: number, number: number): Promise<Shop> => {
  const { merchantId } = await registerMerchant(galla.origin, FIRST_ADDRESS + number)
  const accountId = await db.value<string>(
    sql`select account_id from accounts where merchant_id = ${merchantId} and mode = 'test'`,
  )
  const client = new Client(galla.database)
  await client.connect()
  try {
    await addManyOrders(client, merchantId, accountId, { count: size, now: new Date(), seed: 70 + number })
  } finally {
    await client.end()
  }
  return { merchantId, accountId }
}

type RecordCredit = (n: number, amount: bigint, state: 'matched' | 'unmatched') => Promise<number>

/** Returns the milliseconds that one credit of the shop takes. From now on open orders wait for some of its amounts. */
const creditRecorder = async (
  db: Database,
  { merchantId, accountId }: Shop,
  number: number,
): Promise<RecordCredit> => {
  const base = { db, clock: systemClock, ids: randomIds }
  const create = createOrders({
    ...base,
    qr: askingNobody,
    paymentUrl: (id) => id,
    trialQrRequests: 1_000_000,
  })
  const deps: OrderDeps = { ...base, wakeDeliveries: () => {}, changed: () => {} }
  for (let n = 0; n < CREDITS; n += 1) {
    const amount = paise(FIRST_PAISE + BigInt(n))
    await create({ merchantId, mode: 'test' }, { ...ORDER_FIELDS, amount, client_txn_id: `MATCH-${n}` })
  }
  return async (n, amount, state) => {
    const utr = String(FIRST_UTR + number * 1_000_000 + n)
    const startedMs = performance.now()
    const recorded = await recordCredit(deps, {
      merchantId,
      accountId,
      source: 'alert',
      rail: 'upi',
      sourceKey: utr,
      utr,
      amount: paise(amount),
      receivedAt: systemClock.now(),
      reference: null,
      payerUpiId: 'asha@okaxis',
      payerName: 'Asha Rao',
    })
    const tookMs = performance.now() - startedMs
    if (recorded.kind !== 'recorded' || recorded.state !== state) throw new Error(`not ${state}`)
    return tookMs
  }
}

/** Measures both in turns, so that other work of the machine affects both. */
const measureBoth = async (few: RecordCredit, many: RecordCredit) => {
  const took = { few: { matched: [], unmatched: [] }, many: { matched: [], unmatched: [] } } as Record<
    'few' | 'many',
    Record<'matched' | 'unmatched', number[]>
  >
  for (let n = 0; n < CREDITS; n += 1) {
    for (const [name, record] of Object.entries({ few, many }) as ['few' | 'many', RecordCredit][]) {
      const matched = await record(n, FIRST_PAISE + BigInt(n), 'matched')
      const unmatched = await record(CREDITS + n, 2n * FIRST_PAISE - BigInt(n), 'unmatched')
      if (n < WARM) continue
      took[name].matched.push(matched)
      took[name].unmatched.push(unmatched)
    }
  }
  return took
}

export const measureMatching = async (galla: Galla): Promise<Chapter> => {
  const db = databaseOf(galla.database)
  try {
    const small = await shopOf(galla, db, SMALL, 0)
    const large = await shopOf(galla, db, LARGE, 1)
    await db.pool.query('vacuum analyze')
    const { few, many } = await measureBoth(
      await creditRecorder(db, small, 0),
      await creditRecorder(db, large, 1),
    )
    const figure = (what: string, kind: 'matched' | 'unmatched'): Figure => {
      const ratio = median(many[kind]) / median(few[kind])
      const listed = (values: readonly number[]): string =>
        `${digits(median(values), 2)} ms (p99 ${digits(percentile(values, 0.99), 1)})`
      return {
        what,
        measured: `${digits(ratio, 2)} times: ${listed(many[kind])}, few ${listed(few[kind])}`,
        goal: `≤ ${RATIO_GOAL} times`,
        met: ratio <= RATIO_GOAL,
      }
    }
    return {
      title: 'Matching among many',
      how: `A credit without a reference, from its report to its commit: of a merchant with ${digits(LARGE, 0)} orders and their credits, against one with ${digits(SMALL, 0)}; medians of ${CREDITS - WARM}, in turns.`,
      figures: [
        figure('of an amount that one open order has', 'matched'),
        figure('of an amount that no order has', 'unmatched'),
      ],
    }
  } finally {
    await db.close()
  }
}
