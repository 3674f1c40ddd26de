import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import type { Paise } from '@galla/upi/rupees'
import { findReversedPayments } from '../ledger/reversed-payment-store.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { type CreateDeps, createOrder, createPaidOrder } from '../orders/create/create-order.ts'
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
import { findCounterOrder, findTaken, saveCounterOrder } from './counter-order-store.ts'
import { isOffered } from './counter-screen-store.ts'

export type SellDeps = OrderDeps & CreateDeps

const NO_NOTE = 'Counter sale'

/** A customer at a counter gives no name and no contact; providers of QRs insist on one, so it is the shop's own. */
type CustomerPart = Omit<PaymentLinkForm, 'client_txn_id' | 'amount'>

const customerOf = async (
  deps: SellDeps,
  { merchantId, counterName }: CounterCaller,
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

/** Only the account of the counter, so that the printed QR and the keypad's pay into one. */
const assertOwnAccount = async (
  tx: Transaction,
  { merchantId, accountId }: CounterCaller,
  orderId: string,
): Promise<void> => {
  const order = await findMerchantOrder(tx, merchantId, orderId)
  if (order?.accountId !== accountId) throw new Refusal('counter_account_replaced')
}

/**
 * Creates the order of an amount that the cashier typed, and opens it: its QR is on the screen. A repeated request is the same order; it
 * opens what was cut off before.
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
      await assertOwnAccount(tx, caller, created.orderId)
      const added = { orderId: created.orderId, creditId: null, isSale: true }
      await saveCounterOrder(tx, caller, added, deps.clock.now())
      return created.orderId
    })
  } catch (refusal) {
    // The same request was under way twice.
    const isTwice = refusal instanceof Refusal && refusal.code === 'duplicate_client_txn_id'
    const other = isTwice ? await find() : undefined
    if (other === undefined) throw refusal
    return other
  }
}

/** Open orders of exactly the amount of a payment that waits. */
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

/** The order that the payment is taken for, its row locked: one that waits for this amount, or a sale that is made of the payment. */
const orderFor = async (
  context: ActionContext,
  deps: SellDeps,
  caller: CounterCaller,
  wanted: { readonly orderId?: string | undefined },
  customer: CustomerPart,
) => {
  const { tx, credit } = context
  if (wanted.orderId === undefined) {
    const paid = {
      ...customer,
      client_txn_id: `sale-${credit.creditId}`.slice(0, CLIENT_TXN_ID_MAX),
      amount: credit.amount,
    }
    try {
      const { orderId } = await createPaidOrder(tx, deps, caller, paid)
      return await lockOrderOfAccount(context, orderId)
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.code === 'provider_unavailable')
        throw new Refusal('counter_account_replaced')
      throw refusal
    }
  }
  const order = await lockOrderOfAccount(context, wanted.orderId)
  if (order.payable !== credit.amount || !isPayable(order, deps.clock.now()))
    throw new Refusal('order_not_found')
  return order
}

const CLIENT_TXN_ID_MAX = 64

/**
 * Takes a payment that waits, for a bill or as a sale. The order, its settlement and its events commit together, by the code that
 * settles every order. The first of several cashiers has it; a repeated call finds what it did.
 */
export const takeCredit = async (
  deps: SellDeps,
  caller: CounterCaller,
  creditId: string,
  wanted: { readonly orderId?: string | undefined; readonly note?: string | undefined },
): Promise<string> => {
  const customer = await customerOf(deps, caller, wanted.note)
  const by = { merchantId: caller.merchantId, mode: caller.mode, whom: `Counter: ${caller.counterName}` }
  await decideOnCredit(deps, by, creditId, {
    action: 'assign',
    isDone: async (credit, tx) =>
      credit.state === 'matched' && (await findTaken(tx, caller, creditId)) !== undefined,
    async act(context) {
      const { tx, credit } = context
      if (credit.accountId !== caller.accountId) throw new Refusal('credit_not_found')
      if (!(await isOffered(tx, caller, creditId, deps.clock.now()))) throw new Refusal('credit_decided')
      const order = await orderFor(context, deps, caller, wanted, customer)
      const reversed = await findReversedPayments(tx, [credit], [order])
      if (reversed.orders.size > 0) throw new Refusal('order_not_found')
      const added = { orderId: order.orderId, creditId, isSale: wanted.orderId === undefined }
      await saveCounterOrder(tx, caller, added, deps.clock.now())
      const { state } = await settleByHand(context, credit, order)
      if (state !== 'matched') throw new Refusal('credit_decided')
      return { state, orderId: order.orderId, detail: { utr: credit.utr } }
    },
  })
  const orderId = await findTaken(deps.db, caller, creditId)
  if (orderId === undefined) throw new Refusal('credit_decided')
  return orderId
}
