import type { AccountKind } from '@galla/upi/network-rules'
import type { Paise } from '@galla/upi/rupees'
import { addMerchant, creditFor, type Ledger } from '../../testing/ledger.ts'
import type { ReportedCredit } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { sql } from '../platform/database/database.ts'

/** A merchant with one live account of this kind. */
export const addAccountOfKind = async (ledger: Ledger, kind: AccountKind): Promise<string> => {
  const { merchantId } = await addMerchant(ledger.db, 'live')
  await ledger.db.run(sql`update accounts set kind = ${kind} where merchant_id = ${merchantId}`)
  return merchantId
}

/** Records money that no order asked for. Returns its credit's id. */
export const receive = async (
  ledger: Ledger,
  merchantId: string,
  rupees: number,
  over: Partial<ReportedCredit> = {},
): Promise<string> => {
  const report = creditFor(
    ledger,
    { merchantId, orderId: '' },
    { reference: null, amount: BigInt(Math.round(rupees * 100)) as Paise, ...over },
  )
  return (await recordCredit(ledger, report)).creditId
}
