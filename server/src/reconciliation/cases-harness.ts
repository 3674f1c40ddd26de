import { afterAll, beforeAll } from 'vitest'
import { orderForm } from '../../testing/ledger.ts'
import { openShop, orderDepsOf, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { recordCredit } from '../ledger/record-credit.ts'

/** A shop of this test file and what its merchant does in Reconciliation; opened and closed with it. */
export const openCases = () => {
  let shop: Shop
  let merchant: ShopMerchant
  let utrs = 700_000_000_000
  const newUtr = () => String(++utrs)

  beforeAll(async () => {
    shop = await openShop({ API_RATE_PER_SECOND: '1000' })
    merchant = await shop.merchant()
  })
  afterAll(() => shop.close())

  const createOrder = async (amount = '499.00') => {
    const reply = await shop.call({
      method: 'POST',
      url: '/api/v1/order/create-order',
      payload: { ...orderForm(), amount },
      headers: { authorization: `Bearer ${merchant.key}` },
    })
    return reply.json().data as { order_id: string; upi_intent: { bhim_link: string } }
  }

  const simulate = async (order: { upi_intent: { bhim_link: string } }, outcome: string): Promise<string> =>
    (
      await shop.call({
        method: 'POST',
        url: '/api/v1/simulator/pay',
        payload: { upi: order.upi_intent.bhim_link, outcome },
      })
    ).json().data.utr

  const credits = async (state = 'open') =>
    (await merchant.get(`/user/credits?state=${state}&limit=100`)).json()
  const byUtr = async (state: string, utr: string) =>
    (await credits(state)).data.find((row: { utr: string }) => row.utr === utr)
  const statusOf = async (orderId: string) =>
    (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
  const act = (id: string, action: string, body: object = {}) => {
    shop.clock.advance({ seconds: 1 })
    return merchant.post(`/user/credits/${id}/${action}`, body)
  }

  /** Records a payment of an hour ago that no order fits. */
  const recordUnmatched = async (over: { utr?: string | null; amount?: bigint } = {}) => {
    const utr = over.utr === undefined ? newUtr() : over.utr
    const report = await recordCredit(orderDepsOf(shop), {
      merchantId: merchant.merchantId,
      accountId: 'acc_test',
      source: 'statement',
      rail: 'upi',
      sourceKey: `row ${utr} ${++utrs}`,
      utr,
      amount: (over.amount ?? 77700n) as never,
      receivedAt: new Date(shop.clock.now().getTime() - 3_600_000),
      reference: null,
      payerUpiId: 'asha@okaxis',
      payerName: 'Asha Rao',
    })
    if (report.kind !== 'recorded') throw new Error('known')
    return { id: report.creditId, utr }
  }

  return {
    get shop() {
      return shop
    },
    get merchant() {
      return merchant
    },
    /** Acts for another merchant from now on. */
    set merchant(other) {
      merchant = other
    },
    newUtr,
    createOrder,
    simulate,
    credits,
    byUtr,
    statusOf,
    act,
    recordUnmatched,
  }
}
