import type { Rail } from '@galla/upi/rail'
import type { Paise } from '@galla/upi/rupees'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import { type Author, authorOf } from '../merchants/author-of.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { lockAlert, updateAlertOutcome } from './alert-store.ts'
import { type RecordAlertDeps, reporterOf } from './record-alerts.ts'
import { openAlert, type StoredAlert } from './stored-alert.ts'

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
    await updateAlertOutcome(tx, { merchantId, alertId, outcome: 'ignored' })
  })

/** The rail that the message names, which a person cannot change. If it names none, the person has read it as a UPI payment. */
const railByHand = ({ read: { reading } }: StoredAlert): Rail =>
  reading.rail === 'unknown' ? 'upi' : reading.rail

/** Records the payment that the merchant has read in a message that was unreadable or not trusted. Repeating it changes nothing. */
export const creditAlertByHand = async (
  { orders, secrets }: RecordAlertDeps,
  caller: Author & Pick<SessionCaller, 'mode'>,
  alertId: string,
  form: { readonly amount: Paise; readonly utr?: string | undefined },
): Promise<void> => {
  const { merchantId, mode } = caller
  const whom = await authorOf(orders, caller)
  await orders.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, merchantId, mode, alertId)
    if (alert === undefined) throw new Refusal('not_found')
    // A person who enters something else must first see what was entered before.
    if (alert.outcome === 'credit') {
      if (alert.creditId !== null && (await isSameCredit(tx, { merchantId, mode }, alert.creditId, form)))
        return
      throw new Refusal('alert_decided')
    }
    const message = openAlert(secrets, alert)
    const recorded = await recordCreditWithin(tx, orders, {
      ...reporterOf(secrets, alert, message),
      merchantId,
      accountId: alert.accountId,
      source: 'alert',
      sourceKey: alertId,
      utr: form.utr ?? null,
      isUtrTyped: form.utr !== undefined && !`${message.title} ${message.text}`.includes(form.utr),
      amount: form.amount,
      rail: railByHand(message),
      receivedAt: alert.occurredAt,
      received: message.received,
      reference: null,
      payerUpiId: null,
      payerName: null,
      by: { whom, note: null },
    })
    await updateAlertOutcome(tx, { merchantId, alertId, outcome: 'credit', creditId: recorded.creditId })
  })
}
