import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let operator: ShopCaller
beforeAll(async () => {
  shop = await openShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const connect = (merchant: ShopMerchant, upiId: string) =>
  merchant.post('/user/connect-merchant', {
    merchantProvider: 'googlepay',
    merchantName: 'Asha',
    merchantId: upiId,
    merchantUpiId: upiId,
  })
const shared = async () => (await operator.get('/operator/shared-upi-ids')).json().data

test('the operator sees a UPI ID that several merchants collect with, until only one does', async () => {
  const first = await shop.merchant('First Tea')
  const second = await shop.merchant('Second Tea')
  const third = await shop.merchant('Third Tea')
  expect((await connect(first, 'asha@okicici')).statusCode).toBe(200)
  expect((await connect(third, 'ravi@okicici')).statusCode).toBe(200)
  expect(await shared()).toEqual([])
  await shop.clock.advance({ seconds: 1 })
  expect((await connect(second, 'ASHA@okicici')).statusCode).toBe(200)
  expect(await shared()).toEqual([
    {
      upiId: 'asha@okicici',
      merchants: [
        { merchantId: first.merchantId, merchantName: 'First Tea' },
        { merchantId: second.merchantId, merchantName: 'Second Tea' },
      ],
    },
  ])
  expect((await connect(second, 'second@okicici')).statusCode).toBe(200)
  expect(await shared()).toEqual([])
})
