import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { openCounter } from '../counters/counters-harness.ts'

const STRANGERS = 26
const STANDEES = 7

let shop: Shop
let flooded: ShopMerchant
let other: ShopMerchant
let orderId: string
let otherOrderId: string
beforeAll(async () => {
  shop = await openShop()
  flooded = await shop.merchant()
  other = await shop.merchant()
  orderId = await paidOrder(flooded, '101.00', '633300000101')
  otherOrderId = await paidOrder(other, '102.00', '633300000102')
})
afterAll(() => shop.close())

const paidOrder = async (merchant: ShopMerchant, amount: string, utr: string): Promise<string> => {
  const id = await placeOrder(shop, merchant, amount)
  const text = `Rs.${amount} credited to your A/c XX1234 on 21-11-26 by UPI from asha.rao@okaxis. UPI Ref No ${utr} -HDFC Bank`
  shop.clock.advance({ seconds: 1 })
  const url = await alertPathOf(merchant)
  await shop.call({ method: 'POST', url, payload: { from: 'VM-HDFCBK-S', text } })
  await recordAlertsOf(shop)
  return id
}

const pdfOf = (id: string, remoteAddress: string) =>
  shop.call({ method: 'GET', url: `/receipt/${id}/a5.pdf`, remoteAddress })
const strangers = (from: number) =>
  Array.from({ length: STRANGERS }, (_, n) => pdfOf(orderId, `203.0.113.${from + n}`))
const statusesOf = async (replies: readonly ReturnType<typeof pdfOf>[]): Promise<number[]> =>
  (await Promise.all(replies)).map(({ statusCode }) => statusCode)

test('a flood of receipts and standees is drawn elsewhere, and leaves the process to other requests', async () => {
  const counter = await openCounter(shop, flooded)
  const path = `/user/counters/${counter.counterId}/standee.pdf`
  // Starts the process that draws.
  await flooded.get(path)
  let isOver = false
  const flood = Promise.all([
    statusesOf(strangers(1)),
    Promise.all(Array.from({ length: STANDEES }, () => flooded.get(path))),
  ]).finally(() => {
    isOver = true
  })
  let answered = 0
  while (!isOver) {
    expect((await shop.call({ method: 'GET', url: `/receipt/${otherOrderId}` })).statusCode).toBe(200)
    answered += 1
  }
  const [receipts, standees] = await flood
  const drawn = [...receipts, ...standees.map(({ statusCode }) => statusCode)].filter((each) => each === 200)
  expect(drawn.length).toBeGreaterThan(STANDEES)
  expect(answered, 'another request is answered while each document is drawn').toBeGreaterThan(drawn.length)
})

test("strangers who want one shop's receipts keep neither the shop nor another shop waiting", async () => {
  const order: string[] = []
  const note = async (name: string, reply: ReturnType<typeof pdfOf> | ReturnType<ShopMerchant['get']>) => {
    const { statusCode } = await reply
    order.push(name)
    return statusCode
  }
  const counter = await openCounter(shop, flooded)
  const flood = strangers(101).map((reply) => note('stranger', reply))
  const more = Array.from({ length: 20 }, () => note('same stranger', pdfOf(orderId, '203.0.113.200')))
  const own = note('owner', flooded.get(`/user/counters/${counter.counterId}/standee.pdf`))
  const others = note('other', pdfOf(otherOrderId, '203.0.113.201'))
  expect(await Promise.all([own, others])).toEqual([200, 200])
  const refused = (await Promise.all([...flood, ...more])).filter((status) => status === 503)
  expect(refused.length, 'the shop has a limit of its own').toBeGreaterThan(STRANGERS / 2)
  const drawnBefore = (name: string): number => order.indexOf(name) - refused.length
  expect(drawnBefore('other')).toBeLessThan(4)
})

test('a request that is refused says when to try again', async () => {
  const replies = await Promise.all(strangers(1))
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { statusCode, headers } of refused) {
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
})
