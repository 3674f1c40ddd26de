import type { CreditState } from '@galla/contract/credits'
import type { Mode } from '@galla/contract/order-status'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { violatedUnique } from '../platform/database/database-errors.ts'
import type { Credit, CreditSource, ReportedCredit } from './credit.ts'

interface CreditRow {
  credit_id: string
  merchant_id: string
  account_id: string
  utr: string | null
  amount_paise: bigint
  received_at: Date
  payer_upi_id: string | null
  state: CreditState
  order_id: string | null
}

const creditFrom = (row: CreditRow): Credit => ({
  creditId: row.credit_id,
  merchantId: row.merchant_id,
  accountId: row.account_id,
  utr: row.utr,
  amount: row.amount_paise as Paise,
  receivedAt: row.received_at,
  payerUpiId: row.payer_upi_id,
  state: row.state,
  orderId: row.order_id,
})

/** The credit of which exactly this has been told before, so that there is nothing to do. Takes no lock. */
export const findKnown = async (db: Queryable, told: ReportedCredit): Promise<string | undefined> =>
  (
    await db.maybeOne<{ credit_id: string }>(sql`
      select c.credit_id from credits c
      join evidence e on e.merchant_id = c.merchant_id and e.credit_id = c.credit_id
      where c.merchant_id = ${told.merchantId} and c.account_id = ${told.accountId} and c.utr = ${told.utr}
        and e.source = ${told.source} and e.source_key = ${told.sourceKey}`)
  )?.credit_id

/** The same of several that one source tells of one account: the credits of those that were told before, by their source keys. */
export const findKnownOf = async (
  db: Queryable,
  told: readonly ReportedCredit[],
): Promise<ReadonlyMap<string, string>> => {
  const [first] = told
  if (first === undefined) return new Map()
  const { merchantId, accountId, source } = first
  const known = await db.rows<{ source_key: string; credit_id: string }>(sql`
    select t.source_key, c.credit_id
    from unnest(${told.map((each) => each.utr)}::text[], ${told.map((each) => each.sourceKey)}::text[])
      as t (utr, source_key)
    cross join lateral (
      select credit_id from credits
      where merchant_id = ${merchantId} and account_id = ${accountId} and utr = t.utr limit 1) c
    cross join lateral (
      select from evidence
      where merchant_id = ${merchantId} and credit_id = c.credit_id and source = ${source}
        and source_key = t.source_key
      limit 1) e`)
  return new Map(known.map(({ source_key, credit_id }) => [source_key, credit_id]))
}

/**
 * The same telling, told before without a UTR: its credit gets the one that is told now. Gives whether it did; where another credit
 * has this UTR, they stay two, to be joined by hand.
 */
export const completeUtr = async (
  tx: Transaction,
  told: ReportedCredit,
  creditId: string,
): Promise<boolean> => {
  const { merchantId, accountId, utr } = told
  const known = await tx.maybeOne(sql`
    select credit_id from credits
    where merchant_id = ${merchantId} and credit_id = ${creditId} and account_id = ${accountId} and utr is null for update`)
  if (known === undefined) return false
  // Somebody else may just be recording this UTR. Who waits for him and fails has done nothing else.
  await tx.run(sql`savepoint before_utr`)
  try {
    await tx.run(sql`
      update credits set utr = ${utr} where merchant_id = ${merchantId} and credit_id = ${creditId}`)
    return true
  } catch (error) {
    if (violatedUnique(error) !== 'credits_utr_once') throw error
    await tx.run(sql`rollback to savepoint before_utr`)
    return false
  }
}

/**
 * Of several that one source tells of one account those of which nobody has told before, by the ids that
 * were made for them: held, and each with its telling as its first evidence. Whoever just tells of one of them is waited for.
 */
export const insertCredits = async (
  tx: Transaction,
  told: readonly ReportedCredit[],
  creditIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Credit>> => {
  const [first] = told
  if (first === undefined) return new Map()
  const made = await tx.rows<CreditRow>(sql`
    with told as (
      select * from unnest(${creditIds}::text[], ${told.map((each) => each.utr)}::text[],
        ${told.map((each) => each.amount)}::bigint[], ${told.map((each) => each.receivedAt)}::timestamptz[],
        ${told.map((each) => each.payerUpiId)}::text[], ${told.map((each) => each.payerName)}::text[],
        ${told.map((each) => each.sourceKey)}::text[], ${told.map((each) => each.reference)}::text[])
        as t (credit_id, utr, amount_paise, received_at, payer_upi_id, payer_name, source_key, reference)),
    made as (
      insert into credits (merchant_id, credit_id, account_id, utr, amount_paise, received_at, payer_upi_id, payer_name,
        state, created_at)
      select ${first.merchantId}, credit_id, ${first.accountId}, utr, amount_paise, received_at, payer_upi_id,
        payer_name, 'unmatched', ${now} from told
      on conflict do nothing returning *),
    proof as (
      insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, told_at)
      select m.merchant_id, credit_id, ${first.source}, t.source_key, m.amount_paise, t.reference, ${now}
      from made m join told t using (credit_id)
      on conflict do nothing)
    select * from made`)
  return new Map(made.map((row) => [row.credit_id, creditFrom(row)]))
}

/** The credit, new or known, with its row held. Of two who report it at once the second waits for the first. */
export const holdCredit = async (
  tx: Transaction,
  told: ReportedCredit,
  creditId: string,
  now: Date,
): Promise<{ credit: Credit; isNew: boolean }> => {
  const inserted = (await insertCredits(tx, [told], [creditId], now)).get(creditId)
  if (inserted !== undefined) return { credit: inserted, isNew: true }
  const known = await tx.one<CreditRow>(
    told.utr === null
      ? sql`select * from credits where merchant_id = ${told.merchantId} and credit_id = ${creditId} for update`
      : sql`
          select * from credits
          where merchant_id = ${told.merchantId} and account_id = ${told.accountId} and utr = ${told.utr} for update`,
  )
  return { credit: creditFrom(known), isNew: false }
}

/** A credit of the merchant's own, in that mode, with its row held: of two who decide at once the second sees what the first did. */
export const holdMerchantCredit = async (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<Credit | undefined> => {
  const row = await tx.maybeOne<CreditRow>(sql`
    select c.* from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and a.mode = ${mode} for update of c`)
  return row && creditFrom(row)
}

/** The same to look at. */
export const findMerchantCredit = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  creditId: string,
): Promise<Credit | undefined> => {
  const row = await db.maybeOne<CreditRow>(sql`
    select c.* from credits c
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and a.mode = ${mode}`)
  return row && creditFrom(row)
}

/** The other credit of the account that has this UTR already. Held too. */
export const holdCreditOfUtr = async (
  tx: Transaction,
  { merchantId, accountId, creditId }: Credit,
  utr: string,
): Promise<Credit | undefined> => {
  const row = await tx.maybeOne<CreditRow>(sql`
    select * from credits
    where merchant_id = ${merchantId} and account_id = ${accountId} and utr = ${utr} and credit_id <> ${creditId}
    for update`)
  return row && creditFrom(row)
}

/** Has any source told a reference of it? */
export const hasReference = async (db: Queryable, { merchantId, creditId }: Credit): Promise<boolean> =>
  (
    await db.one<{ found: boolean }>(sql`
      select exists (
        select from evidence
        where merchant_id = ${merchantId} and credit_id = ${creditId} and reference is not null) as found`)
  ).found

/** A telling of a credit that is known: gives whether it is new. */
export const addEvidence = async (
  tx: Transaction,
  creditId: string,
  told: ReportedCredit,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into evidence (merchant_id, credit_id, source, source_key, amount_paise, reference, told_at)
    values (${told.merchantId}, ${creditId}, ${told.source}, ${told.sourceKey}, ${told.amount}, ${told.reference}, ${now})
    on conflict do nothing`)) === 1

/** The credit's row is held, and is as `credit` says. A state that stays is written down all the same, for whoever asks why. */
export const setCreditState = async (
  tx: Transaction,
  credit: Credit,
  next: { state: CreditState; orderId: string | null },
  entry: { entryId: string; at: Date; byWhom: string; detail: Record<string, unknown> },
): Promise<void> => {
  if (next.state !== credit.state || next.orderId !== credit.orderId)
    await tx.run(sql`
      update credits set state = ${next.state}, order_id = ${next.orderId}
      where merchant_id = ${credit.merchantId} and credit_id = ${credit.creditId}`)
  await tx.run(sql`
    insert into credit_history (merchant_id, credit_id, entry_id, at, state, order_id, by_whom, detail)
    values (${credit.merchantId}, ${credit.creditId}, ${entry.entryId}, ${entry.at}, ${next.state}, ${next.orderId},
      ${entry.byWhom}, ${entry.detail})`)
}

export interface OrderCredit {
  credit_id: string
  utr: string | null
  amount_paise: bigint
  received_at: Date
  state: CreditState
  payer_upi_id: string | null
  sources: CreditSource[]
}

export const creditsOfOrder = (db: Queryable, merchantId: string, orderId: string): Promise<OrderCredit[]> =>
  db.rows<OrderCredit>(sql`
    select c.credit_id, c.utr, c.amount_paise, c.received_at, c.state, c.payer_upi_id,
      array(select distinct e.source from evidence e
            where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id order by 1) as sources
    from credits c where c.merchant_id = ${merchantId} and c.order_id = ${orderId} order by c.received_at`)
