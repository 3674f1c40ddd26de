import type { Mode } from '@galla/contract/orders/order-status'
import type { Database } from '../../platform/database/database.ts'
import {
  decrementQuota,
  findPlainAccount,
  insertPlainOrders,
  lockFreeQuota,
  type OrderAccount,
  type Quota,
} from './create-on-shard-store.ts'
import { type CreationResult, insertOrders, isLongEnough } from './create-order-store.ts'
import type { OrderRequest } from './order-request.ts'

/**
 * Creates orders of one merchant where tables are distributed. `insertOrders` makes all decisions in one large statement, which Citus plans
 * again for each call; that takes ten times as long as a few small statements. So small statements create the orders that need no decision,
 * and `insertOrders` gets the rest.
 */
export const createOnShard = async (
  db: Database,
  requests: readonly OrderRequest[],
  shard: string,
): Promise<CreationResult[]> => {
  const found = new Map<OrderRequest, CreationResult>()
  // Sorted by their unique key, so that two batches cannot deadlock.
  const plain = requests.filter(isLongEnough).sort((a, b) => (a.clientTxnId < b.clientTxnId ? -1 : 1))
  for (const [mode, some] of Map.groupBy(plain, ({ caller }) => caller.mode))
    for (const result of await createPlain(db, some, shard, mode)) found.set(...result)
  const rest = requests.filter((request) => !found.has(request))
  const decided = rest.length === 0 ? [] : await insertOrders(db, rest, shard)
  for (const [index, result] of decided.entries())
    found.set(...asResultOf(rest[index] as OrderRequest, result))
  return requests.map((request) => found.get(request) as CreationResult)
}

/** A batch is repeated if one of its requests fails; then this request may have created its order in the first run. */
const asResultOf = (request: OrderRequest, result: CreationResult): [OrderRequest, CreationResult] => [
  request,
  result.oldOrderId === request.orderId ? { ...result, outcome: 'created' } : result,
]

const createPlain = async (
  db: Database,
  requests: readonly OrderRequest[],
  merchantId: string,
  mode: Mode,
): Promise<[OrderRequest, CreationResult][]> => {
  const account = await findPlainAccount(db, merchantId, mode)
  if (account === undefined) return []
  const created = new Set(
    account.metered
      ? await insertMetered(db, requests, merchantId, account)
      : await insertPlainOrders(db, merchantId, account, requests),
  )
  return requests
    .filter(({ orderId }) => created.has(orderId))
    .map((request) => [request, createdResult(merchantId, mode, account, request)])
}

const createdResult = (
  merchantId: string,
  mode: Mode,
  account: OrderAccount,
  request: OrderRequest,
): CreationResult => ({
  outcome: 'created',
  merchantId,
  mode,
  accountId: account.account_id,
  upiId: account.upi_id,
  payeeName: account.payee_name,
  payablePaise: request.amountPaise,
  oldOrderId: '',
  sameRequest: false,
})

/** Inserts nothing if another transaction has locked the quota, or if it is not enough for all requests. */
const insertMetered = (
  db: Database,
  requests: readonly OrderRequest[],
  merchantId: string,
  account: OrderAccount,
): Promise<string[]> =>
  db.transaction(async (tx) => {
    const quota = await lockFreeQuota(tx, merchantId)
    if (quota === undefined || !isEnough(quota, requests)) return []
    const created = new Set(await insertPlainOrders(tx, merchantId, account, requests))
    const inserted = requests.filter(({ orderId }) => created.has(orderId))
    const ofPlan = inserted.filter((request) => isOfPlan(quota, request)).length
    await decrementQuota(tx, merchantId, { ofPlan, ofTrial: inserted.length - ofPlan })
    return [...created]
  })

const isOfPlan = ({ plan_expires_at: end }: Quota, { createdAt }: OrderRequest): boolean =>
  end !== null && end > createdAt

const isEnough = (quota: Quota, requests: readonly OrderRequest[]): boolean => {
  const ofPlan = requests.filter((request) => isOfPlan(quota, request)).length
  return ofPlan <= quota.plan_left && requests.length - ofPlan <= quota.trial_left
}
