import { DAY_MS } from '@galla/contract/durations'
import { PAYMENT_REVERSED, type PaymentReversedPayload } from '@galla/contract/webhooks/webhook'
import { formatRupees } from '@galla/upi/rupees'
import { tell } from '../../notices/tell.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { inEachMerchant } from '../../platform/jobs/each-merchant.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { recordOtherEvent } from '../../webhooks/events/record-other-event.ts'
import { openReversalsOf } from '../reversed-payment-store.ts'
import type { PaymentName, ReportedReversal } from './reported-reversal.ts'
import {
  deleteWaitingReports,
  insertReports,
  linkReports,
  listWaitingReports,
  type WaitingReport,
} from './reversal-report-store.ts'
import { claimReversalAnnouncements, listUnannounced, type UnannouncedReversal } from './reversal-store.ts'

export const REVERSAL_MAIL_JOB = 'reversal.mail'

/** Reports without a known payment that a sweep reads, and cases. */
const SWEEP_MAX = 500
/** How long after its reversal a payment may still be reported. */
const WAITING_DAYS = 90
/** One email covers all reversals of this time, for example those of one statement. */
const COLLECT_MS = 60_000

/**
 * Records reports of reversals, before the credits of the same transaction are recorded, so that reversed credits settle no order
 * automatically.
 */
export const recordReversals = async (
  tx: Transaction,
  { clock }: Pick<OrderDeps, 'clock'>,
  reports: readonly ReportedReversal[],
): Promise<void> => {
  if (reports.length > 0) await insertReports(tx, reports, clock.now())
}

/**
 * Opens the cases of these reports and credits, after the credits are recorded. The first report of a known payment opens its case. The
 * reversal of an unknown payment waits for the payment. It changes no credit and no order.
 */
export const openReversalCases = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly ReportedReversal[],
  credits: readonly {
    readonly merchantId: string
    readonly accountId: string
    readonly utr: string | null
  }[],
): Promise<void> => {
  const named = credits.filter(({ utr }) => utr !== null).map((credit) => ({ ...credit, orderId: null }))
  await openCases(tx, deps, [...named, ...reports])
}

/** The payments are of one merchant. */
const openCases = async (tx: Transaction, deps: OrderDeps, names: readonly PaymentName[]): Promise<void> => {
  const [first] = names
  if (first === undefined) return
  const linked = await linkReports(tx, first.merchantId, names)
  await openReversalsOf(tx, first.merchantId, linked, deps.clock.now())
  await announce(tx, deps, first.merchantId, linked)
}

/** Queues an email for a merchant of whose live orders payments were reversed. */
const requestReversalMail = (tx: Transaction, merchantId: string, now: Date): Promise<void> =>
  addJob(
    tx,
    REVERSAL_MAIL_JOB,
    { merchantId, at: now.toISOString() },
    { key: REVERSAL_MAIL_JOB, runAt: new Date(now.getTime() + COLLECT_MS) },
  )

/** Records the event and requests the email of each reversal, once, when its credit has settled an order. */
const announce = async (
  tx: Transaction,
  deps: OrderDeps,
  merchantId: string,
  creditIds: readonly string[],
): Promise<void> => {
  if (creditIds.length === 0) return
  const now = deps.clock.now()
  const announced = await claimReversalAnnouncements(tx, merchantId, creditIds, now)
  const live = announced.filter(({ mode }) => mode === 'live')
  const [first] = live
  if (first !== undefined) {
    await requestReversalMail(tx, merchantId, now)
    const key = `reversal ${first.orderId} ${first.at.getTime()}`
    await tell(tx, { merchantId, key, notice: { kind: 'reversal', count: live.length } })
  }
  for (const { dialect, amount, utr, reversed, at, ...order } of announced) {
    await recordOtherEvent<PaymentReversedPayload>(
      tx,
      deps,
      merchantId,
      {
        event: PAYMENT_REVERSED,
        sequence: 1,
        ...order,
        amount: formatRupees(amount),
        utr: utr ?? '',
        reversedAmount: reversed === null ? null : formatRupees(reversed),
        reversedAt: at.toISOString(),
      },
      dialect,
    )
  }
}

/** Returns a function that reads the newest rows and, from where its last call ended, older ones, so that every row is read in time. */
const createRoundRobin = <Row>(limit: number, list: (limit: number, after?: Row) => Promise<Row[]>) => {
  let last: Row | undefined
  return async (): Promise<Row[]> => {
    const newest = await list(limit)
    last ??= newest.at(-1)
    const older = last === undefined ? [] : await list(limit, last)
    last = older.length < limit ? undefined : older.at(-1)
    return [...newest, ...older]
  }
}

/**
 * Creates a sweep that opens the cases of reversals whose payments were reported since, records the events of those that settled an order
 * since, and deletes old reports without a payment. Many rows of one merchant do not delay those of others.
 */
export const createReversalSweep = (
  deps: OrderDeps,
  limit = SWEEP_MAX,
): (() => Promise<{ readonly more: boolean }>) => {
  const { db, clock } = deps
  const nextWaiting = createRoundRobin<WaitingReport>(limit, (...page) => listWaitingReports(db, ...page))
  const nextUnannounced = createRoundRobin<UnannouncedReversal>(limit, (...page) =>
    listUnannounced(db, ...page),
  )
  return async () => {
    const waiting = Map.groupBy(await nextWaiting(), ({ merchantId }) => merchantId)
    await inEachMerchant(waiting, ([, names]) => db.transaction((tx) => openCases(tx, deps, names)))
    const settled = (await nextUnannounced()).filter((reversal) => reversal.isSettled)
    const due = Map.groupBy(settled, (reversal) => reversal.merchantId)
    await inEachMerchant(due, ([merchantId, reversals]) =>
      db.transaction((tx) =>
        announce(
          tx,
          deps,
          merchantId,
          reversals.map((reversal) => reversal.creditId),
        ),
      ),
    )
    const before = new Date(clock.now().getTime() - WAITING_DAYS * DAY_MS)
    const deleted = await deleteWaitingReports(db, before, limit)
    return { more: deleted === limit || settled.length >= limit }
  }
}
