import { expect } from 'vitest'
import { logInAtCounter } from '../../testing/every-caller.ts'
import type { Shop, ShopMerchant } from '../../testing/shop.ts'

/** A counter of a merchant in test mode, with a device that is logged in. */
export interface CounterRig {
  readonly counterId: string
  readonly cookie: string
  readonly loginToken: string
  get(path: string): ReturnType<Shop['call']>
  post(path: string, payload?: object): ReturnType<Shop['call']>
  state(since?: Date): Promise<State>
}

interface State {
  counter: { name: string; accountIsCurrent: boolean }
  serverTime: string
  today: { count: number; amount: number }
  payments: { orderId: string; creditId: string; amount: number; payerName: string; note: string }[]
  waiting: { creditId: string; amount: number; payerName: string }[]
  order: { orderId: string; amount: number; status: string; link: string } | null
  news: { creditId: string; orderId: string | null; amount: number }[]
}

export const PIN = '4711'

/** Proves who the owner is: the clock of a test may stand long after the login. */
export const confirmIdentity = async (merchant: ShopMerchant): Promise<void> => {
  const reply = await merchant.post('/user/confirm-identity', { password: 'correct horse battery' })
  expect(reply.statusCode, reply.body).toBe(200)
}

export const openCounter = async (
  shop: Shop,
  merchant: ShopMerchant,
  name = 'Front desk',
): Promise<CounterRig> => {
  await confirmIdentity(merchant)
  const created = await merchant.post('/user/counters', { name, pin: PIN })
  expect(created.statusCode, created.body).toBe(200)
  const { id, loginUrl } = created.json().data
  const loginToken = new URL(loginUrl).hash.slice(1)
  const cookie = await logInAtCounter(shop, loginToken, PIN)
  const headers = { cookie, origin: 'http://localhost:3000' }
  const get = (path: string) => shop.call({ method: 'GET', url: `/api/v1${path}`, headers })
  return {
    counterId: id,
    cookie,
    loginToken,
    get,
    post: (path, payload = {}) => shop.call({ method: 'POST', url: `/api/v1${path}`, headers, payload }),
    async state(since) {
      const query = since === undefined ? '' : `?since=${encodeURIComponent(since.toISOString())}`
      const reply = await get(`/counter${query}`)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data
    },
  }
}

/** Pays an amount to the printed QR. */
export const payPrintedQr = async (
  shop: Shop,
  merchant: ShopMerchant,
  amount: string,
  note = '',
): Promise<void> => {
  const [{ staticLink }] = (await merchant.get('/user/counters')).json().data
  const upi = `${note === '' ? staticLink : staticLink.replace(/tn=[^&]*/, `tn=${note}`)}&am=${amount}`
  const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi } })
  expect(paid.statusCode, paid.body).toBe(200)
}
