import { type Database, sql } from '../../server/src/platform/database/database.ts'
import type { Journal } from './journal.ts'

export interface Comparison {
  readonly acknowledgedOrders: number
  readonly acknowledgedPayments: number
  /** Acknowledged to a client, but missing. */
  readonly lost: readonly string[]
  /** Stored twice, or never requested. */
  readonly doubled: readonly string[]
  /** Paid orders without a notification of the shop. */
  readonly notNotified: readonly string[]
}

/** Compares the replies to the clients of a merchant with the database. */
export const compareJournal = async (
  db: Database,
  { sales }: Journal,
  email: string,
): Promise<Comparison> => {
  const merchantId = await db.value<string>(sql`select merchant_id from merchants where email = ${email}`)
  const orders = await db.rows<{ order_id: string; client_txn_id: string; status: string }>(
    sql`select order_id, client_txn_id, status from orders
      where merchant_id = ${merchantId} and client_txn_id like 'cluster-%'`,
  )
  const credits = await db.rows<{ order_id: string | null; utr: string }>(
    sql`select order_id, utr from credits where merchant_id = ${merchantId}`,
  )
  const ordersOf = Map.groupBy(orders, ({ client_txn_id }) => client_txn_id)
  const creditsOf = Map.groupBy(credits, ({ order_id }) => order_id ?? '')
  const creditsWith = Map.groupBy(credits, ({ utr }) => utr)

  const lost: string[] = []
  const doubled: string[] = []
  for (const { clientTxnId, orderId, utr, paysSent } of sales.values()) {
    const stored = ordersOf.get(clientTxnId) ?? []
    if (stored.length > 1) doubled.push(`order ${clientTxnId}`)
    if (orderId === undefined) continue
    const order = stored.find(({ order_id }) => order_id === orderId)
    if (order === undefined) lost.push(`order ${clientTxnId}`)
    if ((creditsOf.get(orderId)?.length ?? 0) > paysSent) doubled.push(`payment of ${clientTxnId}`)
    if (utr === undefined) continue
    const paid = creditsWith.get(utr) ?? []
    if (paid.length === 0 || order?.status !== 'success') lost.push(`payment ${utr} of ${clientTxnId}`)
    if (paid.length > 1) doubled.push(`payment ${utr}`)
  }
  for (const clientTxnId of ordersOf.keys())
    if (!sales.has(clientTxnId)) doubled.push(`order ${clientTxnId}, which nobody created`)

  const all = [...sales.values()]
  return {
    acknowledgedOrders: all.filter(({ orderId }) => orderId !== undefined).length,
    acknowledgedPayments: all.filter(({ utr }) => utr !== undefined).length,
    lost,
    doubled,
    notNotified: all
      .filter(({ utr, notifiedAtMs }) => utr !== undefined && notifiedAtMs === undefined)
      .map(({ clientTxnId }) => clientTxnId),
  }
}
