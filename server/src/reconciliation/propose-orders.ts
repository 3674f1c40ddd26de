import type { ProposedOrder } from '@galla/contract/reconciliation/credit-decisions'
import { toRupeeNumber } from '@galla/upi/rupees'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  listClaimedOrders,
  listOrdersOfNearAmount,
  listOrdersOfSameAmount,
  type ProposedRow,
} from './reconcile-store.ts'

const PROPOSALS_MAX = 8

const proposedFrom = (row: ProposedRow, because: ProposedOrder['because']): ProposedOrder => ({
  ...isoDates(row),
  amount: toRupeeNumber(row.amount),
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
  const [claimed, ofSameAmount, ofNearAmount] = await Promise.all([
    credit.utr === null ? [] : listClaimedOrders(db, credit),
    listOrdersOfSameAmount(db, credit, mode),
    listOrdersOfNearAmount(db, credit, mode),
  ])
  const timeApart = ({ createdAt }: ProposedRow) =>
    Math.abs(createdAt.getTime() - credit.receivedAt.getTime())
  const sameAmount = ofSameAmount.sort((a, b) => timeApart(a) - timeApart(b))
  const proposed = [
    ...claimed.map((row) => proposedFrom(row, 'claimed')),
    ...sameAmount.map((row) => proposedFrom(row, 'same_amount')),
    ...ofNearAmount.map((row) => proposedFrom(row, 'near_amount')),
  ]
  const first = new Map(proposed.toReversed().map((order) => [order.orderId, order]))
  return proposed
    .filter((order) => first.get(order.orderId) === order && order.orderId !== credit.orderId)
    .slice(0, PROPOSALS_MAX)
}
