import { randomBytes } from 'node:crypto'
import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import { call, dataOf } from './call.ts'

const AT_ONCE = 2

/** Registers merchants over HTTP, each from a different address, and returns their test keys. */
export const registerMerchants = async (origin: string, count: number): Promise<string[]> => {
  const keys: string[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index)
    keys.push(
      ...(await Promise.all(numbers.map(async (number) => (await registerMerchant(origin, number)).key))),
    )
  }
  return keys
}

export interface BenchMerchant {
  readonly merchantId: string
  readonly key: string
  /** The cookie of the merchant's session. */
  readonly headers: Readonly<Record<string, string>>
}

export const registerMerchant = async (origin: string, number: number): Promise<BenchMerchant> => {
  const email = `merchant-${number}-${randomBytes(4).toString('hex')}@example.com`
  const password = randomBytes(12).toString('base64url')
  const headers = { 'x-forwarded-for': `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}` }
  await call(origin, '/api/v1/auth/register', {
    body: { name: `Tea Stall ${number}`, email, mobileNumber: '9876543210', password },
    headers,
  })
  const loggedIn = await call(origin, '/api/v1/auth/login', { body: { email, password }, headers })
  const cookie = [loggedIn.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  const session = { ...headers, cookie }
  const details = await call(origin, '/api/v1/user/get-api-details', { body: {}, headers: session })
  const { id } = dataOf<{ id: string }>(await call(origin, '/api/v1/auth/session', { headers: session }))
  return { merchantId: id, key: dataOf<ApiDetails>(details).apiKey, headers: session }
}

/** The fields that every order of the measurements has; pgbench writes the same. */
export const ORDER_FIELDS = {
  amount: '249.50',
  p_info: 'Two kilos of Darjeeling tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha.rao@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example.com/thank-you',
  udf1: 'basket 17',
  udf2: 'Pune',
  udf3: 'web',
  /** A day, so that no order expires during a measurement. */
  expires_in: 86_400,
} as const

export const CREATE_ORDER_PATH = '/api/v1/order/create-order'

const CREATED_AT_ONCE = 32

/** Orders to be polled, listened to and paid. */
export const createOrders = async (
  origin: string,
  keys: readonly string[],
  count: number,
): Promise<CreatedOrder[]> => {
  const run = randomBytes(4).toString('hex')
  const orders: CreatedOrder[] = []
  let next = 0
  const client = async (): Promise<void> => {
    while (next < count) {
      const number = next
      next += 1
      const answer = await call(origin, CREATE_ORDER_PATH, {
        body: { ...ORDER_FIELDS, client_txn_id: `${run}-${number}` },
        headers: { authorization: `Bearer ${keys[number % keys.length]}` },
      })
      orders.push(dataOf<CreatedOrder>(answer))
    }
  }
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, client))
  return orders
}
