import { orderForm } from './ledger.ts'
import type { Shop, ShopMerchant } from './shop.ts'

/** Places an order of `amount` rupees by a merchant's key, and gives its id. */
export const placeOrder = async (
  shop: Pick<Shop, 'call'>,
  { key }: Pick<ShopMerchant, 'key'>,
  amount: string,
  over: { readonly client_txn_id?: string } = {},
): Promise<string> => {
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${key}` },
    payload: { ...orderForm(), amount, ...over },
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().data.order_id
}
