import type { Credit } from '../ledger/credit.ts'
import { sql, type Transaction } from '../platform/database/database.ts'

/** Sets the UTR that a person read in their account; the schema refuses to replace one. */
export const setUtr = (tx: Transaction, { merchantId, creditId }: Credit, utr: string): Promise<number> =>
  tx.run(sql`
    update credits set utr = ${utr} where merchant_id = ${merchantId} and credit_id = ${creditId} and utr is null`)

export const setNote = (tx: Transaction, { merchantId, creditId }: Credit, note: string): Promise<number> =>
  tx.run(sql`update credits set note = ${note} where merchant_id = ${merchantId} and credit_id = ${creditId}`)

/** Copies the evidence of one credit to another. */
export const copyEvidence = (tx: Transaction, from: Credit, to: Credit): Promise<number> =>
  tx.run(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, reported_at)
    select merchant_id, ${to.creditId}, source, source_key, amount_paise, reference, reported_at from evidence
    where merchant_id = ${from.merchantId} and credit_id = ${from.creditId}
    on conflict do nothing`)

/** Whether it was merged with another credit. */
export const isJoined = async (tx: Transaction, { merchantId, creditId }: Credit): Promise<boolean> =>
  (
    await tx.one<{ found: boolean }>(sql`
      select exists (
        select from credit_history
        where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'join') as found`)
  ).found

/** The UTR of the refund that was written down last. */
export const refundOf = async (
  tx: Transaction,
  { merchantId, creditId }: Credit,
): Promise<string | undefined> =>
  (
    await tx.maybeOne<{ utr: string }>(sql`
      select detail ->> 'refundUtr' as utr from credit_history
      where merchant_id = ${merchantId} and credit_id = ${creditId} and detail ->> 'action' = 'refund'
      order by entry_id desc limit 1`)
  )?.utr
