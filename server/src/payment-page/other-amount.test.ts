import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import { paise } from '@galla/upi/rupees'
import { describe, expect, it } from 'vitest'
import { creditFor, newUtr } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { usePaymentPage } from './payment-page-harness.ts'

const shown = usePaymentPage()
const { newOrder, get, statusOf } = shown

describe('a payment of another amount', () => {
  const payOther = (order: { orderId: string; merchantId: string }, amount: bigint) =>
    recordCredit(shown.deps, creditFor(shown.ledger, order, { amount: paise(amount) }))
  /** What a page that polls hears in the next seconds. */
  const receivedLater = async (orderId: string) => {
    shown.ledger.clock.advance({ seconds: 1 })
    return (await statusOf(orderId)).received
  }

  it.each([
    [498_00n, '₹498.00 of ₹499.00 has been received. Please do not pay again', 498],
    [500_00n, '₹500.00 has been received instead of ₹499.00. Please do not pay again', 500],
  ])('of %s paise is on the page, and in the reply to one that polls', async (amount, words, rupees) => {
    const order = await newOrder()
    await get(`${order.address}?r=1`)
    expect((await statusOf(order.orderId)).received).toBeNull()
    await payOther(order, amount)
    await expect.poll(() => receivedLater(order.orderId)).toBe(rupees)
    const held = (await get(order.address)).body
    expect(held).toContain(words)
    expect(held).not.toMatch(/upi:\/\/pay|Scan QR code/)
    // Not "generate a new link" when the window is over.
    shown.ledger.clock.advance({ seconds: 400 })
    expect((await get(order.address)).body).toContain(words)
    await payOther({ ...order }, 499_00n)
    expect((await get(order.address)).body).toContain('Payment Successful!')
  })

  it('is called neither too much nor another amount once its parts make the whole', async () => {
    const order = await newOrder()
    await payOther(order, 498_00n)
    await payOther(order, 1_00n)
    const held = (await get(order.address)).body
    expect(held).toContain('The whole amount has come in parts. Please do not pay again')
    expect(held).not.toMatch(/Another amount|instead of/)
    const pages = await Promise.all(
      PAGE_LANGUAGE_CODES.map(async (language) => (await get(`${order.address}?lang=${language}`)).body),
    )
    for (const page of pages) expect(page).toMatch(/data-kind="held"/)
    expect(new Set(pages.map((page) => /<p class="text">.*?<\/p>/.exec(page)?.[0])).size).toBe(pages.length)
  })

  it('has words in every language', async () => {
    const order = await newOrder()
    await payOther(order, 498_00n)
    const pages = await Promise.all(
      PAGE_LANGUAGE_CODES.map(async (language) => (await get(`${order.address}?lang=${language}`)).body),
    )
    for (const page of pages) expect(page).toMatch(/data-kind="held".*₹498\.00/s)
  })

  it('is gone once the merchant has sent it back', async () => {
    const order = await newOrder()
    const { creditId } = await payOther(order, 498_00n)
    await expect.poll(() => receivedLater(order.orderId)).toBe(498)
    await startRefund(shown.deps, shown.merchant, creditId, { utr: newUtr() })
    await expect.poll(() => receivedLater(order.orderId)).toBeNull()
    expect((await get(order.address)).body).toContain('Scan QR code')
  })
})
