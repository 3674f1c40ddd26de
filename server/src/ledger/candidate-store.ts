import { sql, type Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { Credit } from './credit.ts'

/** A payment told without a reference may come this long after the window of the order it is for. */
export const GRACE_SECONDS = 15 * 60
/** Orders with longer windows, or with a second attempt, are found by the index orders_open_long, which repeats this limit. */
const SHORT_WINDOW_SECONDS = 900
const SECOND_MS = 1000

/** When the money came: an instant, or a day of which no more is known. */
export interface Received {
  readonly from: Date
  readonly to: Date
}

const longBefore = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * SECOND_MS)

/**
 * Orders that a credit may be for by its amount: of its account, unsettled, of exactly its amount, made before it, and closed, if
 * at all, no more than GRACE_SECONDS before it. Two are enough to know that it is ambiguous. Those with a short window were made
 * in the half hour before the credit, and so have ids of that half hour.
 */
export const openOrdersOfAmount = (
  tx: Transaction,
  { merchantId, accountId, amount }: Credit,
  { from, to }: Received,
): Promise<{ order_id: string }[]> => {
  const closedAfter = longBefore(from, GRACE_SECONDS)
  return tx.rows(sql`
    select order_id from orders
    where merchant_id = ${merchantId}
      and order_id >= (select ${firstUlidAt(longBefore(closedAfter, SHORT_WINDOW_SECONDS))}::text)
      and order_id < (select ${firstUlidAt(new Date(to.getTime() + 1))}::text) and created_at <= ${to}
      and window_seconds <= 900 and attempt = 1 and account_id = ${accountId} and payable_paise = ${amount}
      and settled_by_credit_id is null and expires_at >= ${closedAfter}
    union all
    select order_id from orders
    where merchant_id = ${merchantId} and account_id = ${accountId} and payable_paise = ${amount}
      and expires_at >= ${closedAfter} and created_at <= ${to} and settled_by_credit_id is null
      and (window_seconds > 900 or attempt > 1)
    limit 2`)
}

/** The order to which an amount of the account belonged at that time, where the account tells its orders apart by amount. */
export const orderOfTakenAmount = async (
  tx: Transaction,
  { merchantId, accountId, amount }: Credit,
  { from, to }: Received,
): Promise<string | undefined> =>
  (
    await tx.maybeOne<{ order_id: string }>(sql`
      select t.order_id from taken_amounts t
      join orders o on o.merchant_id = t.merchant_id and o.order_id = t.order_id
      where t.merchant_id = ${merchantId} and t.account_id = ${accountId} and t.payable_paise = ${amount}
        and t.free_at > ${from} and o.created_at <= ${to}`)
  )?.order_id

/** An order of that amount and time that the same payer has settled: he probably paid it twice. */
export const orderPaidBySamePayer = async (
  tx: Transaction,
  { merchantId, accountId, amount, payerUpiId }: Credit,
  { from, to }: Received,
): Promise<string | undefined> => {
  if (payerUpiId === null) return undefined
  const closedAfter = longBefore(from, GRACE_SECONDS)
  const found = await tx.rows<{ order_id: string }>(sql`
    select o.order_id from orders o
    join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${merchantId}
      and o.order_id >= (select ${firstUlidAt(longBefore(closedAfter, SHORT_WINDOW_SECONDS))}::text)
      and o.order_id < (select ${firstUlidAt(new Date(to.getTime() + 1))}::text) and o.created_at <= ${to}
      and o.account_id = ${accountId} and o.payable_paise = ${amount} and o.expires_at >= ${closedAfter}
      and c.payer_upi_id = ${payerUpiId}
    limit 2`)
  return found.length === 1 ? found[0]?.order_id : undefined
}
