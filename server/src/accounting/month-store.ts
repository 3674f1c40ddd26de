import type { Mode } from '@galla/contract/orders/order-status'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import { type Queryable, sql } from '../platform/database/database.ts'

/** A payment that was received, as books record it. */
export interface Receipt {
  readonly creditId: string
  /** The id of its oldest record: the books may have it since before a report with the UTR took its place. */
  readonly bookedAs: string
  readonly at: Date
  readonly state: CreditState
  readonly paise: bigint
  readonly feePaise: bigint
  readonly utr: string | null
  readonly payer: string | null
  readonly clientTxnId: string | null
}

/** Lists what was received in a time and not ignored, in the order of time, after one of them. */
export const listReceipts = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  { from, before, after }: { from: Date; before: Date; after: Receipt | undefined },
  limit: number,
): Promise<Receipt[]> =>
  db.rows(sql`
    select c.credit_id as "creditId", coalesce((
        select m.credit_id from credits m
        where m.merchant_id = ${merchantId} and m.merged_into = c.credit_id
          and (m.created_at, m.credit_id) < (c.created_at, c.credit_id)
        order by m.created_at, m.credit_id limit 1), c.credit_id) as "bookedAs", c.received_at as at, c.state, c.amount_paise as paise,
      coalesce(c.fee_paise, 0)::bigint as "feePaise", c.utr,
      coalesce(c.payer_name, c.payer_upi_id) as payer, o.client_txn_id as "clientTxnId"
    from credits c
    left join orders o on o.merchant_id = c.merchant_id and o.settled_by_credit_id = c.credit_id
    where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.copy_of is null
      and c.state = any(array['matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'refunded'])
      and c.received_at >= ${from} and c.received_at < ${before}
      and (c.received_at, c.credit_id) > (${after?.at ?? from}, ${after?.creditId ?? ''})
    order by c.received_at, c.credit_id limit ${limit}`)
