import type { Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { MadeQr, QrRequest } from '../provider-qr/provider-qr.ts'
import { isQrMadeByProvider } from '../provider-qr/provider-qr-store.ts'
import { type QrCheck, type QrDeps, showQr, withProviderQr } from '../provider-qr/with-provider-qr.ts'
import { applyToOrder, type OrderDeps } from './change-order.ts'
import { decide, isPayable, mayLeave, mayRestart, type Order, type OrderScope, stageOf } from './order.ts'
import { findOrder, lockMerchantOrder, startChecks } from './order-store.ts'

export interface OpenDeps extends OrderDeps, QrDeps {}

/** What the customer did: only opened the page, or asked for another attempt. */
export interface Opening {
  /** After a declined payment. */
  readonly retry: boolean
  /** Of an order that is still open too: "Try Again". */
  readonly again?: boolean
}

/**
 * Records that a customer opened the payment page or, unless `retry` is false, retries a declined payment. It reads first, because most
 * calls change nothing and need no lock. Where the account's provider creates the QRs, another attempt needs a new one. When the provider
 * fails, a retry is refused without a change, and an open order stays as it is, because its code still works.
 */
export const openOrder = async (
  deps: OpenDeps,
  orderId: string,
  opening: Opening = { retry: true },
): Promise<Order | undefined> => {
  const find = () => findOrder(deps.db, orderId)
  const check = async (): Promise<QrCheck<Order | undefined>> => {
    const order = await find()
    const kind = order && eventOf(order, opening, deps.clock.now())
    if (order === undefined || kind === undefined) return { result: order }
    const needed = kind === 'retried' ? await qrOfNextAttempt(deps, order) : undefined
    if (needed !== undefined) return { needed }
    return { result: await deps.db.transaction((tx) => change(tx, deps, order, kind)) }
  }
  try {
    return await withProviderQr(deps, check, (tx, qr) => change(tx, deps, qr, 'retried', qr))
  } catch (error) {
    const order = opening.again === true && error instanceof Refusal ? await find() : undefined
    if (order === undefined || !isPayable(order, deps.clock.now())) throw error
    return order
  }
}

/** Go Back: ends the order if nothing can be paid now. A payment that arrives all the same is a late success. */
export const leaveOrder = async (deps: OpenDeps, orderId: string): Promise<void> => {
  const order = await findOrder(deps.db, orderId)
  if (order === undefined || !mayLeave(order, deps.clock.now())) return
  await deps.db.transaction(async (tx) => {
    const before = await lockMerchantOrder(tx, order.merchantId, orderId)
    if (before !== undefined && mayLeave(before, deps.clock.now()))
      await applyToOrder(tx, deps, before, { kind: 'closed' })
  })
}

/** The merchant cancels an unpaid order. Money that comes all the same is a late success, as after the window. */
export const cancelOrder = async (
  deps: OrderDeps,
  { merchantId, mode }: OrderScope,
  orderId: string,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const before = await lockMerchantOrder(tx, merchantId, orderId)
    if (before === undefined || before.mode !== mode) throw new Refusal('order_not_found')
    if (before.status === 'success') throw new Refusal('order_paid')
    await applyToOrder(tx, deps, before, { kind: 'closed' }, { detail: { by: 'api' } })
  })

const eventOf = (
  order: Order,
  { retry, again = false }: Opening,
  now: Date,
): 'opened' | 'retried' | undefined => {
  const stage = stageOf(order)
  if (stage === 'declined') return retry ? 'retried' : undefined
  if (again && mayRestart(order, now)) return 'retried'
  return stage === 'created' ? 'opened' : undefined
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
