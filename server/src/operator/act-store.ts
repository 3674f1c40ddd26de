import type { OperatorActName } from '@galla/contract/operator/operator-merchants'
import { part, type Queryable, sql } from '../platform/database/database.ts'

export interface ActRow {
  act_id: string
  at: Date
  act: OperatorActName
  operator: string
  about_merchant_id: string | null
  merchant_name: string | null
  subject: string
  reason: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

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
    select a.act_id, a.at, a.act, o.email as operator, a.about_merchant_id, m.name as merchant_name, a.subject, a.reason,
           a.before, a.after
    from operator_acts a
    join merchants o on o.merchant_id = a.operator_id
    left join merchants m on m.merchant_id = a.about_merchant_id
    where ${aboutMerchantId === undefined ? part`true` : part`a.about_merchant_id = ${aboutMerchantId}`}
      and a.act_id < coalesce(${after}, 'a')
    order by a.act_id desc limit ${limit}`)
