import type { Transaction } from '../platform/database/database.ts'
import { makesQr } from '../provider-qr/provider-qr-store.ts'
import { type Publish, type QrDeps, QrNeeded, withProviderQr } from '../provider-qr/with-provider-qr.ts'
import { applyToOrder, type OrderDeps } from './change-order.ts'
import { type Order, stageOf } from './order.ts'
import { startChecks } from './order-check-store.ts'
import { findOrder, lockOrder } from './order-store.ts'

export interface OpenDeps extends OrderDeps, QrDeps {}

/**
 * A person opened the payment page, or (unless `retry` is false) wants to try a declined payment again. Reads first: of the many
 * calls that change nothing none takes a lock. Where the account's provider makes the QRs, a further try needs one of its own; it is
 * refused, and changes nothing, when the provider makes none.
 */
export const openOrder = async (
  deps: OpenDeps,
  orderId: string,
  { retry }: { readonly retry: boolean } = { retry: true },
): Promise<Order | undefined> => {
  const order = await findOrder(deps.db, orderId)
  if (order === undefined) return undefined
  const stage = stageOf(order)
  if (stage !== 'created' && !(stage === 'declined' && retry)) return order
  return withProviderQr(deps, async (tx, publish) => {
    const before = await lockOrder(tx, orderId)
    if (before === undefined) return undefined
    const opened = await applyToOrder(tx, deps, before, { kind: retry ? 'retried' : 'opened' })
    if (!opened.changed || opened.order.mode !== 'live') return opened.order
    if (opened.order.attempt > before.attempt) await showQr(tx, opened.order, publish)
    await startChecks(tx, opened.order, deps.clock.now(), { again: true })
    return opened.order
  })
}

const showQr = async (tx: Transaction, order: Order, publish: Publish | null): Promise<void> => {
  if (!(await makesQr(tx, order))) return
  const wanted = { ...order, amount: order.payable }
  if (publish === null) throw new QrNeeded(wanted)
  await publish.show(tx, wanted)
}
