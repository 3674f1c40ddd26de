import type { Paise } from '@galla/upi/rupees'
import type { ReportedCredit } from '../ledger/credit.ts'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { type Secrets, UnsealError } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import { sqlState } from '../platform/database/database-errors.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  type AlertRow,
  holdAlert,
  markAllRecorded,
  markDismissed,
  markRecorded,
  markUnread,
  pendingAlerts,
  type RecordedAlert,
} from './alert-store.ts'
import { readAlert } from './forwarded-alert.ts'
import { openAlert } from './take-alert.ts'

export interface RecordAlertDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
}

const BATCH = 100
/** Credits recorded at once; more would only wait for the database. */
const AT_ONCE = 4

/** Whatever is tried again, the database won't take it, or it can't be opened any more: data errors and broken constraints. */
const isHopeless = (error: unknown): boolean =>
  error instanceof UnsealError || /^2[23]/.test(sqlState(error) ?? '')

const recordAlert = async (
  { orders, secrets }: RecordAlertDeps,
  alert: AlertRow,
): Promise<RecordedAlert | undefined> => {
  const { outcome, credit } = readAlert(openAlert(secrets, alert))
  const named = { merchantId: alert.merchant_id, alertId: alert.alert_id }
  // Taken in by a version of this program that believed more.
  if (credit === null || outcome !== 'credit') {
    await markUnread(orders.db, named)
    return undefined
  }
  const told: ReportedCredit = {
    merchantId: alert.merchant_id,
    accountId: alert.account_id,
    source: 'alert',
    sourceKey: alert.alert_id,
    utr: credit.utr ?? null,
    amount: credit.amount,
    receivedAt: alert.occurred_at,
    reference: null,
    payerUpiId: credit.payerVpa ?? null,
    payerName: credit.payerName?.slice(0, 255) ?? null,
  }
  // Hardly ever known already, as it waits to be recorded: so nobody looks first whether it is.
  const { creditId } = await orders.db.transaction((tx) => recordCreditWithin(tx, orders, told))
  return { ...named, creditId }
}

/**
 * Makes credits of the messages that were taken in, oldest first. One that fails holds up no other: what can never be recorded is
 * left to a person, or enough of them would be all that is ever looked at. Says whether there may be more.
 */
export const recordAlerts = async (deps: RecordAlertDeps): Promise<{ readonly more: boolean }> => {
  const waiting = await pendingAlerts(deps.orders.db, BATCH)
  const next = waiting.values()
  const failures: unknown[] = []
  const recorded: RecordedAlert[] = []
  const worker = async () => {
    for (const alert of next)
      try {
        const done = await recordAlert(deps, alert)
        if (done !== undefined) recorded.push(done)
      } catch (error) {
        failures.push(error)
        if (isHopeless(error))
          await markUnread(deps.orders.db, { merchantId: alert.merchant_id, alertId: alert.alert_id })
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  // Together, since recording one again changes nothing: who is cut off before this does it once more.
  if (recorded.length > 0) await markAllRecorded(deps.orders.db, recorded)
  if (failures.length > 0) throw new AggregateError(failures, 'alerts could not be recorded')
  return { more: waiting.length === BATCH }
}

const isSameCredit = async (
  tx: Transaction,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  creditId: string,
  form: { readonly amount: Paise; readonly utr?: string | undefined },
): Promise<boolean> => {
  const credit = await findMerchantCredit(tx, merchantId, mode, creditId)
  return credit?.amount === form.amount && (form.utr === undefined || credit.utr === form.utr)
}

/** The merchant has read a message, and it tells of no payment. Once; said again, nothing changes. */
export const dismissAlertByHand = async (
  { orders }: RecordAlertDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  alertId: string,
): Promise<void> =>
  orders.db.transaction(async (tx) => {
    const alert = await holdAlert(tx, merchantId, mode, alertId)
    if (alert === undefined) throw new Refusal('not_found')
    if (alert.outcome === 'ignored') return
    if (alert.outcome === 'credit') throw new Refusal('alert_decided')
    await markDismissed(tx, { merchantId, alertId })
  })

/** The merchant has read a message that could not be read or believed, and says what it tells. Once; said again, nothing changes. */
export const creditAlertByHand = async (
  { orders }: RecordAlertDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  alertId: string,
  form: { readonly amount: Paise; readonly utr?: string | undefined },
): Promise<void> => {
  const { email } = await findMerchant(orders, merchantId)
  await orders.db.transaction(async (tx) => {
    const alert = await holdAlert(tx, merchantId, mode, alertId)
    if (alert === undefined) throw new Refusal('not_found')
    // Said again, nothing changes; who says something else has to see what was said before him.
    if (alert.outcome === 'credit') {
      if (alert.credit_id !== null && (await isSameCredit(tx, { merchantId, mode }, alert.credit_id, form)))
        return
      throw new Refusal('alert_decided')
    }
    const recorded = await recordCreditWithin(tx, orders, {
      merchantId,
      accountId: alert.account_id,
      source: 'alert',
      sourceKey: alertId,
      utr: form.utr ?? null,
      amount: form.amount,
      receivedAt: alert.occurred_at,
      reference: null,
      payerUpiId: null,
      payerName: null,
      by: { whom: email, note: null },
    })
    await markRecorded(tx, { merchantId, alertId }, recorded.creditId)
  })
}
