import { setTimeout as pause } from 'node:timers/promises'
import type { APIRequestContext } from '@playwright/test'

export interface ScreenShop {
  /** The address of the payment page of an order that has come so far; one for each state. */
  order(state: OrderState, language?: string): Promise<string>
  /** The receipt of the paid order. */
  receipt(): Promise<string>
  /** The form of a reusable link with items and questions. */
  reusableLink(): Promise<string>
  /** The list with this link. */
  reusableLinks(): Promise<string>
  /** The login link of a counter with some trade, whose PIN is `COUNTER_PIN`. */
  counter(): Promise<string>
  /** The list with this counter. */
  counters(): Promise<string>
  /** The simulator with a payment to approve. */
  simulatorLink(): Promise<string>
}

type OrderState = 'pending' | 'declined' | 'success' | 'expired'

const SHORTEST_WINDOW_SECONDS = 5
export const COUNTER_PIN = '4711'
/** Long enough that the order is still open at the last picture. */
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

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Creates an order for a picture, and simulates what the customer does. */
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
    // The window and the settling time.
    if (state === 'expired') await pause(2 * SHORTEST_WINDOW_SECONDS * 1000 + 1_000)
    return order.payment_url
  }
  const addressOf = (state: OrderState): Promise<string> => {
    const known = pages.get(state) ?? make(state)
    pages.set(state, known)
    return known
  }
  const reusableLink = once(() => makeLink(request, origin))
  const counter = once(() => makeCounter(request, origin))
  return {
    order: async (state, language) =>
      (await addressOf(state)) + (language === undefined ? '' : `?lang=${language}`),
    receipt: async () => (await addressOf('success')).replace('/pay/', '/receipt/'),
    reusableLink,
    reusableLinks: async () => {
      await reusableLink()
      return '/dashboard/reusable-links'
    },
    counter,
    counters: async () => {
      await counter()
      return '/dashboard/counters'
    },
    async simulatorLink() {
      return `/simulator?upi=${encodeURIComponent(await upiLinkOf(await create(LONG_WINDOW_SECONDS)))}`
    },
  }
}

const makeLink = async (request: APIRequestContext, origin: string): Promise<string> => {
  const { data } = await post(request, origin, '/user/reusable-links', {
    title: 'Tea tasting on Saturday',
    description: 'Five teas of Darjeeling and Assam, with something to eat. Come ten minutes early.',
    price: {
      kind: 'items',
      items: [
        { name: 'Adult', price: '450.00' },
        { name: 'Child', price: '200.00' },
      ],
    },
    questions: [{ label: 'Which hour suits you?', isRequired: true }],
    usesMax: 24,
  })
  return (data as { url: string }).url
}

/** A counter whose cashier has accepted every payment except the last. */
const makeCounter = async (request: APIRequestContext, origin: string): Promise<string> => {
  const made = await post(request, origin, '/user/counters', { name: 'Front desk', pin: COUNTER_PIN })
  const { staticLink, loginUrl } = made.data as { staticLink: string; loginUrl: string }
  const token = new URL(loginUrl).hash.slice(1)
  await post(request, origin, '/counter/login', { token, pin: COUNTER_PIN })
  const pay = (amount: string) =>
    post(request, origin, '/simulator/pay', { upi: `${staticLink}&am=${amount}` })
  for (const amount of ['60.00', '1250.00', '95.50', '340.00', '20.00', '180.00']) await pay(amount)
  const { data } = await (await request.get(`${origin}/api/v1/counter`)).json()
  for (const { creditId } of data.waiting)
    await post(request, origin, `/counter/credits/${creditId}/take`, { note: 'Tea and snacks' })
  await pay('75.00')
  return loginUrl
}
