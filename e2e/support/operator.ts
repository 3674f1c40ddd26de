import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { logIn } from './merchant.ts'
import { OPERATOR_EMAIL, OPERATOR_PASSWORD, ORIGIN } from './place.ts'

/** Logs in with the form, and waits for the operator's screens. */
export const logInAsOperator = async (page: Page): Promise<void> => {
  await logIn(page, OPERATOR_EMAIL, OPERATOR_PASSWORD)
  await page.getByRole('link', { name: 'Open the operator console' }).click()
  await page.waitForURL(`${ORIGIN}/operator`)
}

/** Logged in by the API, so that a story can begin on a screen of the operator. */
export const enterAsOperator = async (page: Page): Promise<void> => {
  const login = await page.request.post('/api/v1/auth/login', {
    data: { email: OPERATOR_EMAIL, password: OPERATOR_PASSWORD },
    headers: { origin: ORIGIN },
  })
  expect(login.status(), await login.text()).toBe(200)
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
}

/** The reply to an integrator's create-order. */
export const createStatus = async (request: APIRequestContext, key: string): Promise<[number, string]> => {
  const reply = await request.post('/api/v1/order/create-order', {
    headers: { authorization: `Bearer ${key}` },
    data: {
      client_txn_id: `OP-${crypto.randomUUID()}`,
      amount: '499.00',
      p_info: 'Wireless mouse',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9123456780',
      redirect_url: `${ORIGIN}/`,
    },
  })
  return [reply.status(), (await reply.json()).code ?? '']
}
