import type { OpenCredit } from '@galla/contract/operator/operator-merchants'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface OpenCreditRow {
  credit_id: string
  merchant_id: string
  merchant_name: string
  mode: Mode
  state: OpenCredit['state']
  amount_paise: bigint
  order_paise: bigint | null
  order_id: string | null
  utr: string | null
  payer_name: string | null
  received_at: Date
}

/** Lists the newest first, of one mode or of both. */
export const listOpenCredits = (
  db: Queryable,
  mode: Mode | 'all',
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<OpenCreditRow[]> =>
  db.rows(sql`
    select c.credit_id, c.merchant_id, m.name as merchant_name, a.mode, c.state, c.amount_paise, o.payable_paise as order_paise,
           c.order_id, c.utr, c.payer_name, c.received_at
    from credits c
    join merchants m using (merchant_id)
    join accounts a using (merchant_id, account_id)
    left join orders o on o.merchant_id = c.merchant_id and o.order_id = c.order_id
    where c.state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate')
      and (${mode} = 'all' or a.mode = ${mode})
      and (${after}::text is null or c.credit_id < ${after})
    order by c.credit_id desc limit ${limit}`)
