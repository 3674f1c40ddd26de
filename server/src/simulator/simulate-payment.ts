import type { SimulatorOutcome } from '@galla/contract/payment-page/payment-page'
import { type Payment, parsePayeeLink, parsePayLink } from '@galla/upi/link'
import { type Paise, paise } from '@galla/upi/rupees'
import { orderOfReference } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { findPayable } from '../orders/payable-order-store.ts'
import { findTestAccount } from '../payment-accounts/account-store.ts'
import type { Ids } from '../platform/ids.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'

const PAYER_UPI_ID = 'customer@gallatest'
const PAYER_NAME = 'Test Customer'
const DIFFERENCE = 100n
const UTR_DIGITS = 12

export interface Simulated {
  readonly utr: string | null
  readonly secondUtr?: string
}

/** Does what a UPI app does with a link of a test order. The credits are recorded like real ones. */
export const simulatePayment = async (
  deps: OrderDeps,
  upi: string,
  outcome: SimulatorOutcome,
): Promise<Simulated> => {
  const printed = parsePayeeLink(upi)
  if (printed !== undefined) return payPrintedQr(deps, printed, outcome)
  const { order, attempt, payment } = await readLink(deps, upi)
  const pay = (amount: Paise): Promise<string> => recordPayment(deps, order, amount, payment.reference)
  const outcomes: Record<SimulatorOutcome, () => Promise<Simulated>> = {
    success: async () => ({ utr: await pay(payment.amount) }),
    declined: async () => {
      await changeOrder(deps, order.orderId, () => ({ kind: 'declined', attempt }), { source: 'simulator' })
      return { utr: null }
    },
    pending: async () => ({ utr: null }),
    late: async () => {
      await changeOrder(deps, order.orderId, () => ({ kind: 'closed' }), { source: 'simulator' })
      return { utr: await pay(payment.amount) }
    },
    twice: async () => ({ utr: await pay(payment.amount), secondUtr: await pay(payment.amount) }),
    underpaid: async () => ({ utr: await pay(less(payment.amount)) }),
    overpaid: async () => ({ utr: await pay(paise(payment.amount + DIFFERENCE)) }),
  }
  return outcomes[outcome]()
}

const recordPayment = async (
  deps: OrderDeps,
  { merchantId, accountId }: Pick<Order, 'merchantId' | 'accountId'>,
  amount: Paise,
  reference: string | null,
): Promise<string> => {
  const utr = inventUtr(deps.ids)
  await recordCredit(deps, {
    merchantId,
    accountId,
    source: 'simulator',
    sourceKey: utr,
    utr,
    amount,
    rail: 'upi',
    reference,
    receivedAt: deps.clock.now(),
    payerUpiId: PAYER_UPI_ID,
    payerName: PAYER_NAME,
  })
  return utr
}

/** Pays the printed QR of a counter in test mode, where no order can be declined or paid late. */
const payPrintedQr = async (
  deps: OrderDeps,
  { payeeVpa, amount }: Omit<Payment, 'reference'>,
  outcome: SimulatorOutcome,
): Promise<Simulated> => {
  const account = await findTestAccount(deps.db, payeeVpa)
  if (account === undefined) throw new Refusal('invalid_upi_link')
  if (outcome !== 'success')
    throw invalidField('outcome', 'A printed QR without an order can only be paid successfully')
  return { utr: await recordPayment(deps, account, amount, null) }
}

const readLink = async (
  deps: OrderDeps,
  upi: string,
): Promise<{ order: Order; attempt: number; payment: Payment }> => {
  const payment = parsePayLink(upi)
  const named = payment && orderOfReference(payment.reference)
  const found = named && (await findPayable(deps.db, named.orderId))
  if (!payment || !named || !found) throw new Refusal('invalid_upi_link')
  const { order, payee } = found
  // Only test orders, and only the payee and an attempt that the page showed.
  if (order.mode !== 'test' || payee.upiId !== payment.payeeVpa || named.attempt > order.attempt)
    throw new Refusal('invalid_upi_link')
  return { order, attempt: named.attempt, payment }
}

const less = (amount: Paise): Paise => {
  if (amount === 1n) throw invalidField('outcome', 'One paisa cannot be underpaid')
  return paise(amount > DIFFERENCE ? amount - DIFFERENCE : amount - 1n)
}

/** Twelve digits, like real UTRs. */
const inventUtr = (ids: Ids): string => {
  const random = Buffer.from(ids.bytes(8)).readBigUInt64BE()
  return String(random % 10n ** BigInt(UTR_DIGITS)).padStart(UTR_DIGITS, '6')
}
