import type { Rail } from '@galla/upi/rail'
import type { Paise } from '@galla/upi/rupees'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { type AlertRow, lockAlert, updateAlertOutcomes } from './alert-store.ts'
import { readAlert } from './read-alert.ts'
import { openAlert } from './receive-alert.ts'
import { namesTime, type RecordAlertDeps, reporterOf, toDoneAlert } from './record-alerts.ts'

const isSameCredit = async (
  tx: Transaction,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  creditId: string,
  form: { readonly amount: Paise; readonly utr?: string | undefined },
): Promise<boolean> => {
  const credit = await findMerchantCredit(tx, merchantId, mode, creditId)
  return credit?.amount === form.amount && (form.utr === undefined || credit.utr === form.utr)
}

/** Dismisses a message that the merchant has read and that reports no payment. Repeating it changes nothing. */
export const dismissAlertByHand = async (
  { orders }: RecordAlertDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  alertId: string,
): Promise<void> =>
  orders.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, merchantId, mode, alertId)
    if (alert === undefined) throw new Refusal('not_found')
    if (alert.outcome === 'ignored') return
    if (alert.outcome === 'credit') throw new Refusal('alert_decided')
    await updateAlertOutcomes(tx, [toDoneAlert(alert, 'ignored')])
  })

/** The rail that the message names, which a person cannot change. If it names none, the person has read it as a UPI payment. */
const railByHand = (secrets: Secrets, alert: AlertRow): Rail => {
  const { rail } = readAlert(openAlert(secrets, alert)).reading
  return rail === 'unknown' ? 'upi' : rail
}

/** Records the payment that the merchant has read in a message that was unreadable or not trusted. Repeating it changes nothing. */
export const creditAlertByHand = async (
  { orders, secrets }: RecordAlertDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  alertId: string,
  form: { readonly amount: Paise; readonly utr?: string | undefined },
): Promise<void> => {
  const { email } = await findMerchant(orders, merchantId)
  await orders.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, merchantId, mode, alertId)
    if (alert === undefined) throw new Refusal('not_found')
    // A person who enters something else must first see what was entered before.
    if (alert.outcome === 'credit') {
      if (alert.credit_id !== null && (await isSameCredit(tx, { merchantId, mode }, alert.credit_id, form)))
        return
      throw new Refusal('alert_decided')
    }
    const recorded = await recordCreditWithin(tx, orders, {
      ...reporterOf(secrets, alert, openAlert(secrets, alert)),
      merchantId,
      accountId: alert.account_id,
      source: 'alert',
      sourceKey: alertId,
      utr: form.utr ?? null,
      amount: form.amount,
      rail: railByHand(secrets, alert),
      receivedAt: alert.occurred_at,
      namesTime: namesTime(alert),
      reference: null,
      payerUpiId: null,
      payerName: null,
      by: { whom: email, note: null },
    })
    await updateAlertOutcomes(tx, [toDoneAlert(alert, 'credit', recorded.creditId)])
  })
}
