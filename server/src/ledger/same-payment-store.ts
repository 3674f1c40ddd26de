import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import { type Credit, type CreditRow, type CreditSource, creditFrom, type ReportedCredit } from './credit.ts'
import { type Observation, SIMILAR_WITHIN_SECONDS } from './same-payment.ts'

/** A credit with what its evidence says. */
export interface ComparableCredit extends Credit {
  readonly observations: readonly Observation[]
  /** The merchant decided that it is no repeat. */
  readonly isSeparate: boolean
}

/** The credits of one account, amount and quarter of an hour that are compared. */
const CREDITS_MAX = 100
const OBSERVATIONS_MAX = 50
const SECOND_MS = 1000

const rangeOf = ({ receivedAt: from, receivedBefore }: ReportedCredit): { from: Date; to: Date } => ({
  from: new Date(from.getTime() - SIMILAR_WITHIN_SECONDS * SECOND_MS),
  to: new Date((receivedBefore ?? from).getTime() + SIMILAR_WITHIN_SECONDS * SECOND_MS),
})

/**
 * Finds, for each report, the credits of its account, amount and time. A statement without times has stored the start of the day.
 * The amounts are locked, so these credits do not change until the transaction ends.
 */
export const findSimilar = async (
  tx: Transaction,
  reports: readonly ReportedCredit[],
): Promise<ComparableCredit[][]> => {
  const merchants = merchantsOf(reports)
  const rows = await tx.rows<CreditRow & { n: number }>(sql`
    select r.n::int as n, c.*
    from unnest(${reports.map((report) => report.merchantId)}::text[], ${reports.map((report) => report.accountId)}::text[],
      ${reports.map((report) => report.amount)}::bigint[], ${reports.map((report) => rangeOf(report).from)}::timestamptz[],
      ${reports.map((report) => rangeOf(report).to)}::timestamptz[],
      ${reports.map(({ receivedAt }) => startOfIstDay(istDayOf(receivedAt)))}::timestamptz[])
      with ordinality as r (merchant_id, account_id, amount_paise, received_from, received_to, day, n)
    cross join lateral (
      (select * from credits
       where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = r.merchant_id and account_id = r.account_id and amount_paise = r.amount_paise
         and received_at between r.received_from and r.received_to
       order by received_at limit ${CREDITS_MAX})
      union
      (select * from credits
       where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = r.merchant_id and account_id = r.account_id and amount_paise = r.amount_paise
         and received_at = r.day
       limit ${CREDITS_MAX})) c`)
  return groupByReport(reports.length, rows, await withObservations(tx, rows))
}

/** Finds, for each of these credits, the unmatched alerts without a UTR that may report the same payment. */
export const findWithoutUtr = async (
  tx: Transaction,
  payments: readonly { readonly report: ReportedCredit; readonly creditId: string }[],
): Promise<ComparableCredit[][]> => {
  const reports = payments.map(({ report }) => report)
  const merchants = merchantsOf(reports)
  const rows = await tx.rows<CreditRow & { n: number }>(sql`
    select r.n::int as n, c.*
    from unnest(${reports.map((report) => report.merchantId)}::text[], ${payments.map(({ creditId }) => creditId)}::text[],
      ${reports.map((report) => report.amount)}::bigint[], ${reports.map((report) => rangeOf(report).from)}::timestamptz[],
      ${reports.map((report) => rangeOf(report).to)}::timestamptz[])
      with ordinality as r (merchant_id, credit_id, amount_paise, received_from, received_to, n)
    join credits p on ${onShardOf(part`p.merchant_id`, merchants)} and p.merchant_id = r.merchant_id and p.credit_id = r.credit_id and p.amount_paise = r.amount_paise
    cross join lateral (
      select * from credits
      where ${onShardOf(part`merchant_id`, merchants)} and merchant_id = r.merchant_id and account_id = p.account_id and amount_paise = r.amount_paise
        and received_at between r.received_from and r.received_to and utr is null and state = 'unmatched'
        -- The provider may still add the UTR of what it reported.
        and not exists (
          select from evidence e
          where ${onShardOf(part`e.merchant_id`, merchants)} and e.merchant_id = credits.merchant_id and e.credit_id = credits.credit_id and e.source <> 'alert')
      order by received_at limit ${CREDITS_MAX}) c`)
  return groupByReport(reports.length, rows, await withObservations(tx, rows))
}

export const findComparableById = async (
  db: Queryable,
  ids: readonly Pick<Credit, 'merchantId' | 'creditId'>[],
): Promise<ComparableCredit[]> => {
  const rows = await db.rows<CreditRow>(sql`
    select c.* from unnest(${ids.map(({ merchantId }) => merchantId)}::text[],
      ${ids.map(({ creditId }) => creditId)}::text[]) as i (merchant_id, credit_id)
    join credits c on ${onShardOf(part`c.merchant_id`, merchantsOf(ids))}
      and c.merchant_id = i.merchant_id and c.credit_id = i.credit_id`)
  return [...(await withObservations(db, rows)).values()]
}

const groupByReport = (
  reports: number,
  rows: readonly (CreditRow & { n: number })[],
  credits: ReadonlyMap<string, ComparableCredit>,
): ComparableCredit[][] => {
  const found = Array.from({ length: reports }, (): ComparableCredit[] => [])
  for (const row of rows) {
    const credit = credits.get(keyOf(row))
    if (credit !== undefined) found[row.n - 1]?.push(credit)
  }
  return found
}

const keyOf = (row: Pick<CreditRow, 'merchant_id' | 'credit_id'>): string =>
  `${row.merchant_id} ${row.credit_id}`

interface ObservationRow {
  merchant_id: string
  credit_id: string
  source: CreditSource
  source_key: string
  reporter: string
  message_id: string | null
  wording: string | null
  payer: string | null
  received_at: Date
  received_before: Date | null
  is_separate: boolean
}

const withObservations = async (
  db: Queryable,
  rows: readonly CreditRow[],
): Promise<ReadonlyMap<string, ComparableCredit>> => {
  const credits = new Map(rows.map((row) => [keyOf(row), creditFrom(row)]))
  if (credits.size === 0) return new Map()
  const ids = [...credits.values()]
  // Manual evidence has the time at which a person typed it, which says nothing about the payment.
  const observations = await db.rows<ObservationRow>(sql`
    select c.merchant_id, c.credit_id, e.*, exists (
        select from credit_history h
        where ${onShardOf(part`h.merchant_id`, merchantsOf(ids))} and h.merchant_id = c.merchant_id and h.credit_id = c.credit_id
          and h.detail ->> 'action' = 'separate') as is_separate
    from unnest(${ids.map(({ merchantId }) => merchantId)}::text[], ${ids.map(({ creditId }) => creditId)}::text[])
      as i (merchant_id, credit_id)
    join credits c on ${onShardOf(part`c.merchant_id`, merchantsOf(ids))}
      and c.merchant_id = i.merchant_id and c.credit_id = i.credit_id
    cross join lateral (
      select source, source_key, coalesce(reporter, source) as reporter, message_id, wording, payer,
        coalesce(received_at, c.received_at) as received_at, received_before
      from evidence
      where ${onShardOf(part`merchant_id`, merchantsOf(ids))} and merchant_id = c.merchant_id and credit_id = c.credit_id
        and source <> 'manual'
        and (source <> 'alert' or reporter is not null)
      order by reported_at limit ${OBSERVATIONS_MAX}) e`)
  const byCredit = new Map<string, { observations: Observation[]; isSeparate: boolean }>()
  for (const row of observations) {
    const { source, source_key: sourceKey, reporter, message_id: messageId, wording, payer } = row
    const observed = byCredit.get(keyOf(row)) ?? { observations: [], isSeparate: row.is_separate }
    const [from, to] = [row.received_at, row.received_before ?? row.received_at]
    observed.observations.push({ source, sourceKey, reporter, messageId, wording, payer, from, to })
    byCredit.set(keyOf(row), observed)
  }
  return new Map(
    [...credits].map(([key, credit]) => [
      key,
      { ...credit, ...(byCredit.get(key) ?? { observations: [], isSeparate: false }) },
    ]),
  )
}

/** Records which credits may be repeats of which others; null: of none. */
export const updatePossibleRepeats = (
  tx: Transaction,
  repeats: readonly {
    readonly merchantId: string
    readonly creditId: string
    readonly of: string | null
  }[],
): Promise<number> =>
  tx.run(sql`
    update credits c set possible_repeat_of = q.of
    from unnest(${repeats.map(({ merchantId }) => merchantId)}::text[],
      ${repeats.map(({ creditId }) => creditId)}::text[], ${repeats.map(({ of }) => of)}::text[]) as q (merchant_id, credit_id, of)
    where ${onShardOf(part`c.merchant_id`, merchantsOf(repeats))} and c.merchant_id = q.merchant_id and c.credit_id = q.credit_id and c.utr is null and c.state = 'unmatched'`)

/** Marks credits as merged into others of the same payment. Possible repeats of them become possible repeats of the others. */
export const updateMergedCredits = async (
  tx: Transaction,
  merges: readonly { readonly merchantId: string; readonly from: string; readonly to: string }[],
): Promise<void> => {
  const [merchants, froms, tos] = [
    merges.map(({ merchantId }) => merchantId),
    merges.map(({ from }) => from),
    merges.map(({ to }) => to),
  ]
  await tx.run(sql`
    update credits c set possible_repeat_of = nullif(m.to_id, c.credit_id)
    from unnest(${merchants}::text[], ${froms}::text[], ${tos}::text[]) as m (merchant_id, from_id, to_id)
    where ${onShardOf(part`c.merchant_id`, merchantsOf(merges))} and c.merchant_id = m.merchant_id and c.possible_repeat_of = m.from_id`)
  await tx.run(sql`
    update credits c set state = 'ignored', merged_into = m.to_id, possible_repeat_of = null
    from unnest(${merchants}::text[], ${froms}::text[], ${tos}::text[]) as m (merchant_id, from_id, to_id)
    where ${onShardOf(part`c.merchant_id`, merchantsOf(merges))} and c.merchant_id = m.merchant_id and c.credit_id = m.from_id`)
}

/** Lists the possible repeats in the period of a statement whose original is on the statement. */
export const listResolvedRepeats = async (
  db: Queryable,
  { merchantId, accountId }: Pick<Credit, 'merchantId' | 'accountId'>,
  covered: { readonly from: Date; readonly to: Date },
): Promise<Credit[]> => {
  const rows = await db.rows<CreditRow>(sql`
    select c.* from credits c
    join credits original on original.merchant_id = c.merchant_id and original.credit_id = c.possible_repeat_of
    where c.merchant_id = ${merchantId} and c.account_id = ${accountId} and c.possible_repeat_of is not null
      and c.received_at between ${covered.from} and ${covered.to} and original.utr is not null
      and exists (
        select from evidence e
        where e.merchant_id = ${merchantId} and e.credit_id = original.credit_id and e.source = 'statement')
    order by c.received_at, c.credit_id limit ${CREDITS_MAX}`)
  return rows.map(creditFrom)
}
