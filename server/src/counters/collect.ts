import type { ShownOrder } from '@galla/contract/counters/counters'
import type { Paise } from '@galla/upi/rupees'
import { createOrder } from '../orders/create/create-order.ts'
import type { OrderCaller } from '../orders/create/order-request.ts'
import { openOrder } from '../orders/open-order.ts'
import { Refusal } from '../platform/refusal.ts'
import { listCounterRows, saveCounterOrder } from './counter-store.ts'
import { findShown } from './read-screen.ts'
import { createKeypadOrder, customerOf, type SellDeps } from './sell-at-counter.ts'

interface Sale {
  readonly requestId: string
  readonly amount: Paise
  readonly note: string | undefined
}

/**
 * Sells from the dashboard; where the account has a counter, at its keypad. Customers also pay any amount to a printed QR, and beside one
 * only such sales are settled by the amount alone.
 */
export const collect = async (deps: SellDeps, caller: OrderCaller, sale: Sale): Promise<ShownOrder> => {
  const counters = await listCounterRows(deps.db, caller, deps.clock.now())
  const counter = counters.find(({ accountIsCurrent }) => accountIsCurrent)
  const orderId =
    counter === undefined
      ? await sellWithoutCounter(deps, caller, sale)
      : await createKeypadOrder(deps, { ...counter, counterName: counter.name }, sale)
  const shown = await findShown(deps, orderId)
  // Paid since: a repeated request.
  if (shown === null) throw new Refusal('not_payable')
  return shown
}

/** A repeated request gets the order of the first one, which its refusal names. */
const sellWithoutCounter = async (deps: SellDeps, caller: OrderCaller, sale: Sale): Promise<string> => {
  const place = { merchantId: caller.merchantId, counterName: 'the shop' }
  const customer = await customerOf(deps, place, sale.note)
  const form = { ...customer, client_txn_id: `counter-${sale.requestId}`, amount: sale.amount }
  const orderId = await createOrder(deps, caller, form, async (tx, create) => {
    const created = await create()
    const added = { orderId: created.orderId, creditId: null, isSale: true }
    await saveCounterOrder(tx, { merchantId: caller.merchantId, counterId: null }, added, deps.clock.now())
    return created.orderId
  }).catch((refusal: unknown) => {
    const existing = refusal instanceof Refusal ? refusal.details?.order_id : undefined
    if (typeof existing !== 'string') throw refusal
    return existing
  })
  await openOrder(deps, orderId, { retry: false })
  return orderId
}
