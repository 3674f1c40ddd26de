import type { Transaction } from '../platform/database/database.ts'
import type { MadeQr, QrRequest } from '../provider-qr/provider-qr.ts'
import { isQrMadeByProvider } from '../provider-qr/provider-qr-store.ts'
import { type QrCheck, type QrDeps, showQr, withProviderQr } from '../provider-qr/with-provider-qr.ts'
import { applyToOrder, type OrderDeps } from './change-order.ts'
import { findByMark } from './find-by-mark.ts'
import { decide, type Order, stageOf } from './order.ts'
import { findOrder, lockMerchantOrder, startChecks } from './order-store.ts'

export interface OpenDeps extends OrderDeps, QrDeps {}

/**
 * Records that a customer opened the payment page or, unless `retry` is false, retries a declined payment. It reads first, because most
 * calls change nothing and need no lock. Where the account's provider creates the QRs, a retry needs a new one, and is refused without a
 * change when the provider fails.
 */
export const openOrder = async (
  deps: OpenDeps,
  orderId: string,
  { retry }: { readonly retry: boolean } = { retry: true },
): Promise<Order | undefined> => {
  const check = async (): Promise<QrCheck<Order | undefined>> => {
    const order = await findByMark(deps.db, orderId, (merchantIds) =>
      findOrder(deps.db, orderId, merchantIds),
    )
    const stage = order && stageOf(order)
    if (order === undefined || (stage !== 'created' && !(stage === 'declined' && retry)))
      return { result: order }
    const needed = stage === 'declined' ? await qrOfNextAttempt(deps, order) : undefined
    if (needed !== undefined) return { needed }
    const kind = stage === 'declined' ? 'retried' : 'opened'
    return { result: await deps.db.transaction((tx) => change(tx, deps, order, kind)) }
  }
  return withProviderQr(deps, check, (tx, qr) => change(tx, deps, qr, 'retried', qr))
}

const qrOfNextAttempt = async ({ db, clock }: OpenDeps, order: Order): Promise<QrRequest | undefined> => {
  const next = decide(order, { kind: 'retried' }, clock.now())
  if (next.kind === 'unchanged' || order.mode !== 'live' || !(await isQrMadeByProvider(db, order)))
    return undefined
  return { ...next.order, amount: next.order.payable }
}

const change = async (
  tx: Transaction,
  deps: OpenDeps,
  { merchantId, orderId }: Pick<Order, 'merchantId' | 'orderId'>,
  kind: 'opened' | 'retried',
  qr?: MadeQr,
): Promise<Order | undefined> => {
  const before = await lockMerchantOrder(tx, merchantId, orderId)
  if (before === undefined) return undefined
  const { changed, order } = await applyToOrder(tx, deps, before, { kind })
  if (!changed || order.mode !== 'live') return order
  if (qr !== undefined) await showQr(tx, deps, qr, { ...order, amount: order.payable })
  await startChecks(tx, order, deps.clock.now(), { again: true })
  return order
}
