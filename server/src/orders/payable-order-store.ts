import type { Paise } from '@galla/upi/rupees'
import { columnsOf, type Queryable, sql } from '../platform/database/database.ts'
import type { Order, Payee } from './order.ts'
import { ORDER_COLUMNS } from './order-columns.ts'

/** Finds all that the payment page of an order shows. */
export const findPayable = async (
  db: Queryable,
  orderId: string,
): Promise<{ order: Order; payee: Payee; otherAmount: Paise | null } | undefined> => {
  const row = await db.maybeOne<Order & Payee & { readonly otherAmount: Paise | null }>(sql`
    select ${columnsOf('o', ORDER_COLUMNS)}, case when o.mode = 'live' then a.merchant_name else m.name end as "merchantName", a.upi_id as "upiId",
           a.merchant_name as "payeeName", a.registered_name as "registeredName", a.kind as "accountKind",
           case when m.show_support then m.support_email end as "supportEmail",
           case when m.show_support then m.support_phone end as "supportPhone", m.page_language as "pageLanguage",
           l.colour, l.logo_hash as "logoHash", q.plan_expires_at as "planExpiresAt", p.link as "providerLink", (
             select case when n.text <> '' then json_build_object('version', n.version, 'text', n.text, 'at', n.at) end
             from data_notices n where n.merchant_id = o.merchant_id order by n.version desc limit 1) as notice,
           case when o.status <> 'success' then (
             select sum(c.amount_paise)::bigint from credits c
             where c.merchant_id = o.merchant_id and c.order_id = o.order_id
               and c.state = 'amount_mismatch') end as "otherAmount"
    from orders o
    join merchants m on m.merchant_id = o.merchant_id
    left join page_looks l on l.merchant_id = o.merchant_id
    left join quotas q on q.merchant_id = o.merchant_id
    left join provider_qrs p on p.merchant_id = o.merchant_id and p.order_id = o.order_id and p.attempt = o.attempt
      and p.state = 'shown'
    join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    where o.order_id = ${orderId}`)
  if (row === undefined) return undefined
  const {
    otherAmount,
    merchantName,
    upiId,
    payeeName,
    registeredName,
    accountKind,
    supportEmail,
    supportPhone,
    pageLanguage,
    colour,
    logoHash,
    planExpiresAt,
    providerLink,
    notice,
    ...order
  } = row
  const payee = {
    merchantName,
    upiId,
    payeeName,
    registeredName,
    accountKind,
    supportEmail,
    supportPhone,
    pageLanguage,
    colour,
    logoHash,
    planExpiresAt,
    providerLink,
    notice,
  }
  return { order, payee, otherAmount }
}
