import { DAY_MS, SECOND_MS } from '@galla/contract/durations'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import { columnsOf, part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { CREDIT_COLUMNS, type Credit, type ReportedCredit } from './credit.ts'
import { type Received, widened } from './received.ts'
import { lastMomentOf, type Observation, SIMILAR_WITHIN_SECONDS } from './same-payment.ts'

const CREDIT = columnsOf('c', CREDIT_COLUMNS)

/** A credit with what its evidence says. */
export interface ComparableCredit extends Credit {
  readonly observations: readonly Observation[]
  /** The merchant decided that it is no repeat. */
  readonly isSeparate: boolean
}

/** The credits of one account, amount and quarter of an hour that are compared. */
const CREDITS_MAX = 100
const OBSERVATIONS_MAX = 50

const rangeOf = (report: ReportedCredit): { from: Date; to: Date } => ({
  from: new Date(report.receivedAt.getTime() - SIMILAR_WITHIN_SECONDS * SECOND_MS),
  to: new Date(lastMomentOf(report).getTime() + SIMILAR_WITHIN_SECONDS * SECOND_MS),
})

/**
 * Finds the credits of the report's account, amount and time. A statement without times has stored the start of the day. The amount is
 * locked, so these credits do not change until the transaction ends.
 */
export const findSimilar = async (tx: Transaction, report: ReportedCredit): Promise<ComparableCredit[]> => {
  const { merchantId, accountId, amount, receivedAt } = report
  const { from, to } = rangeOf(report)
  const rows = await tx.rows<Credit>(sql`
    (select ${CREDIT} from credits c
     where merchant_id = ${merchantId} and account_id = ${accountId} and amount_paise = ${amount}
       and received_at between ${from} and ${to}
     order by received_at limit ${CREDITS_MAX})
    union
    (select ${CREDIT} from credits c
     where merchant_id = ${merchantId} and account_id = ${accountId} and amount_paise = ${amount}
       and received_at = ${startOfIstDay(istDayOf(receivedAt))}
     limit ${CREDITS_MAX})`)
  return withObservations(tx, rows)
}

/** Evidence is at most this far from the time that its credit shows, which is the first report's. */
const EVIDENCE_APART_DAYS = 3

/**
 * Finds the credits of the report's account and amount that may have come when the report says: those of `states`, and without a UTR if the
 * report has one, because two UTRs are two payments.
 */
export const findOverlapping = async (
  tx: Transaction,
  { merchantId, accountId, amount, utr }: ReportedCredit,
  received: Received,
  states: readonly CreditState[],
): Promise<ComparableCredit[]> => {
  const { from, to } = widened(received)
  const apart = EVIDENCE_APART_DAYS * DAY_MS
  const rows = await tx.rows<Credit>(sql`
    select ${CREDIT} from credits c
    where merchant_id = ${merchantId} and account_id = ${accountId} and amount_paise = ${amount}
      and received_at between ${new Date(from.getTime() - apart)} and ${new Date(to.getTime() + apart)}
      and state = any(${states}::text[]) and merged_into is null ${utr === null ? part`` : part`and utr is null`}
      and exists (
        select from evidence e
        where e.merchant_id = ${merchantId} and e.credit_id = c.credit_id
          and e.received_from <= ${to} and e.received_to >= ${from})
    order by received_at limit ${CREDITS_MAX}`)
  return withObservations(tx, rows)
}

/** Finds the unmatched alerts without a UTR that may report the same payment. */
export const findWithoutUtr = async (
  tx: Transaction,
  report: ReportedCredit,
): Promise<ComparableCredit[]> => {
  const { merchantId, accountId, amount } = report
  const { from, to } = rangeOf(report)
  const rows = await tx.rows<Credit>(sql`
    select ${CREDIT} from credits c
    where merchant_id = ${merchantId} and account_id = ${accountId} and amount_paise = ${amount}
      and received_at between ${from} and ${to} and utr is null and merged_into is null
        and state in ('unmatched', 'duplicate') and refunding_paise = 0
      -- The provider may still add the UTR of what it reported.
      and not exists (
        select from evidence e
        where e.merchant_id = ${merchantId} and e.credit_id = c.credit_id and e.source <> 'alert')
    order by received_at limit ${CREDITS_MAX}`)
  return withObservations(tx, rows)
}

export const findComparable = async (
  db: Queryable,
  merchantId: string,
  creditId: string,
): Promise<ComparableCredit[]> =>
  withObservations(
    db,
    await db.rows<Credit>(sql`
      select ${CREDIT} from credits c where merchant_id = ${merchantId} and credit_id = ${creditId}`),
  )

/** Adds what their evidence says to credits of one merchant. */
const withObservations = async (db: Queryable, credits: readonly Credit[]): Promise<ComparableCredit[]> => {
  const [first] = credits
  if (first === undefined) return []
  const { merchantId } = first
  const ids = credits.map(({ creditId }) => creditId)
  // Manual evidence has the time at which a person typed it, which says nothing about the payment.
  const observations = await db.rows<Observation & { readonly creditId: string }>(sql`
    select c.credit_id as "creditId", e.*
    from credits c
    cross join lateral (
      select source, source_key as "sourceKey", coalesce(reporter, source) as reporter, message_id as "messageId", wording, payer,
        received_at as "from", case when named = 'day' then received_to else received_at end as "to"
      from evidence
      where merchant_id = ${merchantId} and credit_id = c.credit_id and source <> 'manual'
        and (source <> 'alert' or reporter is not null)
      order by reported_at limit ${OBSERVATIONS_MAX}) e
    where c.merchant_id = ${merchantId} and c.credit_id = any(${ids}::text[])`)
  const separate = await db.values<string>(sql`
    select credit_id from credit_history
    where merchant_id = ${merchantId} and credit_id = any(${ids}::text[]) and detail ->> 'action' = 'separate'`)
  const byCredit = Map.groupBy(observations, ({ creditId }) => creditId)
  return credits.map((credit) => ({
    ...credit,
    isSeparate: separate.includes(credit.creditId),
    observations: byCredit.get(credit.creditId) ?? [],
  }))
}

/** Records which credit this one may repeat; null: none. */
export const updatePossibleRepeat = (
  tx: Transaction,
  { merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>,
  of: string | null,
): Promise<number> =>
  tx.run(sql`
    update credits set possible_repeat_of = ${of}
    where merchant_id = ${merchantId} and credit_id = ${creditId} and state = 'unmatched'`)

/** Marks a credit as merged into another one of the same payment. Possible repeats of it become possible repeats of the other. */
export const updateMergedCredit = async (
  tx: Transaction,
  { merchantId, from, to }: { readonly merchantId: string; readonly from: string; readonly to: string },
): Promise<void> => {
  await tx.run(sql`
    update credits set possible_repeat_of = nullif(${to}, credit_id)
    where merchant_id = ${merchantId} and possible_repeat_of = ${from}`)
  await tx.run(sql`
    update credits set state = 'ignored', merged_into = ${to}, possible_repeat_of = null, utr = null
    where merchant_id = ${merchantId} and credit_id = ${from}`)
}

/** Lists the possible repeats in the period of a statement whose original is on the statement. */
export const listResolvedRepeats = (
  db: Queryable,
  { merchantId, accountId }: Pick<Credit, 'merchantId' | 'accountId'>,
  covered: { readonly from: Date; readonly to: Date },
): Promise<Credit[]> =>
  db.rows(sql`
    select ${CREDIT} from credits c
    join credits original on original.merchant_id = c.merchant_id and original.credit_id = c.possible_repeat_of
    where c.merchant_id = ${merchantId} and c.account_id = ${accountId} and c.possible_repeat_of is not null and c.utr is null
      and c.refunding_paise = 0
      -- It may have gone, whatever the merchant said.
      and not exists (
        select from refunds r
        where r.merchant_id = ${merchantId} and r.credit_id = c.credit_id and r.due_at is not null)
      and c.received_at between ${covered.from} and ${covered.to} and original.utr is not null
      and exists (
        select from evidence e
        where e.merchant_id = ${merchantId} and e.credit_id = original.credit_id and e.source = 'statement')
    order by c.received_at, c.credit_id limit ${CREDITS_MAX}`)
