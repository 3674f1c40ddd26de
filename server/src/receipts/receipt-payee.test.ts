import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop } from '../../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const signedOf = async (orderId: string) => {
  const { body } = await shop.call({ method: 'GET', url: `/receipt/${orderId}` })
  const [, signed = ''] = /\/verify-receipt#[^".]*\.([^".]*)\./.exec(body) ?? []
  return JSON.parse(Buffer.from(signed, 'base64url').toString())
}

test('a receipt tells two shops of the same name apart, and signs that only the shop confirmed a payment', async () => {
  const [merchant, other] = [await shop.merchant('Sharma Tea'), await shop.merchant('Sharma Tea')]
  const orderId = await placeOrder(shop, merchant, '124950.50')
  const text = `Rs.1,24,950.50 credited to your A/c XX1234 on 21-11-26 by UPI from asha.rao@okaxis. UPI Ref No 633300000001 -HDFC Bank`
  shop.clock.advance({ seconds: 1 })
  const url = await alertPathOf(merchant)
  await shop.call({ method: 'POST', url, payload: { from: 'VM-HDFCBK-S', text } })
  await recordAlertsOf(shop)
  const own = await placeOrder(shop, other, '124950.50')
  const confirmed = await other.post(`/user/transactions/${own}/confirm`, { utr: '633300000099' })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  const [forged, genuine] = [await signedOf(own), await signedOf(orderId)]
  expect(forged).toMatchObject({ payee: `${other.merchantId}@gallatest`, confirmedBy: 'shop' })
  expect(genuine).toMatchObject({ payee: `${merchant.merchantId}@gallatest`, confirmedBy: 'message' })
  expect(forged.merchant).toBe(genuine.merchant)
})
