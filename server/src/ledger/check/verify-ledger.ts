import { istDayOf, istWallClock } from '@galla/contract/ist'
import { EVENT_DAYS } from '@galla/contract/webhooks/webhook'
import { z } from 'zod'
import { monotonicMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { findDistribution } from '../../platform/distributed/is-distributed.ts'
import { toLanes } from '../../platform/distributed/merchant-lanes.ts'
import type { Platform } from '../../platform/feature.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { checkPlans } from './check-plans.ts'
import {
  type Fault,
  faultsOfCredit,
  faultsOfOrder,
  type LedgerReport,
  PROMISES,
  type PromiseName,
} from './ledger-check.ts'
import {
  isDayExact,
  isReceivedExact,
  listCreditFacts,
  listCreditsAfter,
  listMerchantsAfter,
  listOrderFacts,
  listOrdersAfter,
  listQuotaFaults,
  listReceivedDaysAfter,
  listSchemaFaults,
  listTotalsDaysAfter,
} from './ledger-check-store.ts'
import { deleteReportsBefore, insertLedgerReport, isNightChecked } from './ledger-report-store.ts'

export const LEDGER_CHECK_JOB = 'ledger.check'

/** Rows looked at in one statement. */
const STRETCH = 1_000
const EXAMPLES_MAX = 10
const DAY_MS = 86_400_000
/** On the last day of their time, events may be deleted already. */
const EVENTS_KEPT_DAYS = EVENT_DAYS - 1
const REPORTS_KEPT_DAYS = 400
/** Hours of India's clock. */
const NIGHT = { from: 3, before: 6 }

/** Constraints and triggers that keep the promises in the database, whatever a program does. */
const GUARDS = [
  'credits_utr_once',
  'credits_matched_to_an_order',
  'credits_without_utr_never_match',
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
  'refuse_change order_history',
  'refuse_change evidence',
  'refuse_change credit_history',
]

export type VerifyDeps = Pick<Platform, 'db' | 'clock'>

interface Found {
  readonly examples: Map<PromiseName, { faults: number; examples: string[] }>
  orders: number
  credits: number
  merchants: number
}

const note = (found: Found, faults: readonly Fault[]): void => {
  for (const { promise, what } of faults) {
    const known = found.examples.get(promise) ?? { faults: 0, examples: [] }
    known.faults += 1
    if (known.examples.length < EXAMPLES_MAX) known.examples.push(what)
    found.examples.set(promise, known)
  }
}

/**
 * Checks every promise of the ledger in a live database and changes nothing. It reads in batches, each in one short statement, so that
 * it blocks nobody and its memory does not grow with the ledger.
 */
export const verifyLedger = async ({ db, clock }: VerifyDeps, stretch = STRETCH): Promise<LedgerReport> => {
  const began = monotonicMs()
  await findDistribution(db)
  const checkedAt = clock.now()
  const found: Found = { examples: new Map(), orders: 0, credits: 0, merchants: 0 }
  note(found, await listSchemaFaults(db, GUARDS))
  await checkOrders(db, found, stretch, new Date(checkedAt.getTime() - EVENTS_KEPT_DAYS * DAY_MS))
  await checkCredits(db, found, stretch)
  await checkMerchants(db, found, stretch)
  await checkTotals(db, found, stretch)
  await checkReceived(db, found, stretch)
  note(found, await checkPlans(db, stretch))
  const promises = (Object.keys(PROMISES) as PromiseName[]).map((promise) => ({
    promise,
    ...(found.examples.get(promise) ?? { faults: 0, examples: [] }),
  }))
  return {
    checkedAt: checkedAt.toISOString(),
    tookMs: Math.round(monotonicMs() - began),
    orders: found.orders,
    credits: found.credits,
    merchants: found.merchants,
    faults: promises.reduce((sum, { faults }) => sum + faults, 0),
    promises,
  }
}

const checkOrders = async (db: Database, found: Found, stretch: number, keptFrom: Date): Promise<void> => {
  for (let after = '', more = true; more; ) {
    const orders = await listOrdersAfter(db, after, stretch)
    found.orders += orders.length
    for (const row of await listOrderFacts(db, orders, keptFrom)) note(found, faultsOfOrder(row))
    after = orders.at(-1)?.order_id ?? after
    more = orders.length === stretch
  }
}

const checkCredits = async (db: Database, found: Found, stretch: number): Promise<void> => {
  for (let after = { merchant_id: '', credit_id: '' }, more = true; more; ) {
    const credits = await listCreditsAfter(db, after, stretch)
    found.credits += credits.length
    for (const row of await listCreditFacts(db, credits)) note(found, faultsOfCredit(row))
    after = credits.at(-1) ?? after
    more = credits.length === stretch
  }
}

const checkMerchants = async (db: Database, found: Found, stretch: number): Promise<void> => {
  for (let after = '', more = true; more; ) {
    const merchants = await listMerchantsAfter(db, after, stretch)
    found.merchants += merchants.length
    for (const lane of toLanes(db, merchants, (merchantId) => merchantId))
      for (const { what } of await listQuotaFaults(db, lane)) note(found, [{ promise: 'quota_used', what }])
    after = merchants.at(-1) ?? after
    more = merchants.length === stretch
  }
}

const checkTotals = async (db: Database, found: Found, stretch: number): Promise<void> => {
  for (let after = { merchant_id: '', mode: '', begins_at: new Date(0) }, more = true; more; ) {
    const days = await listTotalsDaysAfter(db, after, stretch)
    for (const day of days) {
      if (await isDayExact(db, day)) continue
      const what = `merchant ${day.merchant_id}, ${day.mode}, ${istDayOf(day.begins_at)}`
      note(found, [{ promise: 'totals_exact', what }])
    }
    after = days.at(-1) ?? after
    more = days.length === stretch
  }
}

const checkReceived = async (db: Database, found: Found, stretch: number): Promise<void> => {
  for (let after = { merchant_id: '', day: '-infinity' }, more = true; more; ) {
    const days = await listReceivedDaysAfter(db, after, stretch)
    for (const day of days) {
      if (await isReceivedExact(db, day)) continue
      note(found, [{ promise: 'received_exact', what: `merchant ${day.merchant_id}, ${day.day}` }])
    }
    after = days.at(-1) ?? after
    more = days.length > 0
  }
}

/** Adds tonight's check as a job, in the hours of the night, unless it was done or is under way. Several processes may: the key is the night. */
export const askForLedgerCheck = async ({ db, clock }: VerifyDeps): Promise<{ readonly more: false }> => {
  const now = clock.now()
  const night = istDayOf(now)
  const hour = istWallClock(now).getUTCHours()
  if (hour < NIGHT.from || hour >= NIGHT.before || (await isNightChecked(db, night))) return { more: false }
  await db.transaction((tx) =>
    addJob(tx, LEDGER_CHECK_JOB, { night }, { key: `${LEDGER_CHECK_JOB} ${night}`, oneAtOnce: true }),
  )
  return { more: false }
}

const asked = z.object({ night: z.string() })

/** The nightly job: the report is kept, and a fault is an error in the log, on which an operator can be alerted. */
export const checkLedgerTonight = async (
  { db, clock, log }: VerifyDeps & { readonly log: Log },
  payload: unknown,
): Promise<void> => {
  const { night } = asked.parse(payload)
  if (await isNightChecked(db, night)) return
  const report = await verifyLedger({ db, clock })
  await insertLedgerReport(db, night, report)
  await deleteReportsBefore(db, new Date(clock.now().getTime() - REPORTS_KEPT_DAYS * DAY_MS))
  if (report.faults > 0) log.error('the ledger breaks its promises', { count: report.faults })
}
