import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Rail } from '@galla/upi/rail'
import type { Paise } from '@galla/upi/rupees'
import type { Credit, ReportedCredit } from './credit.ts'

export interface CreditRow {
  credit_id: string
  merchant_id: string
  account_id: string
  utr: string | null
  amount_paise: bigint
  rail: Rail
  received_at: Date
  payer_upi_id: string | null
  state: CreditState
  order_id: string | null
  possible_repeat_of: string | null
  merged_into: string | null
}

export const creditFrom = (row: CreditRow): Credit => ({
  creditId: row.credit_id,
  merchantId: row.merchant_id,
  accountId: row.account_id,
  utr: row.utr,
  amount: row.amount_paise as Paise,
  rail: row.rail,
  receivedAt: row.received_at,
  payerUpiId: row.payer_upi_id,
  state: row.state,
  orderId: row.order_id,
  possibleRepeatOf: row.possible_repeat_of,
  mergedInto: row.merged_into,
})

/** A report and the id of its credit. The id is provisional for a report with a UTR: the credit may exist under another one. */
export interface IdentifiedReport {
  readonly creditId: string
  readonly report: ReportedCredit
}
