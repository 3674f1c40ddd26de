import { type APIRequestContext, expect } from '@playwright/test'
import { createOrder, simulate } from './merchant.ts'
import { ORIGIN } from './place.ts'

const fromHere = { origin: ORIGIN }

/** Pays an order with another amount in the simulator. */
export const underpaid = async (request: APIRequestContext, key: string, amount = '499.00') => {
  const order = await createOrder(request, key, { amount })
  const { utr } = await simulate(request, order, 'underpaid')
  if (utr === null) throw new Error('the simulator reported no UTR')
  return { order, utr }
}

/** Sends a message as a phone forwards it to the merchant's address. */
export const forwardAlert = async (
  request: APIRequestContext,
  text: string,
  from = 'VM-HDFCBK-S',
  sentStamp?: string,
): Promise<void> => {
  const details = await request.post('/api/v1/user/get-api-details', { data: {}, headers: fromHere })
  const { pathname } = new URL((await details.json()).data.alertUrl)
  await request.post(pathname, { data: { text, from, ...(sentStamp && { sentStamp }) } })
}

/** A day as banks write it: 21-11-26. */
export const bankDay = (at = new Date()): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
  })
  return parts.format(at).replaceAll('/', '-')
}

/** Sends an alert of the bank about a payment for no order, and waits until it is recorded, soon after it was received. */
export const strayPayment = async (request: APIRequestContext, rupees: string, utr: string) => {
  await forwardAlert(
    request,
    `Rs.${rupees} credited to your A/c XX1234 on ${bankDay()} by UPI from meera@okaxis. UPI Ref No ${utr} -HDFC Bank`,
    'VM-HDFCBK-S',
    String(Date.now()),
  )
  const recorded = async () =>
    (await (await request.get(`/api/v1/user/credits?search=${utr}`)).json()).data.length
  await expect.poll(recorded).toBe(1)
}

export const claim = (request: APIRequestContext, orderId: string, utr: string) =>
  request.post(`/api/v1/order/claim/${orderId}`, { data: { utr } })
