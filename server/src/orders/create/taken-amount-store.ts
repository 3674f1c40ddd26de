import { SECOND_MS } from '@galla/contract/durations'
import type { Mode } from '@galla/contract/orders/order-status'
import { sql, type Transaction } from '../../platform/database/database.ts'

/** The order that an amount is taken for. */
export interface PricedOrder {
  readonly merchantId: string
  readonly mode: Mode
  readonly orderId: string
  readonly amountPaise: bigint
  readonly createdAt: Date
  readonly windowSeconds: number
}

/** An amount is lowered by 0 to 99 paise. */
const LOWERED_BY_MAX = 99
/**
 * How long an amount is kept apart after its order's window: the settling time, the quarter of an hour in which money may still come
 * for it, and the minutes by which a bank's message, and so the phone's time, may lag behind the payment.
 */
export const QUARANTINE_SECONDS = 30 * 60

/**
 * Reserves the least lowered amount that no other order of the account has, by the table's primary key. While the account has an
 * open counter, whole rupees are left to the customers of its printed QR. The account is locked, because a second order would wait for the
 * amount of the first anyway, and then have to look for another one.
 */
export const reserveAmount = async (
  tx: Transaction,
  { merchantId, mode, orderId, amountPaise, createdAt, windowSeconds }: PricedOrder,
): Promise<bigint | 'not_needed' | 'none_free'> => {
  const account = await tx.maybeOne<{ account_id: string; has_counter: boolean }>(sql`
    select account_id, exists (
        select from counters k
        where k.merchant_id = ${merchantId} and k.account_id = a.account_id and k.closed_at is null) as has_counter
    from accounts a
    where merchant_id = ${merchantId} and mode = ${mode} and is_current and unique_amounts
      and not provider_makes_qr
    for no key update`)
  if (account === undefined) return 'not_needed'
  const freeAt = new Date(createdAt.getTime() + (windowSeconds + QUARANTINE_SECONDS) * SECOND_MS)
  const free = await tx.maybeValue<bigint>(sql`
    select ${amountPaise}::bigint - n
    from generate_series(0, ${LOWERED_BY_MAX}::int) n
    where ${amountPaise}::bigint - n > 0
      and not (${account.has_counter} and (${amountPaise}::bigint - n) % 100 = 0) and not exists (
      select from taken_amounts
      where merchant_id = ${merchantId} and account_id = ${account.account_id}
        and payable_paise = ${amountPaise}::bigint - n and free_at > ${createdAt})
    order by n limit 1`)
  if (free === undefined) return 'none_free'
  // Its earlier order may be getting another attempt right now, and keep it.
  const taken = await tx.maybeValue<bigint>(sql`
    insert into taken_amounts (merchant_id, account_id, payable_paise, order_id, free_at)
    values (${merchantId}, ${account.account_id}, ${free}, ${orderId}, ${freeAt})
    on conflict (merchant_id, account_id, payable_paise) do update
    set order_id = excluded.order_id, free_at = excluded.free_at
    where taken_amounts.free_at <= ${createdAt}
    returning payable_paise`)
  return taken ?? 'none_free'
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
