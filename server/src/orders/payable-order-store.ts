import type { PageColour } from '@galla/contract/payment-page/page-colours'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { UpiLink } from '@galla/upi/link'
import type { AccountKind } from '@galla/upi/network-rules'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { Order, Payee } from './order.ts'
import { type OrderRow, orderFrom } from './order-row.ts'

interface PayeeRow {
  merchant_name: string
  upi_id: string
  payee_name: string
  registered_name: string
  account_kind: AccountKind
  show_support: boolean
  support_email: string | null
  support_phone: string | null
  page_language: PageLanguage
  colour: PageColour | null
  logo_hash: string | null
  plan_expires_at: Date | null
  provider_link: UpiLink | null
  other_amount_paise: Paise | null
  notice: Payee['notice']
}

const payeeFrom = (row: PayeeRow): Payee => ({
  merchantName: row.merchant_name,
  upiId: row.upi_id,
  payeeName: row.payee_name,
  registeredName: row.registered_name,
  accountKind: row.account_kind,
  supportEmail: row.show_support ? row.support_email : null,
  supportPhone: row.show_support ? row.support_phone : null,
  pageLanguage: row.page_language,
  colour: row.colour,
  logoHash: row.logo_hash,
  planExpiresAt: row.plan_expires_at,
  providerLink: row.provider_link,
  notice: row.notice,
})

/** Finds all that the payment page of an order shows. */
export const findPayable = async (
  db: Queryable,
  orderId: string,
): Promise<{ order: Order; payee: Payee; otherAmount: Paise | null } | undefined> => {
  const row = await db.maybeOne<OrderRow & PayeeRow>(
    sql`
    select o.*, case when o.mode = 'live' then a.merchant_name else m.name end as merchant_name, a.upi_id, a.merchant_name as payee_name,
           a.registered_name, a.kind as account_kind,
           m.show_support, m.support_email, m.support_phone, m.page_language, l.colour, l.logo_hash, q.plan_expires_at,
           p.link as provider_link, (
             select case when n.text <> '' then json_build_object('version', n.version, 'text', n.text, 'at', n.at) end
             from data_notices n where n.merchant_id = o.merchant_id order by n.version desc limit 1) as notice,
           case when o.status <> 'success' then (
             select sum(c.amount_paise)::bigint from credits c
             where c.merchant_id = o.merchant_id and c.order_id = o.order_id
               and c.state = 'amount_mismatch') end as other_amount_paise
    from orders o
    join merchants m on m.merchant_id = o.merchant_id
    left join page_looks l on l.merchant_id = o.merchant_id
    left join quotas q on q.merchant_id = o.merchant_id
    left join provider_qrs p on p.merchant_id = o.merchant_id and p.order_id = o.order_id and p.attempt = o.attempt
      and p.state = 'shown'
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    where o.order_id = ${orderId}`,
  )
  return row && { order: orderFrom(row), payee: payeeFrom(row), otherAmount: row.other_amount_paise }
}
