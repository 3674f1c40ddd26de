import type { Credit } from '../ledger/credit.ts'
import { sql, type Transaction } from '../platform/database/database.ts'

/** Sets the UTR that a person entered, where the credit has none. */
export const updateUtr = (tx: Transaction, { merchantId, creditId }: Credit, utr: string): Promise<number> =>
  tx.run(sql`
    update credits set utr = ${utr}, is_utr_typed = true, possible_repeat_of = null
    where merchant_id = ${merchantId} and credit_id = ${creditId} and utr is null`)

/** Replaces the UTR that a person typed. The database refuses it once a source has reported the payment with it. */
export const updateCorrectedUtr = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
  utr: string,
): Promise<number> =>
  tx.run(sql`
    update credits set utr = ${utr}, is_utr_typed = false
    where merchant_id = ${merchantId} and credit_id = ${creditId}`)

export const updateCreditNote = (
  tx: Transaction,
  { merchantId, creditId }: Credit,
  note: string,
): Promise<number> =>
  tx.run(sql`update credits set note = ${note} where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Counts the notes that were added apart from a decision. */
export const countNotes = (tx: Transaction, { merchantId, creditId }: Credit): Promise<number> =>
  tx.value<number>(sql`
    select count(*)::int as count from credit_history
    where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'note'`)

/** Whether someone or a source decided that it is no repeat. */
export const isSeparate = (tx: Transaction, { merchantId, creditId }: Credit): Promise<boolean> =>
  tx.value<boolean>(sql`
    select exists (
      select from credit_history
      where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'separate') as found`)

/** Finds the UTR of the latest refund that was recorded. */
export const findRefund = (tx: Transaction, { merchantId, creditId }: Credit): Promise<string | undefined> =>
  tx.maybeValue<string>(sql`
    select detail ->> 'refundUtr' as utr from credit_history
    where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'refund'
    order by entry_id desc limit 1`)
