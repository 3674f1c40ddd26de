import {
  type Database,
  part,
  type Queryable,
  sql,
  type Transaction,
} from '../../platform/database/database.ts'
import type { Debit } from './refund.ts'

export type DebitKey = Pick<Debit, 'merchantId' | 'accountId' | 'source' | 'sourceKey'>

const DEBIT_COLUMNS = part`
  d.merchant_id as "merchantId", d.account_id as "accountId", d.source, d.source_key as "sourceKey", d.utr, d.amount_paise as amount,
  d.occurred_until as until, d.payee_upi_id as "payeeUpiId", d.words`

/** Keeps the debits of one merchant that have the UTR or the amount of a refund. A debit that is reported again is known. */
export const insertDebits = async (tx: Transaction, debits: readonly Debit[], now: Date): Promise<void> => {
  const [first] = debits
  if (first === undefined) return
  await tx.run(sql`
    insert into refund_debits (merchant_id, account_id, source, source_key, utr, amount_paise, occurred_until, payee_upi_id, words,
      reported_at)
    select ${first.merchantId}, d.account_id, d.source, d.source_key, d.utr, d.amount, d.until, d.payee, d.words, ${now}
    from unnest(${debits.map((debit) => debit.accountId)}::text[], ${debits.map(({ source }) => source)}::text[],
      ${debits.map(({ sourceKey }) => sourceKey)}::text[], ${debits.map(({ utr }) => utr)}::text[],
      ${debits.map(({ amount }) => amount)}::bigint[], ${debits.map(({ until }) => until)}::timestamptz[],
      ${debits.map(({ payeeUpiId }) => payeeUpiId)}::text[], ${debits.map(({ words }) => words)}::text[])
      as d (account_id, source, source_key, utr, amount, until, payee, words)
    where exists (
      select from refunds r
      where r.merchant_id = ${first.merchantId} and r.account_id = d.account_id and r.way = 'upi'
        and r.state in ('requested', 'sent', 'confirmed') and r.amount_paise = d.amount)
    on conflict do nothing`)
}

/** Lists debits that were not compared with the refunds yet, of one merchant or of all. */
export const listPendingDebits = (db: Queryable, limit: number): Promise<Debit[]> =>
  db.rows(sql`
    select ${DEBIT_COLUMNS} from refund_debits d where d.pending order by d.reported_at limit ${limit}`)

export const listPendingDebitsOf = (
  db: Queryable,
  { merchantId, accountId }: Pick<Debit, 'merchantId' | 'accountId'>,
  limit: number,
): Promise<Debit[]> =>
  db.rows(sql`
    select ${DEBIT_COLUMNS} from refund_debits d
    where d.merchant_id = ${merchantId} and d.account_id = ${accountId} and d.pending order by d.reported_at limit ${limit}`)

/** Locks a debit that is no refund's yet. */
export const lockFreeDebit = (tx: Transaction, key: DebitKey): Promise<Debit | undefined> =>
  tx.maybeOne(sql`
    select ${DEBIT_COLUMNS} from refund_debits d
    where d.merchant_id = ${key.merchantId} and d.account_id = ${key.accountId} and d.source = ${key.source}
      and d.source_key = ${key.sourceKey} and d.refund_id is null for update`)

/** Writes what the comparison found. */
export const updateDebit = (tx: Transaction, key: DebitKey, refundId: string | null): Promise<number> =>
  tx.run(sql`
    update refund_debits set pending = false, refund_id = ${refundId}
    where merchant_id = ${key.merchantId} and account_id = ${key.accountId} and source = ${key.source}
      and source_key = ${key.sourceKey}`)

/** Has the debits with the UTR of a refund compared again. */
export const requestComparison = (
  tx: Transaction,
  { merchantId, accountId, amount }: Pick<Debit, 'merchantId' | 'accountId' | 'amount'>,
  utr: string,
): Promise<number> =>
  tx.run(sql`
    update refund_debits set pending = true
    where merchant_id = ${merchantId} and account_id = ${accountId} and amount_paise = ${amount} and utr = ${utr}
      and refund_id is null`)

/** Lists the debits that are no refund's yet, of these amounts. The transfer of one that came back is no other's. */
export const listFreeDebits = (
  db: Queryable,
  { merchantId, accountId }: Pick<Debit, 'merchantId' | 'accountId'>,
  amounts: readonly bigint[],
): Promise<Debit[]> =>
  db.rows(sql`
    select ${DEBIT_COLUMNS} from refund_debits d
    where d.merchant_id = ${merchantId} and d.account_id = ${accountId} and d.amount_paise = any(${amounts}::bigint[])
      and d.refund_id is null and not d.pending and not exists (
        select from refunds r
        where r.merchant_id = ${merchantId} and r.account_id = ${accountId} and r.amount_paise = d.amount_paise
          and r.utr = d.utr and r.state = 'failed')
    order by d.occurred_until desc limit 50`)

/** Lists merchants with debits that were reported before a time and are no refund's. */
export const listMerchantsOfFreeDebits = (db: Database, before: Date, max: number): Promise<string[]> =>
  db.values(sql`
    select merchant_id from refund_debits where refund_id is null and reported_at < ${before} group by merchant_id limit ${max}`)

export const deleteFreeDebits = (
  db: Database,
  merchantId: string,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from refund_debits
    where merchant_id = ${merchantId} and (account_id, source, source_key) in (
      select account_id, source, source_key from refund_debits
      where merchant_id = ${merchantId} and refund_id is null and reported_at < ${before} limit ${max})
      and refund_id is null`)
