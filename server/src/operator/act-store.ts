import type { OperatorActRow } from '@galla/contract/operator/operator-merchants'
import { part, type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

export type ActRow = WithDates<OperatorActRow, 'at'>

interface ActPage {
  readonly after: string | null
  readonly limit: number
}

/** Lists the newest first: of all merchants, or about one. */
export const listActs = (
  db: Queryable,
  aboutMerchantId: string | undefined,
  { after, limit }: ActPage,
): Promise<ActRow[]> =>
  db.rows(sql`
    select a.act_id as id, a.at, a.act, o.email as operator, a.about_merchant_id as "merchantId", m.name as "merchantName",
      a.subject, a.reason, a.before, a.after
    from operator_acts a
    join merchants o on o.merchant_id = a.operator_id
    left join merchants m on m.merchant_id = a.about_merchant_id
    where ${aboutMerchantId === undefined ? part`true` : part`a.about_merchant_id = ${aboutMerchantId}`}
      and a.act_id < coalesce(${after}, 'a')
    order by a.act_id desc limit ${limit}`)
