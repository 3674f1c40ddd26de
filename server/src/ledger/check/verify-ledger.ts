import { DAY_MS } from '@galla/contract/durations'
import { istDayOf, istWallClock } from '@galla/contract/ist'
import { EVENT_DAYS } from '@galla/contract/webhooks/webhook'
import { z } from 'zod'
import { monotonicMs } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { addJob, NO_MERCHANT } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import {
  type Fault,
  faultsOfCredit,
  faultsOfOrder,
  type LedgerReport,
  PROMISES,
  type PromiseName,
} from './ledger-check.ts'
import {
  countInvoices,
  findQuotaFault,
  isReceivedExact,
  listCreditFacts,
  listCreditsAfter,
  listExistingOrderIds,
  listLastInvoiceNumbers,
  listMerchantsAfter,
  listOrderFacts,
  listOrdersAfter,
  listPurchasesAfter,
  listReceivedDaysAfter,
  listSaleInvoiceGaps,
  listSchemaFaults,
} from './ledger-check-store.ts'
import { deleteReportsBefore, insertLedgerReport, isNightChecked } from './ledger-report-store.ts'

export const LEDGER_CHECK_JOB = 'ledger.check'

/** Rows checked in one statement. */
const BATCH_ROWS = 1_000
const EXAMPLES_MAX = 10
/** One day less than events are kept, because the oldest may be deleted already. */
const EVENTS_KEPT_DAYS = EVENT_DAYS - 1
const REPORTS_KEPT_DAYS = 400
/** In hours of India's clock. */
const NIGHT = { from: 3, before: 6 }

/** Constraints and triggers with which the database itself keeps the promises. */
const GUARDS = [
  'credits_utr_once',
  'credits_matched_to_an_order',
  'credits_match_by_utr_or_paise',
  'credits_refunding_not_negative',
  'refunds_request_once',
  'refunds_utr_once',
  'orders_settled_once',
  'orders_settled_by',
  'orders_success_is_settled',
  'orders_settled_amount_is_payable',
  'orders_client_txn_id_once',
  'webhook_events_once',
  'guard_order orders',
  'guard_credit credits',
  'count_received credits',
  'count_ignored credits',
  'count_refund refunds',
  'refuse_change order_history',
  'refuse_change evidence',
  'refuse_change credit_history',
]

export type VerifyDeps = Pick<Platform, 'db' | 'clock'>

interface Counts {
  orders: number
  credits: number
  merchants: number
}

const FIRST_ORDER = { merchant_id: '', order_id: '' }
const FIRST_CREDIT = { merchant_id: '', credit_id: '' }
const FIRST_RECEIVED_DAY = { merchant_id: '', day: '-infinity' }

/**
 * Checks every promise of the ledger in a live database and changes nothing. It reads in batches, each in one short statement, so that
 * it blocks nobody and its memory does not grow with the ledger.
 */
export const verifyLedger = async (
  { db, clock }: VerifyDeps,
  batchSize = BATCH_ROWS,
): Promise<LedgerReport> => {
  const startedMs = monotonicMs()
  const checkedAt = clock.now()
  const eventsKeptFrom = new Date(checkedAt.getTime() - EVENTS_KEPT_DAYS * DAY_MS)
  const counts: Counts = { orders: 0, credits: 0, merchants: 0 }
  const checks = [
    checkSchema(db),
    checkOrders(db, counts, batchSize, eventsKeptFrom),
    checkCredits(db, counts, batchSize),
    checkMerchants(db, counts, batchSize),
    checkReceived(db, batchSize),
    checkPlans(db, batchSize),
  ]
  const found = new Map<PromiseName, { faults: number; examples: string[] }>()
  for (const check of checks)
    for await (const { promise, what } of check) {
      const { faults, examples } = found.get(promise) ?? { faults: 0, examples: [] }
      found.set(promise, { faults: faults + 1, examples: [...examples, what].slice(0, EXAMPLES_MAX) })
    }
  const promises = (Object.keys(PROMISES) as PromiseName[]).map((promise) => ({
    promise,
    ...(found.get(promise) ?? { faults: 0, examples: [] }),
  }))
  return {
    checkedAt: checkedAt.toISOString(),
    tookMs: Math.round(monotonicMs() - startedMs),
    ...counts,
    faults: promises.reduce((sum, { faults }) => sum + faults, 0),
    promises,
  }
}

async function* checkSchema(db: Database): AsyncGenerator<Fault> {
  yield* await listSchemaFaults(db, GUARDS)
}

async function* checkOrders(
  db: Database,
  counts: Counts,
  batchSize: number,
  eventsKeptFrom: Date,
): AsyncGenerator<Fault> {
  const batches = batchesOf(FIRST_ORDER, ({ order_id }) => listOrdersAfter(db, order_id, batchSize))
  for await (const orders of batches) {
    counts.orders += orders.length
    yield* (await listOrderFacts(db, orders, eventsKeptFrom)).flatMap(faultsOfOrder)
  }
}

/** Reads all rows in batches. `list` returns the rows after a given one, in order. */
async function* batchesOf<Row>(
  first: Row,
  list: (after: Row) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ; ) {
    const rows = await list(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last
  }
}

async function* checkCredits(db: Database, counts: Counts, batchSize: number): AsyncGenerator<Fault> {
  for await (const credits of batchesOf(FIRST_CREDIT, (after) => listCreditsAfter(db, after, batchSize))) {
    counts.credits += credits.length
    yield* (await listCreditFacts(db, credits)).flatMap(faultsOfCredit)
  }
}

async function* checkMerchants(db: Database, counts: Counts, batchSize: number): AsyncGenerator<Fault> {
  for await (const merchants of batchesOf('', (after) => listMerchantsAfter(db, after, batchSize))) {
    counts.merchants += merchants.length
    for (const merchantId of merchants) {
      const what = await findQuotaFault(db, merchantId)
      if (what !== undefined) yield { promise: 'quota_used', what }
    }
  }
}

async function* checkReceived(db: Database, batchSize: number): AsyncGenerator<Fault> {
  for await (const days of batchesOf(FIRST_RECEIVED_DAY, (after) =>
    listReceivedDaysAfter(db, after, batchSize),
  ))
    for (const day of days)
      if (!(await isReceivedExact(db, day)))
        yield { promise: 'received_exact', what: `merchant ${day.merchant_id}, ${day.day}` }
}

/** Adds tonight's check as a job unless it is done or queued. Several processes may call it: the key is the night. */
export const requestLedgerCheck = async ({ db, clock }: VerifyDeps): Promise<{ readonly more: false }> => {
  const now = clock.now()
  const night = istDayOf(now)
  const hour = istWallClock(now).getUTCHours()
  if (hour < NIGHT.from || hour >= NIGHT.before || (await isNightChecked(db, night))) return { more: false }
  await db.transaction((tx) =>
    addJob(
      tx,
      LEDGER_CHECK_JOB,
      { merchantId: NO_MERCHANT, night },
      { key: `${LEDGER_CHECK_JOB} ${night}`, oneAtOnce: true },
    ),
  )
  return { more: false }
}

const nightlyJob = z.object({ night: z.string() })

/** Runs the nightly job: stores the report, and logs faults as an error, which may alert the operator. */
export const checkLedgerTonight = async (
  { db, clock, log }: VerifyDeps & { readonly log: Log },
  payload: unknown,
): Promise<void> => {
  const { night } = nightlyJob.parse(payload)
  if (await isNightChecked(db, night)) return
  const report = await verifyLedger({ db, clock })
  await insertLedgerReport(db, night, report)
  await deleteReportsBefore(db, new Date(clock.now().getTime() - REPORTS_KEPT_DAYS * DAY_MS))
  if (report.faults > 0) log.error('the ledger check found errors', { count: report.faults })
}

const FIRST_PURCHASE = { merchant_id: '', order_id: '', platform_merchant_id: '' }

/** Checks what the schema cannot: a purchase of one merchant has an order of another, the operator's, and invoices have no gaps. */
async function* checkPlans(db: Queryable, batchSize: number): AsyncGenerator<Fault> {
  for await (const purchases of batchesOf(FIRST_PURCHASE, (after) =>
    listPurchasesAfter(db, after, batchSize),
  ))
    for (const [platform, ofPlatform] of Map.groupBy(
      purchases,
      (purchase) => purchase.platform_merchant_id,
    )) {
      const orderIds = ofPlatform.map(({ order_id }) => order_id)
      const existing = await listExistingOrderIds(db, platform, orderIds)
      for (const orderId of orderIds.filter((id) => !existing.has(id)))
        yield { promise: 'plan_ordered', what: `order ${orderId}` }
    }
  for (const { financial_year: year, last_number: last } of await listLastInvoiceNumbers(db)) {
    const { invoices, numbers } = await countInvoices(db, year, last)
    if (invoices !== last || numbers !== last)
      yield {
        promise: 'invoices_numbered',
        what: `${year}: ${invoices} invoices with ${numbers} numbers up to ${last}`,
      }
  }
  for (const gap of await listSaleInvoiceGaps(db, batchSize))
    yield {
      promise: 'invoices_numbered',
      what: `merchant ${gap.merchant_id}, ${gap.financial_year}: not every number up to ${gap.last_number}`,
    }
}
