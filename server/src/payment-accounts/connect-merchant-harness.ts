import { expect } from 'vitest'
import { ORDER_BODY } from '../../testing/order-body.ts'
import type { Shop, ShopMerchant } from '../../testing/shop.ts'

export const FORM = {
  merchantProvider: 'phonepe',
  merchantName: 'Sharma Tea House',
  merchantId: 'M22ABCDEF',
  merchantUpiId: 'sharmatea@ybl',
}

export const CONNECTED = {
  ...FORM,
  registeredName: '',
  suggestedName: null,
  kind: 'verified_merchant',
  isPersonalUpi: false,
  uniqueAmounts: false,
  hasPrintedQr: false,
  isHeard: false,
  verification: null,
}

export const connect = (merchant: ShopMerchant, over: Record<string, unknown> = {}) =>
  merchant.post('/user/connect-merchant', { ...FORM, ...over })

export const connected = async (merchant: ShopMerchant, over: Record<string, unknown> = {}) => {
  await merchant.post('/user/confirm-identity', { password: 'correct horse battery' })
  const reply = await connect(merchant, over)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

let transactions = 0
export const newOrder = async (
  merchant: ShopMerchant,
  over: Record<string, unknown> = {},
): Promise<string> => {
  transactions += 1
  const reply = await merchant.post('/user/generate-payment-link', {
    client_txn_id: `TXN_${transactions}`,
    ...ORDER_BODY,
    ...over,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.order_id
}

export const payPageOf = async (shop: Shop, orderId: string): Promise<string> =>
  (await shop.call({ method: 'GET', url: `/pay/${orderId}` })).body

export const accountsOf = async (shop: Shop, merchantId: string) =>
  (
    await shop.db.pool.query(
      'select account_id, upi_id, is_current from accounts where merchant_id = $1 and mode = $2 order by upi_id',
      [merchantId, 'live'],
    )
  ).rows as { account_id: string; upi_id: string; is_current: boolean }[]
