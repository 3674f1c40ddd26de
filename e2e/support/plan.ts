import { expect, type Page } from '@playwright/test'
import { ORIGIN } from './place.ts'

/** Buys a plan by the calls that the screens make, for the merchant who is logged in; waits until a paid one runs. */
export const buyPlan = async (
  page: Page,
  planName: string,
  billingCycle: string,
  outcome = 'success',
): Promise<string> => {
  const headers = { origin: ORIGIN }
  const bought = await page.request.post('/api/v1/user/new-subscription', {
    data: { planData: { planName, billingCycle } },
    headers,
  })
  expect(bought.status(), await bought.text()).toBe(200)
  const { order_id: orderId } = (await bought.json()).data
  const opened = await page.request.post(`/api/v1/order/pay/${orderId}`, { data: {} })
  const { upiIntentUrl } = (await opened.json()).data
  const paid = await page.request.post('/api/v1/simulator/pay', { data: { upi: upiIntentUrl.bhim, outcome } })
  expect(paid.status(), await paid.text()).toBe(200)
  if (outcome === 'success')
    await expect
      .poll(async () => (await (await page.request.get('/api/v1/user/subscription')).json()).data?.orderId)
      .toBe(orderId)
  return orderId
}
