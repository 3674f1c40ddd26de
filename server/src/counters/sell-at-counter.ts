import type { ShownOrder } from '@galla/contract/counters/counters'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import type { Paise } from '@galla/upi/rupees'
import type { Credit } from '../ledger/credit.ts'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import { findEvidence } from '../ledger/evidence-store.ts'
import { findReversedPayments } from '../ledger/reversed-payment-store.ts'
import { recordCase, tellCase } from '../ledger/tell-case.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { type CreateDeps, createOrder, createPaidOrder } from '../orders/create/create-order.ts'
import type { OrderCaller } from '../orders/create/order-request.ts'
import { openOrder } from '../orders/open-order.ts'
import { isPayable } from '../orders/order.ts'
import { findMerchantOrder } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  type ActionContext,
  decideOnCredit,
  lockOrderOfAccount,
  settleByHand,
} from '../reconciliation/decide-on-credit.ts'
import { proposeOrders } from '../reconciliation/propose-orders.ts'
import type { CounterCaller } from './counter.ts'
import { hasOrderOfPrice, isOffered } from './counter-screen-store.ts'
import {
  findCounterOrder,
  findOrderOfCredit,
  listCounterRows,
  listCountersOfCredit,
  saveCounterOrder,
} from './counter-store.ts'
import { findShown } from './read-screen.ts'

export type SellDeps = OrderDeps & CreateDeps

const NO_NOTE = 'Counter sale'

type CustomerPart = Omit<PaymentLinkForm, 'client_txn_id' | 'amount'>

/** Providers require a contact. A customer at a counter gives none, so it is the merchant's. */
export const customerOf = async (
  deps: SellDeps,
  { merchantId, counterName }: Pick<CounterCaller, 'merchantId' | 'counterName'>,
  note: string | undefined,
): Promise<CustomerPart> => {
  const { email, mobileNumber } = await findMerchant(deps, merchantId)
  return {
    p_info: note ?? NO_NOTE,
    customer_name: `Customer at ${counterName}`,
    customer_email: email,
    customer_mobile: mobileNumber,
    redirect_url: '',
  }
}

/** Refuses an order of another account than the counter's, so that the printed QR and the keypad's QR pay into one. */
const assertAccountOfCounter = async (
  tx: Transaction,
  { merchantId, accountId }: CounterCaller,
  orderId: string,
): Promise<void> => {
  const order = await findMerchantOrder(tx, merchantId, orderId)
  if (order?.accountId !== accountId) throw new Refusal('counter_account_replaced')
}

/**
 * Creates the order of an amount that the cashier typed, and opens it, because the screen shows its QR. A repeated request gets the same
 * order, and opens it if an interrupted one did not.
 */
export const createKeypadOrder = async (
  deps: SellDeps,
  caller: CounterCaller,
  request: { readonly requestId: string; readonly amount: Paise; readonly note: string | undefined },
): Promise<string> => {
  const clientTxnId = `counter-${request.requestId}`
  const find = () => findCounterOrder(deps.db, caller, caller.mode, clientTxnId)
  const orderId = (await find()) ?? (await createOnce(deps, caller, { ...request, clientTxnId }, find))
  await openOrder(deps, orderId, { retry: false })
  return orderId
}

const createOnce = async (
  deps: SellDeps,
  caller: CounterCaller,
  request: { readonly clientTxnId: string; readonly amount: Paise; readonly note: string | undefined },
  find: () => Promise<string | undefined>,
): Promise<string> => {
  const customer = await customerOf(deps, caller, request.note)
  const form = { ...customer, client_txn_id: request.clientTxnId, amount: request.amount }
  try {
    return await createOrder(deps, caller, form, async (tx, create) => {
      const created = await create()
      await assertAccountOfCounter(tx, caller, created.orderId)
      const added = { orderId: created.orderId, creditId: null, isSale: true }
      await saveCounterOrder(tx, caller, added, deps.clock.now())
      return created.orderId
    })
  } catch (refusal) {
    // A concurrent request with the same id created it.
    const isDuplicate = refusal instanceof Refusal && refusal.code === 'duplicate_client_txn_id'
    const created = isDuplicate ? await find() : undefined
    if (created === undefined) throw refusal
    return created
  }
}

/** Lists open orders of exactly the amount of a waiting payment. */
export const listBills = async (deps: SellDeps, caller: CounterCaller, creditId: string) => {
  if (!(await isOffered(deps.db, caller, creditId, deps.clock.now()))) throw new Refusal('credit_not_found')
  const proposed = await proposeOrders(deps, caller, creditId)
  return proposed
    .filter(
      ({ because, status }) => because === 'same_amount' && (status === 'created' || status === 'pending'),
    )
    .map(({ orderId, clientTransactionId, customerName, createdAt }) => ({
      orderId,
      clientTransactionId,
      customerName,
      createdAt,
    }))
}

/** Locks the order that the payment is taken for: an open one of its amount, or a new sale. */
const lockOrderFor = async (
  context: ActionContext,
  deps: SellDeps,
  caller: CounterCaller,
  request: { readonly orderId?: string | undefined },
  customer: CustomerPart,
) => {
  const { tx, credit } = context
  if (request.orderId === undefined) {
    const form = {
      ...customer,
      client_txn_id: `sale-${credit.creditId}`.slice(0, CLIENT_TXN_ID_MAX),
      amount: credit.amount,
    }
    try {
      const { orderId } = await createPaidOrder(tx, deps, caller, form)
      return await lockOrderOfAccount(context, orderId)
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.code === 'provider_unavailable')
        throw new Refusal('counter_account_replaced')
      throw refusal
    }
  }
  const order = await lockOrderOfAccount(context, request.orderId)
  if (order.payable !== credit.amount || !isPayable(order, deps.clock.now()))
    throw new Refusal('order_not_found')
  return order
}

const CLIENT_TXN_ID_MAX = 64

interface Taking {
  readonly orderId?: string | undefined
  readonly note?: string | undefined
  /** Who takes it, if no cashier does. */
  readonly whom?: string
  readonly mayTake?: (tx: Transaction, credit: Credit) => Promise<boolean>
}

/**
 * Takes a waiting payment for an open order or as a new sale. The order, its settlement and its events commit together. Of several
 * cashiers the first one takes it, and a repeated call returns the same order.
 */
export const takeCredit = async (
  deps: SellDeps,
  caller: CounterCaller,
  creditId: string,
  { whom = `Counter: ${caller.counterName}`, mayTake, ...request }: Taking,
): Promise<string> => {
  const customer = await customerOf(deps, caller, request.note)
  const by = { merchantId: caller.merchantId, mode: caller.mode, whom }
  await decideOnCredit(deps, by, creditId, {
    action: 'assign',
    isDone: async (credit, tx) =>
      credit.state === 'matched' && (await findOrderOfCredit(tx, caller, creditId)) !== undefined,
    async act(context) {
      const { tx, credit } = context
      if (credit.accountId !== caller.accountId) throw new Refusal('credit_not_found')
      const isOpen = await isOffered(tx, caller, creditId, deps.clock.now())
      if (!isOpen || (await mayTake?.(tx, credit)) === false) throw new Refusal('credit_decided')
      const order = await lockOrderFor(context, deps, caller, request, customer)
      const reversed = await findReversedPayments(tx, credit, [order])
      if (reversed.orders.size > 0) throw new Refusal('order_not_found')
      const added = { orderId: order.orderId, creditId, isSale: request.orderId === undefined }
      await saveCounterOrder(tx, caller, added, deps.clock.now())
      const { state } = await settleByHand(context, credit, order)
      if (state !== 'matched') throw new Refusal('credit_decided')
      return { state, orderId: order.orderId, detail: { utr: credit.utr } }
    },
  })
  const orderId = await findOrderOfCredit(deps.db, caller, creditId)
  if (orderId === undefined) throw new Refusal('credit_decided')
  return orderId
}

/** Whether a payment can be for nothing else than a sale at the counter: it fits no order, and no other one's price. */
const isWalkIn = async (tx: Transaction, caller: CounterCaller, credit: Credit): Promise<boolean> => {
  const { hasReference, received } = await findEvidence(tx, credit)
  return (
    credit.state === 'unmatched' &&
    !hasReference &&
    received !== null &&
    !(await hasOrderOfPrice(tx, caller, credit.amount, received))
  )
}

/**
 * Makes a sale of a payment that can be nothing else, where one counter is open. Where it is refused, for example because the quota is
 * used up, it waits at the counter.
 */
export const sellWalkIn = async (
  deps: SellDeps,
  { merchantId, creditId }: { readonly merchantId: string; readonly creditId: string },
): Promise<void> => {
  const [caller, other] = await listCountersOfCredit(deps.db, merchantId, creditId)
  try {
    if (caller !== undefined && other === undefined)
      await takeCredit(deps, caller, creditId, {
        whom: `Counter: ${caller.counterName}, by itself`,
        mayTake: (tx, credit) => isWalkIn(tx, caller, credit),
      })
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
  }
  await deps.db.transaction(async (tx) => {
    const credit = await findMerchantCredit(tx, merchantId, 'live', creditId)
    if (credit?.state !== 'unmatched') return
    await tellCase(tx, creditId, credit)
    await recordCase(tx, deps, credit)
  })
}

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
