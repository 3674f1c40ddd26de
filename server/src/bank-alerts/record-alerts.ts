import type { AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { AlertCredit, AlertReversal } from '@galla/upi/alert'
import { bankOfSender } from '@galla/upi/bank-header'
import { isBusinessApp } from '@galla/upi/trusted-alert'
import { MAY_STILL_MATCH, type Recorded, type ReportedCredit } from '../ledger/credit.ts'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import { openReversalCases, recordReversals } from '../ledger/reversals/record-reversals.ts'
import type { ReportedReversal } from '../ledger/reversals/reported-reversal.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { updateFirstHeard } from '../payment-accounts/account-store.ts'
import { hmacSha256, type Secrets, UnsealError } from '../platform/crypto/crypto.ts'
import { outOfShare } from '../platform/database/connection-shares.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  isConnectionLost,
  isDatabaseSilent,
  isPermanentFailure,
} from '../platform/database/database-errors.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import { type PaymentToCheck, requestChecksByAmount } from '../status-checks/check-store.ts'
import {
  type AlertId,
  type AlertRow,
  claimAlert,
  limitLockWait,
  listPendingAlerts,
  updateAlertOutcome,
} from './alert-store.ts'
import { findHeardApp } from './digits/account-digits-store.ts'
import { compareDigits, isOfOtherAccount, learnDigits } from './digits/learn-digits.ts'
import { openAlert, type StoredAlert } from './stored-alert.ts'

export interface RecordAlertDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
}

/** Pending alerts that a sweep lists. */
const BATCH = 200
/** Alerts that a sweep records at the same time. */
const AT_ONCE = 2

/** The reporter: the bank or the app, and the phone or the channel. A message number is unique together with its phone. */
export const reporterOf = (
  secrets: Secrets,
  { alertId, channel }: AlertRow,
  { text, title, sender, device, messageId }: StoredAlert,
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

const reportOf = (
  secrets: Secrets,
  alert: AlertRow,
  credit: AlertCredit,
  message: StoredAlert,
): ReportedCredit => ({
  ...reporterOf(secrets, alert, message),
  merchantId: alert.merchantId,
  accountId: alert.accountId,
  source: 'alert',
  sourceKey: alert.alertId,
  utr: credit.utr ?? null,
  amount: credit.amount,
  rail: credit.rail,
  receivedAt: alert.occurredAt,
  received: message.received,
  reference: null,
  payerUpiId: credit.payerVpa ?? null,
  payerName: credit.payerName?.slice(0, 255) ?? null,
})

const reversalOf = (alert: AlertRow, { utr, amount, words }: AlertReversal): ReportedReversal => ({
  merchantId: alert.merchantId,
  accountId: alert.accountId,
  source: 'alert',
  sourceKey: alert.alertId,
  utr: utr ?? null,
  orderId: null,
  amount: amount ?? null,
  at: alert.occurredAt,
  words,
})

const paymentToCheck = (
  { merchantId, accountId }: AlertRow,
  { amount }: Pick<AlertCredit, 'amount'>,
): PaymentToCheck => ({ merchantId, accountId, amount })

/** What a recorded alert leaves to do after its transaction. */
interface Afterwards {
  /** A payment that settled no order. The account's provider may know more. */
  readonly check?: PaymentToCheck
  /** The account of which a payment was reported. */
  readonly heard?: AccountKey
  /** Why the alert is left to a person. */
  readonly error?: UnsealError
}

/** Records what a claimed alert reports, as it was read when it came. */
const recordClaimed = async (
  tx: Transaction,
  { orders, secrets }: RecordAlertDeps,
  alert: AlertRow,
): Promise<Afterwards> => {
  const { merchantId, accountId, alertId } = alert
  const done = (outcome: AlertOutcome, creditId?: string) =>
    updateAlertOutcome(tx, { merchantId, alertId, outcome, creditId: creditId ?? null })
  let message: StoredAlert
  try {
    message = openAlert(secrets, alert)
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    await done(alert.outcome === 'credit' ? 'unread' : alert.outcome)
    return { error }
  }
  const { reading, reversal, outcomeIfKept } = message.read
  if (alert.outcome === 'credit' && reading.kind === 'credit' && outcomeIfKept === 'credit') {
    const account = { merchantId, accountId }
    const now = orders.clock.now()
    const compared = await compareDigits(tx, account, message.read.digits, now)
    const report: ReportedCredit = {
      ...reportOf(secrets, alert, reading, message),
      ...(isOfOtherAccount(compared) && { settlesByItself: false }),
      provesAmount:
        message.read.isOfShop === true ||
        (compared?.standing === 'own' && reading.accountDigits === compared.digits) ||
        (await isOfShopsApp(tx, account, message)),
    }
    const recorded = await recordCreditWithin(tx, orders, report)
    await openReversalCases(tx, orders, [], [report])
    await done('credit', recorded.creditId)
    if (compared !== undefined) await learnDigits(tx, account, compared, recorded, now)
    return { heard: account, ...(isOpen(recorded) && { check: paymentToCheck(alert, reading) }) }
  }
  if (alert.outcome === 'ignored' && reversal !== undefined) {
    const reported = reversalOf(alert, reversal)
    await recordReversals(tx, orders, [reported])
    await openReversalCases(tx, orders, [reported], [])
  }
  await done(alert.outcome === 'credit' ? 'unread' : alert.outcome)
  const isDoubtful = alert.outcome === 'untrusted' && reading.kind === 'credit'
  return isDoubtful ? { check: paymentToCheck(alert, reading) } : {}
}

/** A business app names no account number. The merchant has said that its notifications are this account's. */
const isOfShopsApp = async (
  tx: Transaction,
  account: AccountKey,
  { sender }: StoredAlert,
): Promise<boolean> =>
  sender !== null && isBusinessApp(sender) && (await findHeardApp(tx, account)) === sender.trim()

const isOpen = (recorded: Recorded): boolean =>
  recorded.kind === 'recorded' && MAY_STILL_MATCH[recorded.state]

/**
 * Records the credit or the reversal of a pending alert in a transaction of its own, unless another process does, and asks the provider
 * about a payment that settled nothing. What can never be recorded is left to a person.
 */
export const recordAlert = async (deps: RecordAlertDeps, id: AlertId): Promise<void> => {
  const { db, clock } = deps.orders
  try {
    const { check, heard, error } = await db.transaction(async (tx): Promise<Afterwards> => {
      await limitLockWait(tx)
      const alert = await claimAlert(tx, id)
      return alert === undefined ? {} : recordClaimed(tx, deps, alert)
    })
    // After the transaction, which locks the account before the orders.
    if (heard !== undefined) await updateFirstHeard(db, heard, clock.now())
    // After the transaction, because it locks orders in no fixed order. After a crash in between, the orders are checked on schedule.
    if (check !== undefined) await requestChecksByAmount(db, check, clock.now())
    if (error !== undefined) throw error
  } catch (error) {
    if (isPermanentFailure(error)) await updateAlertOutcome(db, { ...id, outcome: 'unread' })
    throw error
  }
}

/** Records pending alerts that were not recorded when they came. Says whether there may be more. */
export const recordAlerts = async (deps: RecordAlertDeps): Promise<{ readonly more: boolean }> => {
  const waiting = await listPendingAlerts(deps.orders.db, BATCH)
  const errors: unknown[] = []
  const next = waiting.values()
  const work = async (): Promise<void> => {
    for (const id of next)
      await recordAlert(deps, id).catch((error: unknown) => {
        if (isConnectionLost(error) || isDatabaseSilent(error)) throw error
        errors.push(error)
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (errors.length > 0) throw new AggregateError(errors, 'alerts could not be recorded')
  return { more: waiting.length >= BATCH }
}

/** Messages that are recorded at once. The others of a flood wait, in turns of their merchants, or are left to the sweep. */
const RECORDED_AT_ONCE = 3
const WAITING_MAX = 4096
const WAITING_PER_MERCHANT_MAX = 1024

/** Records a stored message in this process, after the reply to its sender. Never throws. */
export type RecordSoon = (alert: AlertId) => void

/** What a crash or a flood leaves, the next sweep of any process records. */
export const createRecordSoon = (deps: RecordAlertDeps): RecordSoon => {
  const recording = createFairQueue({
    atOnceMax: RECORDED_AT_ONCE,
    waitingMax: WAITING_MAX,
    waitingPerKeyMax: WAITING_PER_MERCHANT_MAX,
    retryAfterSeconds: 1,
  })
  return ({ merchantId, alertId }) =>
    void recording
      .run(merchantId, () => outOfShare(() => recordAlert(deps, { merchantId, alertId })))
      .catch(() => undefined)
}
