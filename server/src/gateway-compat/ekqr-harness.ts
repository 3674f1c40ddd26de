import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { openShop } from '../../testing/shop.ts'

const { ekqrCreate, ekqrCheck } = DIALECT_PATHS

export type EkqrShop = Awaited<ReturnType<typeof openEkqrShop>>

/** A merchant whose shop calls as a client of EKQR does. */
export const openEkqrShop = async () => {
  const shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  const merchant = await shop.merchant()
  let transactions = 0
  /** As the vendor's sample fills it in. */
  const fields = (over: Record<string, unknown> = {}) => {
    transactions += 1
    return {
      key: merchant.key,
      client_txn_id: String(100_000 + transactions),
      amount: '1',
      p_info: 'Product Name',
      customer_name: 'Jon Doe',
      customer_email: 'jondoe@gmail.com',
      customer_mobile: '9876543210',
      redirect_url: 'http://google.com',
      udf1: 'user defined field 1 (max 25 char)',
      udf2: '',
      udf3: '',
      ...over,
    }
  }

  const post = (url: string, payload: object) => shop.call({ method: 'POST', url, payload })
  const create = async (over: Record<string, unknown> = {}, url: string = ekqrCreate) =>
    (await post(url, fields(over))).json()
  const check = async (clientTxnId: unknown, over: object = {}, url: string = ekqrCheck) =>
    (
      await post(url, { key: merchant.key, client_txn_id: clientTxnId, txn_date: '21-11-2026', ...over })
    ).json()
  const pay = (upi: string, outcome = 'success') =>
    shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })

  return { shop, merchant, fields, post, create, check, pay }
}

export const pageOf = (reply: { data: { payment_url: string } }): string =>
  new URL(reply.data.payment_url).pathname.split('/').at(-1) ?? ''
