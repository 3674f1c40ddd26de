import { SECOND_MS } from '@galla/contract/durations'
import type { Mode } from '@galla/contract/orders/order-status'
import { sql, type Transaction } from '../../platform/database/database.ts'
import { LOWERED_BY_MAX } from '../order.ts'

/** The order that an amount is taken for. */
export interface PricedOrder {
  readonly merchantId: string
  readonly mode: Mode
  readonly orderId: string
  readonly amountPaise: bigint
  readonly createdAt: Date
  readonly windowSeconds: number
}

/**
 * How long an amount is kept apart after its order's window: the settling time, the quarter of an hour in which money may still come
 * for it, and the minutes by which a bank's message, and so the phone's time, may lag behind the payment.
 */
export const QUARANTINE_SECONDS = 30 * 60

/**
 * Reserves a lowered amount that no other order of the account has, by the table's primary key: the one that has been free the longest,
 * and never a whole rupee, which anyone might pay by chance. If none is free, returns the price, which proves nothing. Null if the
 * account has no unique amounts. The account is locked, because a second order would wait for the amount of the first anyway,
 * and then have to look for another one.
 */
export const reserveAmount = async (
  tx: Transaction,
  { merchantId, mode, orderId, amountPaise, createdAt, windowSeconds }: PricedOrder,
): Promise<bigint | null> => {
  const accountId = await tx.maybeValue<string>(sql`
    select account_id from accounts
    where merchant_id = ${merchantId} and mode = ${mode} and is_current and unique_amounts
      and not provider_makes_qr
    for no key update`)
  if (accountId === undefined) return null
  const freeAt = new Date(createdAt.getTime() + (windowSeconds + QUARANTINE_SECONDS) * SECOND_MS)
  const free = await tx.maybeValue<bigint>(sql`
    select lowered.paise
    from (select ${amountPaise}::bigint - n as paise, n from generate_series(1, ${LOWERED_BY_MAX}::int) n) lowered
    left join taken_amounts t on t.merchant_id = ${merchantId} and t.account_id = ${accountId}
      and t.payable_paise = lowered.paise
    where lowered.paise > 0 and lowered.paise % 100 <> 0 and (t.free_at is null or t.free_at <= ${createdAt})
    order by t.free_at nulls first, lowered.n limit 1`)
  if (free === undefined) return amountPaise
  // Its earlier order may be getting another attempt right now, and keep it.
  const taken = await tx.maybeValue<bigint>(sql`
    insert into taken_amounts (merchant_id, account_id, payable_paise, order_id, free_at)
    values (${merchantId}, ${accountId}, ${free}, ${orderId}, ${freeAt})
    on conflict (merchant_id, account_id, payable_paise) do update
    set order_id = excluded.order_id, free_at = excluded.free_at
    where taken_amounts.free_at <= ${createdAt}
    returning payable_paise`)
  return taken ?? amountPaise
}

/** Reserves an order's amount for longer, until the end of the attempt that it may still get. */
export const extendAmountReservation = (
  tx: Transaction,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
  openUntil: Date,
): Promise<number> =>
  tx.run(sql`
    update taken_amounts
    set free_at = greatest(free_at, ${openUntil}::timestamptz + make_interval(secs => ${QUARANTINE_SECONDS}))
    where merchant_id = ${merchantId} and order_id = ${orderId}`)
