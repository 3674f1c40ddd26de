import { setTimeout as pause } from 'node:timers/promises'
import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import type { CorpusMessage } from '@galla/upi/corpus-harness'
import { type FakePaytm, PAYTM_ACCOUNT } from '../server/testing/fake-paytm.ts'
import { call, dataOf } from './call.ts'
import { type BenchMerchant, CREATE_ORDER_PATH, ORDER_FIELDS, registerMerchant } from './merchants.ts'

/** The time over which customers open their pages; each pays some time later, half of them within the median. */
export const OPENED_OVER_MS = 120_000
/** The least time to open the app and enter the PIN. */
export const PAID_AFTER_MS_MIN = 3_000
export const PAID_AFTER_MEDIAN_MS = 35_000
const PAID_AFTER_SPREAD = 0.6
const PAID_AFTER_MS_MAX = 300_000
const FIRST_ADDRESS = 6_000
const FIRST_UTR = 940_000_000_000

/** From the opening of the page to the payment: lognormal, a few customers take minutes. */
const paidAfterMs = (random: () => number): number => {
  const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const beyondMs = (PAID_AFTER_MEDIAN_MS - PAID_AFTER_MS_MIN) * Math.exp(PAID_AFTER_SPREAD * normal)
  return Math.min(PAID_AFTER_MS_MAX, PAID_AFTER_MS_MIN + beyondMs)
}

export interface Setting {
  readonly origin: string
  readonly random: () => number
  readonly paytm: FakePaytm
}

export interface Payer {
  readonly merchant: BenchMerchant
  readonly alertPath: string
}

/** A payment, and the reports that its sources send when it is made. */
export interface Payment {
  readonly message: CorpusMessage
  readonly orderId: string
  readonly paidMs: number
  /** From the opening of the page. */
  readonly waitedMs: number
}

export type Report = (payer: Payer, message: CorpusMessage, order: CreatedOrder) => Promise<void>

export const sendByPhone = async (
  origin: string,
  { alertPath }: Payer,
  message: CorpusMessage,
): Promise<void> => {
  const { sender: from, title, text } = message
  await call(origin, alertPath, { body: { from, text, ...(title !== undefined && { title }) } })
}

let addresses = 0
export const registerPayer = async (origin: string, isLive: boolean): Promise<Payer> => {
  addresses += 1
  const merchant = await registerMerchant(origin, FIRST_ADDRESS + addresses)
  const { headers } = merchant
  if (isLive)
    await call(origin, '/api/v1/user/connect-merchant', {
      body: { ...PAYTM_ACCOUNT, merchantUpiId: `sharmatea${addresses}@paytm` },
      headers,
    })
  const path = '/api/v1/user/get-api-details'
  const details = dataOf<ApiDetails>(await call(origin, path, { body: {}, headers }))
  return {
    merchant: { ...merchant, key: details.apiKey },
    alertPath: new URL(details.alertUrl ?? '').pathname,
  }
}

/** Each bank reports to a different merchant, because a shop has one bank. */
export const payersOf = async (
  origin: string,
  messages: readonly CorpusMessage[],
  isLive: boolean,
): Promise<ReadonlyMap<string, Payer>> => {
  const payers = new Map<string, Payer>()
  for (const { bank } of messages)
    if (!payers.has(bank)) payers.set(bank, await registerPayer(origin, isLive))
  return payers
}

let utrs = FIRST_UTR
/** Providers report one when the bank's message has none. */
export const newUtr = (): string => {
  utrs += 1
  return String(utrs)
}

let orders = 0
/** Opens the page of an order at its time and pays it later; its sources report the payment at once. */
const runPayment = async (
  { origin, random }: Setting,
  payer: Payer,
  message: CorpusMessage,
  report: Report,
  price: string,
): Promise<Payment> => {
  const [openedMs, waitMs] = [random() * OPENED_OVER_MS, paidAfterMs(random)]
  await pause(openedMs)
  orders += 1
  const body = { ...ORDER_FIELDS, amount: price, client_txn_id: `recognized-${orders}` }
  const headers = { authorization: `Bearer ${payer.merchant.key}` }
  const order = dataOf<CreatedOrder>(await call(origin, CREATE_ORDER_PATH, { body, headers }))
  await call(origin, `/api/v1/order/pay/${order.order_id}`, { body: {} })
  await pause(waitMs)
  const paidMs = performance.now()
  await report(payer, message, order)
  return { message, orderId: order.order_id, paidMs, waitedMs: waitMs }
}

export const runPayments = (
  setting: Setting,
  messages: readonly CorpusMessage[],
  payerOf: (message: CorpusMessage) => Payer | undefined,
  report: Report,
  priceOf = ({ is }: CorpusMessage, _n: number): string => is.amount ?? '',
): Promise<Payment[]> =>
  Promise.all(
    messages.flatMap((message, n) => {
      const payer = payerOf(message)
      return payer === undefined ? [] : [runPayment(setting, payer, message, report, priceOf(message, n))]
    }),
  )
