import { setTimeout as pause } from 'node:timers/promises'
import type { APIRequestContext } from '@playwright/test'

export interface ScreenShop {
  /** The address of the payment page of an order that has come so far; one for each state. */
  order(state: OrderState): Promise<string>
  /** The simulator with a payment to approve. */
  simulatorLink(): Promise<string>
}

type OrderState = 'pending' | 'declined' | 'success' | 'expired'

const SHORTEST_WINDOW_SECONDS = 5
/** The countdown of the first picture is still running for the last. */
const LONG_WINDOW_SECONDS = 3_600

interface Made {
  readonly order_id: string
  readonly payment_url: string
}

/** Logs in, so that the context's pages are this person's. */
export const logIn = async (
  request: APIRequestContext,
  origin: string,
  login: { readonly email: string; readonly password: string },
): Promise<unknown> => (await post(request, origin, '/auth/login', login)).data

const post = async (
  request: APIRequestContext,
  origin: string,
  path: string,
  data: object,
): Promise<{ data: unknown }> => {
  const reply = await request.post(`${origin}/api/v1${path}`, { data, headers: { origin } })
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
  return (await reply.json()) as { data: unknown }
}

/** What the demo merchant does for a picture: makes an order and lets a simulated customer act. */
export const openShop = (request: APIRequestContext, origin: string): ScreenShop => {
  let made = 0
  const pages = new Map<OrderState, Promise<string>>()
  const create = async (seconds: number): Promise<Made> => {
    made += 1
    const { data } = await post(request, origin, '/user/generate-payment-link', {
      client_txn_id: `SHOP-${90_000 + made}`,
      amount: '1249.00',
      p_info: 'Darjeeling first flush, 100 g x 2',
      customer_name: 'Ananya Sharma',
      customer_email: 'ananya@example.com',
      customer_mobile: '5204417391',
      redirect_url: 'https://chai-galli.example/thanks',
      expires_in: seconds,
    })
    return data as Made
  }
  const upiLinkOf = async ({ order_id: orderId }: Made): Promise<string> => {
    const { data } = await post(request, origin, `/order/pay/${orderId}`, { retry: false })
    const { upiIntentUrl } = data as { upiIntentUrl?: { bhim?: string } }
    if (upiIntentUrl?.bhim === undefined) throw new Error('a fresh order has no UPI link')
    return upiIntentUrl.bhim
  }
  const make = async (state: OrderState): Promise<string> => {
    const order = await create(state === 'expired' ? SHORTEST_WINDOW_SECONDS : LONG_WINDOW_SECONDS)
    if (state === 'declined' || state === 'success')
      await post(request, origin, '/simulator/pay', { upi: await upiLinkOf(order), outcome: state })
    // Its window, and the time in which a payment of the last second may come.
    if (state === 'expired') await pause(2 * SHORTEST_WINDOW_SECONDS * 1000 + 1_000)
    return order.payment_url
  }
  return {
    order: (state) => {
      const known = pages.get(state) ?? make(state)
      pages.set(state, known)
      return known
    },
    async simulatorLink() {
      return `/simulator?upi=${encodeURIComponent(await upiLinkOf(await create(LONG_WINDOW_SECONDS)))}`
    },
  }
}
