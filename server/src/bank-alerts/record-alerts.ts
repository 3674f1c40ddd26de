import type { AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { AlertCredit, AlertReversal } from '@galla/upi/alert'
import { bankOfSender } from '@galla/upi/bank-header'
import { MAY_STILL_MATCH, type ReportedCredit } from '../ledger/credit.ts'
import { recordCredits } from '../ledger/record-credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { hmacSha256, type Secrets, UnsealError } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  isConnectionLost,
  isDatabaseSilent,
  isPermanentFailure,
} from '../platform/database/database-errors.ts'
import { inEachShard, splitByShard } from '../platform/distributed/merchant-shards.ts'
import { openReversalCases, recordReversals } from '../reconciliation/reversals/record-reversals.ts'
import type { ReportedReversal } from '../reconciliation/reversals/reported-reversal.ts'
import { type PaymentToCheck, requestChecksByAmount } from '../status-checks/check-store.ts'
import {
  type AlertRow,
  claimAlert,
  claimPendingAlerts,
  type DoneAlert,
  limitLockWait,
  listPendingAlerts,
  updateAlertOutcomes,
} from './alert-store.ts'
import type { Forwarded } from './forwarded-alert.ts'
import { readAlert } from './read-alert.ts'
import { openAlert } from './receive-alert.ts'

export interface RecordAlertDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
}

/** Alerts that are recorded in one transaction, of all merchants, the oldest first. */
const BATCH = 200
/** Pending alerts that are listed: more than one batch, because other processes may have locked the first ones. */
const LISTED = 10 * BATCH
/** Alerts that are recorded at the same time after a batch failed. */
const AT_ONCE = 4

/** The reporter: the bank or the app, and the phone or the channel. A message number is unique together with its phone. */
export const reporterOf = (
  secrets: Secrets,
  { alert_id: alertId, channel }: AlertRow,
  { text, title, sender, device, messageId }: Omit<Forwarded, 'at' | 'email'>,
): Pick<ReportedCredit, 'reporter' | 'messageId' | 'wording'> => {
  const keyOf = (words: string) => hmacSha256(secrets.subkey('alert dedup keys'), words).toString('base64url')
  const words = JSON.stringify([title, text])
  const wording = `${keyOf(words.replace(/\d/g, ''))} ${keyOf(words)}` as const
  const name = sender === null ? 'unknown' : (bankOfSender(sender)?.id ?? sender.trim().toLowerCase())
  // An e-mail is stored once, so its own ID is enough.
  return channel === 'phone'
    ? { reporter: `${name} ${device ?? ''}`.trim(), messageId: messageId ?? null, wording }
    : { reporter: `${name} by e-mail`, messageId: alertId, wording }
}

/** Whether the message has its own time: without a credible one, the time of arrival is used. */
export const namesTime = (alert: AlertRow): boolean => alert.occurred_at < alert.received_at

const reportOf = (
  secrets: Secrets,
  alert: AlertRow,
  credit: AlertCredit,
  message: Omit<Forwarded, 'at' | 'email'>,
): ReportedCredit => ({
  ...reporterOf(secrets, alert, message),
  merchantId: alert.merchant_id,
  accountId: alert.account_id,
  source: 'alert',
  sourceKey: alert.alert_id,
  utr: credit.utr ?? null,
  amount: credit.amount,
  rail: credit.rail,
  receivedAt: alert.occurred_at,
  namesTime: namesTime(alert),
  reference: null,
  payerUpiId: credit.payerVpa ?? null,
  payerName: credit.payerName?.slice(0, 255) ?? null,
})

const reversalOf = (alert: AlertRow, { utr, amount, words }: AlertReversal): ReportedReversal => ({
  merchantId: alert.merchant_id,
  accountId: alert.account_id,
  source: 'alert',
  sourceKey: alert.alert_id,
  utr: utr ?? null,
  orderId: null,
  amount: amount ?? null,
  at: alert.occurred_at,
  words,
})

/** What a pending alert reports; nothing if it cannot be decrypted or is no longer trusted. */
interface PendingAlert {
  readonly alert: AlertRow
  readonly credit?: ReportedCredit
  readonly reversal?: ReportedReversal
  /** A payment that is not trusted unless the provider confirms it. */
  readonly doubtful?: PaymentToCheck
  readonly error?: UnsealError
}

const readPending = (secrets: Secrets, alert: AlertRow): PendingAlert => {
  try {
    const message = openAlert(secrets, alert)
    const { outcomeIfKept, reading, reversal } = readAlert(message)
    if (alert.outcome === 'ignored')
      return reversal ? { alert, reversal: reversalOf(alert, reversal) } : { alert }
    if (alert.outcome === 'untrusted')
      return reading.kind === 'credit' ? { alert, doubtful: paymentToCheck(alert, reading) } : { alert }
    const isCredit = reading.kind === 'credit' && outcomeIfKept === 'credit'
    return isCredit ? { alert, credit: reportOf(secrets, alert, reading, message) } : { alert }
  } catch (error) {
    if (error instanceof UnsealError) return { alert, error }
    throw error
  }
}

interface RecordedAlerts {
  readonly count: number
  /** Why alerts are left to a person. */
  readonly errors: readonly UnsealError[]
  /** Payments that settled no order. The account's provider may know more. */
  readonly paymentsToCheck: readonly PaymentToCheck[]
}

/** Records alerts whose rows are locked, with a few statements for all of them. */
const recordLocked = async (
  tx: Transaction,
  { orders, secrets }: RecordAlertDeps,
  alerts: readonly AlertRow[],
): Promise<RecordedAlerts> => {
  const read = alerts.map((alert) => readPending(secrets, alert))
  const withCredit = read.filter(({ credit }) => credit !== undefined)
  const credits = withCredit.flatMap(({ credit }) => credit ?? [])
  const reversals = read.flatMap(({ reversal }) => reversal ?? [])
  await recordReversals(tx, orders, reversals)
  const recorded = await recordCredits(tx, orders, credits)
  await openReversalCases(tx, orders, reversals, credits)
  await updateAlertOutcomes(tx, [
    ...withCredit.map(({ alert }, n) => toDoneAlert(alert, 'credit', recorded[n]?.creditId)),
    ...read
      .filter(({ credit }) => credit === undefined)
      .map(({ alert }) => toDoneAlert(alert, alert.outcome === 'credit' ? 'unread' : alert.outcome)),
  ])
  const unsettled = withCredit.flatMap(({ alert, credit }, n) => {
    const result = recorded[n]
    const isOpen = result?.kind === 'recorded' && MAY_STILL_MATCH[result.state]
    return isOpen && credit ? [paymentToCheck(alert, credit)] : []
  })
  return {
    count: alerts.length,
    errors: read.flatMap(({ error }) => error ?? []),
    paymentsToCheck: [...unsettled, ...read.flatMap(({ doubtful }) => doubtful ?? [])],
  }
}

/** Records the alerts that `claim` locks in one transaction, and requests status checks for payments that settled nothing. */
const recordClaimed = async (
  deps: RecordAlertDeps,
  claim: (tx: Transaction) => Promise<AlertRow[]>,
): Promise<RecordedAlerts> => {
  const { db, clock } = deps.orders
  const recorded = await db.transaction(async (tx) => {
    await limitLockWait(tx)
    return recordLocked(tx, deps, await claim(tx))
  })
  // After the transaction, because it locks orders in no fixed order. After a crash in between, the orders are checked on schedule.
  await requestChecksByAmount(db, recorded.paymentsToCheck, clock.now())
  return recorded
}

const paymentToCheck = (
  { merchant_id: merchantId, account_id: accountId }: AlertRow,
  { amount }: Pick<AlertCredit, 'amount'>,
): PaymentToCheck => ({ merchantId, accountId, amount })

export const toDoneAlert = (
  { merchant_id: merchantId, alert_id: alertId }: AlertRow,
  outcome: AlertOutcome,
  creditId?: string,
): DoneAlert => ({ merchantId, alertId, outcome, ...(creditId !== undefined && { creditId }) })

/** Records the alerts of a failed batch one by one, so that one cannot block the others. What can never be recorded is left to a person. */
const recordOneByOne = async (deps: RecordAlertDeps): Promise<{ count: number; errors: unknown[] }> => {
  const { db } = deps.orders
  const waiting = await listPendingAlerts(db, BATCH)
  const errors: unknown[] = []
  const next = waiting.values()
  const work = async () => {
    for (const { merchant_id: merchantId, alert_id: alertId } of next)
      try {
        const recorded = await recordClaimed(deps, (tx) => claimAlert(tx, { merchantId, alertId }))
        errors.push(...recorded.errors)
      } catch (error) {
        errors.push(error)
        if (isPermanentFailure(error))
          await updateAlertOutcomes(db, [{ merchantId, alertId, outcome: 'unread' }])
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { count: waiting.length, errors }
}

/** Records the credits and reversals of pending alerts, oldest first. Says whether there may be more. */
export const recordAlerts = async (deps: RecordAlertDeps): Promise<{ readonly more: boolean }> => {
  const { db } = deps.orders
  const together = async () => {
    const waiting = await listPendingAlerts(db, LISTED)
    const merchants = [...new Set(waiting.map((alert) => alert.merchant_id))]
    const shards = splitByShard(db, merchants, (merchantId) => merchantId)
    const recorded = await inEachShard(shards, (shard) =>
      recordClaimed(deps, (tx) => claimPendingAlerts(tx, shard, BATCH)),
    )
    return {
      count: recorded.reduce((sum, { count }) => sum + count, 0),
      errors: recorded.flatMap(({ errors }) => errors),
    }
  }
  const { count, errors } = await together().catch((error: unknown) => {
    if (isConnectionLost(error) || isDatabaseSilent(error)) throw error
    return recordOneByOne(deps)
  })
  if (errors.length > 0) throw new AggregateError(errors, 'alerts could not be recorded')
  return { more: count >= BATCH }
}
