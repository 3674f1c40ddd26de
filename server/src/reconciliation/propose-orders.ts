import type { ProposedOrder } from '@galla/contract/reconciliation/credit-decisions'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { listClaimedOrders, listOrdersOfSameAmount, type ProposedRow } from './reconcile-store.ts'

const PROPOSALS_MAX = 8

const proposedFrom = (row: ProposedRow, because: ProposedOrder['because']): ProposedOrder => ({
  orderId: row.order_id,
  clientTransactionId: row.client_txn_id,
  customerName: row.customer_name,
  amount: toRupeeNumber(row.payable_paise as Paise),
  status: row.status,
  createdAt: row.created_at.toISOString(),
  because,
})

/** Lists the orders that a credit may pay. A person decides. */
export const proposeOrders = async (
  { db }: { readonly db: Database },
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  creditId: string,
): Promise<ProposedOrder[]> => {
  const credit = await findMerchantCredit(db, merchantId, mode, creditId)
  if (credit === undefined) throw new Refusal('credit_not_found')
  const [claimed, ofSameAmount] = await Promise.all([
    credit.utr === null ? [] : listClaimedOrders(db, credit),
    listOrdersOfSameAmount(db, credit, mode),
  ])
  const timeApart = ({ created_at: at }: ProposedRow) => Math.abs(at.getTime() - credit.receivedAt.getTime())
  const known = new Set(claimed.map(({ order_id: id }) => id))
  return [
    ...claimed.map((row) => proposedFrom(row, 'claimed')),
    ...ofSameAmount
      .filter(({ order_id: id }) => !known.has(id))
      .sort((a, b) => timeApart(a) - timeApart(b))
      .map((row) => proposedFrom(row, 'same_amount')),
  ]
    .filter((order) => order.orderId !== credit.orderId)
    .slice(0, PROPOSALS_MAX)
}
