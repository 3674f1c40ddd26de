import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { ORIGIN } from './place.ts'

export const PASSWORD = 'correct horse battery'

/** The fields of a new merchant at each call. */
export const newMerchant = (name = 'Sharma Electronics') => ({
  name,
  email: `${randomUUID()}@example.com`,
  mobileNumber: '9876543210',
})

/** Fills in the login that is open. Every login ends on the home page. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
}

export const logIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/login')
  await signIn(page, email, password)
}

/** Signs in where an ended session led to, and returns to the page that it ended. */
export const signInAndContinue = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await signIn(page, email, password)
  await page.getByRole('link', { name: 'Continue where you were' }).click()
}

export interface Shopkeeper {
  readonly email: string
  readonly merchantId: string
  readonly key: string
}

/** Registers by the API, without logging in. */
export const registerMerchant = async (
  request: APIRequestContext,
  name?: string,
  origin = ORIGIN,
): Promise<{ email: string; merchantId: string }> => {
  const fields = newMerchant(name)
  const registered = await request.post('/api/v1/auth/register', {
    data: { ...fields, password: PASSWORD },
    headers: { origin },
  })
  expect(registered.status(), await registered.text()).toBe(200)
  return { email: fields.email, merchantId: (await registered.json()).data.id }
}

/** Opens the form of the profile. Its button moves while the page above it loads, and a click can miss it. */
export const editProfile = async (page: Page): Promise<void> => {
  await expect(page.getByText('of 5 steps done')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
}

/** Registered and logged in by the API, so that a story can begin in the dashboard; `origin` is that of the story's own app. */
export const enterDashboard = async (page: Page, name?: string, origin = ORIGIN): Promise<Shopkeeper> => {
  const { email, merchantId } = await registerMerchant(page.request, name, origin)
  const login = await page.request.post('/api/v1/auth/login', {
    data: { email, password: PASSWORD },
    headers: { origin },
  })
  expect(login.status(), await login.text()).toBe(200)
  // The flag of a login in the browser; with it the app loads the rest.
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
  const details = await page.request.post('/api/v1/user/get-api-details', {
    data: {},
    headers: { origin },
  })
  const { data } = await details.json()
  return { email, merchantId, key: data.apiKey }
}

/** Connects a live account; its phone, mailbox or statements report the payments. */
export const connectAccount = async (
  request: APIRequestContext,
  over: Record<string, unknown> = {},
): Promise<void> => {
  const reply = await request.post('/api/v1/user/connect-merchant', {
    headers: { origin: ORIGIN },
    data: {
      merchantProvider: 'bharatpe',
      merchantName: 'Sharma Electronics',
      merchantId: 'M1',
      merchantUpiId: 'sharma@hdfcbank',
      ...over,
    },
  })
  expect(reply.status(), await reply.text()).toBe(200)
}

export interface CreatedOrder {
  order_id: string
  payment_url: string
  amount: string
  upi_intent: { bhim_link: string }
}

/** Creates an order as an integrator's server does. */
export const createOrder = async (
  request: APIRequestContext,
  key: string,
  over: Record<string, unknown> = {},
): Promise<CreatedOrder> => {
  const reply = await request.post('/api/v1/order/create-order', {
    headers: { authorization: `Bearer ${key}` },
    data: {
      client_txn_id: `INV-${randomUUID()}`,
      amount: '499.00',
      p_info: 'Wireless mouse',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9123456780',
      redirect_url: `${ORIGIN}/?cart=7`,
      ...over,
    },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return (await reply.json()).data
}

/** Calls the simulator to pay, decline and so on. */
export const simulate = async (
  request: APIRequestContext,
  order: CreatedOrder,
  outcome: string,
): Promise<{ utr: string | null }> => {
  const reply = await request.post('/api/v1/simulator/pay', {
    data: { upi: order.upi_intent.bhim_link, outcome },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return (await reply.json()).data
}

/** Keeps the browser on the page of a success, which otherwise returns to the shop after a second. */
export const stayFromShop = (
  context: BrowserContext,
  shop: string | RegExp = /[?&]cart=7/,
): Promise<unknown> => context.route(shop, (route) => route.fulfill({ status: 204 }))

/**
 * Ends the session without the app once the page has loaded, so that `act` finds it ended. A periodic request of the page may find
 * it sooner; then `act` has nothing left to act on.
 */
export const endSession = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await act().catch(() => undefined)
  await expect(page).toHaveURL(/\/login$/)
}
