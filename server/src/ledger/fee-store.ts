import type { Paise } from '@galla/upi/rupees'
import { sql, type Transaction } from '../platform/database/database.ts'

export interface ReportedFee {
  readonly creditId: string
  readonly amount: Paise
  readonly fee: Paise | null
}

/**
 * Writes the fees of credits that have none yet: the first report counts, unless its amount differs from the credit's. The rows are
 * locked in the order of their keys.
 */
export const recordFees = async (
  tx: Transaction,
  merchantId: string,
  reports: readonly ReportedFee[],
): Promise<void> => {
  const known = reports.filter(({ fee }) => fee !== null)
  if (known.length === 0) return
  await tx.run(sql`
    with reported as (
      select distinct on (credit_id) * from unnest(${known.map(({ creditId }) => creditId)}::text[],
        ${known.map(({ amount }) => amount)}::bigint[], ${known.map(({ fee }) => fee)}::bigint[])
        with ordinality as r (credit_id, amount_paise, fee_paise, n)
      order by credit_id, n
    ), locked as (
      select c.credit_id, r.fee_paise from reported r
      join credits c on c.merchant_id = ${merchantId} and c.credit_id = r.credit_id and c.amount_paise = r.amount_paise
      where c.fee_paise is null order by c.credit_id for update of c
    )
    update credits c set fee_paise = l.fee_paise from locked l
    where c.merchant_id = ${merchantId} and c.credit_id = l.credit_id and c.fee_paise is null`)
}
