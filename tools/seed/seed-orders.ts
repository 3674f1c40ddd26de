import { DAY_MS } from '@galla/contract/durations'
import { istWallClock } from '@galla/contract/ist'
import { paymentLinkForm } from '@galla/contract/orders/orders'
import { attemptReference } from '@galla/upi/reference'
import { formatRupees, type Paise, paise, rupeesFromNumber } from '@galla/upi/rupees'
import type { ReportedCredit } from '../../server/src/ledger/credit.ts'
import { recordCredit } from '../../server/src/ledger/record-credit.ts'
import { changeOrder } from '../../server/src/orders/change-order.ts'
import { createOrder } from '../../server/src/orders/create/create-order.ts'
import type { OpenDeps } from '../../server/src/orders/open-order.ts'
import { openOrder } from '../../server/src/orders/open-order.ts'
import { findOrder } from '../../server/src/orders/order-store.ts'
import type { Random } from './seed-random.ts'
import type { OrderStory, Step, StrayCredit } from './seed-story.ts'

/** The demo shop, and the end of its 90 days. */
export interface Shop {
  readonly merchantId: string
  readonly accountId: string
  readonly until: Date
  readonly random: Random
  /** Bank references in use. */
  readonly utrs: Set<string>
}

/** The dependencies of use cases at a past moment. */
export type DepsAt = (at: Date) => OpenDeps

const WEBSITE = 'https://chai-galli.example'

/** Creates an order and applies its events until the end. */
export const liveOrder = async (depsAt: DepsAt, shop: Shop, story: OrderStory): Promise<string> => {
  const form = paymentLinkForm.parse({
    client_txn_id: story.clientTxnId,
    amount: formatRupees(amountOf(story.rupees)),
    p_info: story.purpose,
    customer_name: story.customer.name,
    customer_email: story.customer.email,
    customer_mobile: story.customer.mobile,
    redirect_url: `${WEBSITE}/orders/${story.clientTxnId}`,
    udf1: story.channel,
    expires_in: story.windowSeconds,
  })
  const first = depsAt(story.at)
  const paymentUrl = (orderId: string): string => `${WEBSITE}/pay/${orderId}`
  const created = await createOrder(
    { ...first, paymentUrl, trialQrRequests: 0 },
    { merchantId: shop.merchantId, mode: 'test' },
    form,
    (_tx, create) => create(),
  )
  for (const step of story.steps) {
    const at = new Date(story.at.getTime() + step.afterMs)
    if (at.getTime() + delayOf(step) > shop.until.getTime()) break
    await applyStep(depsAt, shop, story, created.orderId, step, at)
  }
  return created.orderId
}

const delayOf = (step: Step): number => (step.kind === 'paid' ? step.delayMs : 0)

const applyStep = async (
  depsAt: DepsAt,
  shop: Shop,
  story: OrderStory,
  orderId: string,
  step: Step,
  at: Date,
): Promise<void> => {
  const deps = depsAt(new Date(at.getTime() + delayOf(step)))
  switch (step.kind) {
    case 'opened':
    case 'retried':
      await openOrder(deps, orderId, { retry: step.kind === 'retried' })
      return
    case 'declined':
      await changeOrder(deps, orderId, ({ attempt }) => ({ kind: 'declined', attempt }), {
        source: 'simulator',
      })
      return
    case 'windowOver':
    case 'retryingOver':
      await changeOrder(deps, orderId, () => ({ kind: 'time' }))
      return
    case 'paid': {
      const order = await findOrder(deps.db, orderId)
      if (order === undefined) throw new Error('an order of the story is gone')
      const asked = order.payable + step.extraPaise
      const amount = asked > 0n ? paise(asked) : paise(order.payable / 2n + 1n)
      const reference = attemptReference(orderId, order.attempt)
      await recordCredit(deps, creditOf(shop, at, { amount, reference, customer: story.customer }))
    }
  }
}

/** Records a payment for no order: it waits in Reconciliation. */
export const receiveStray = async (depsAt: DepsAt, shop: Shop, stray: StrayCredit): Promise<void> => {
  const amount = amountOf(stray.rupees)
  const credit = creditOf(shop, stray.at, { amount, reference: null, customer: stray.customer })
  await recordCredit(depsAt(stray.at), credit)
}

const creditOf = (
  shop: Shop,
  receivedAt: Date,
  { customer, ...reported }: Pick<ReportedCredit, 'amount' | 'reference'> & Pick<OrderStory, 'customer'>,
): ReportedCredit => {
  const utr = newUtr(shop, receivedAt)
  return {
    merchantId: shop.merchantId,
    accountId: shop.accountId,
    source: 'simulator',
    rail: 'upi',
    sourceKey: utr,
    utr,
    receivedAt,
    payerUpiId: customer.upiId,
    payerName: customer.name,
    ...reported,
  }
}

const amountOf = (rupees: number): Paise => {
  const amount = rupeesFromNumber(rupees)
  if (amount === undefined) throw new RangeError(`no amount of an order: ${rupees}`)
  return amount
}

/** Generates a UTR as banks write it: last digit of the year, day of the year, hour, and six more digits. */
const newUtr = ({ utrs, random }: Shop, at: Date): string => {
  const local = istWallClock(at)
  const day = Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY_MS) + 1
  const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')
  const head = `${local.getUTCFullYear() % 10}${pad(day, 3)}${pad(local.getUTCHours(), 2)}`
  for (;;) {
    const utr = head + pad(random.between(0, 999_999), 6)
    if (utrs.has(utr)) continue
    utrs.add(utr)
    return utr
  }
}
