import { randomUUID } from 'node:crypto'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { expect, type Page, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

interface AppPage {
  readonly key: string
  readonly paymentUrl: string
  readonly clientTxnId: string
  readonly number: number
  readonly upi: string
  /** What the app received, in order. */
  readonly calls: string[]
}

/** A page that an Android app shows in a WebView, with the object that EKQR's sample injects. */
const openInApp = async (page: Page, path: string, over: object = {}): Promise<AppPage> => {
  const { key } = await enterDashboard(page)
  const calls: string[] = []
  await page.exposeFunction('callApp', (...words: string[]) => void calls.push(words.join(' ')))
  await page.addInitScript(() => {
    const call = (window as unknown as { callApp: (...words: string[]) => void }).callApp
    Object.assign(window, {
      Interface: {
        paymentResponse: (client: string, txn: string) => call('paymentResponse', client, txn),
        errorResponse: () => call('errorResponse'),
      },
    })
  })
  const clientTxnId = `A${randomUUID().slice(0, 8)}`
  const reply = await page.request.post(path, {
    data: {
      key,
      client_txn_id: clientTxnId,
      amount: '100.00',
      p_info: 'Tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: `${ORIGIN}/?cart=7`,
      ...over,
    },
  })
  const { data } = await reply.json()
  await page.goto(data.payment_url)
  // A window of some seconds may be over by now.
  await expect(page.getByText(/^Amount to Pay$|^Payment Expired$/)).toBeVisible()
  const upi = data.upi_intent.upi_link ?? data.upi_intent.bhim_link
  return { key, paymentUrl: data.payment_url, clientTxnId, number: data.order_id, upi, calls }
}

const simulate = (page: Page, upi: string, outcome: string) =>
  page.request.post(`${ORIGIN}/api/v1/simulator/pay`, { data: { upi, outcome } })
const back = ({ clientTxnId, number }: AppPage): string =>
  `${ORIGIN}/?cart=7&client_txn_id=${clientTxnId}&txn_id=${number}`

/** As the shop asks when its customer is back. */
const statusOf = async (page: Page, { key, clientTxnId }: AppPage): Promise<string> => {
  const data = { key, client_txn_id: clientTxnId }
  return (await (await page.request.post(ORIGIN + DIALECT_PATHS.ekqrCheck, { data })).json()).data.status
}

test('a WebView app is notified once that an EKQR order was paid, with the ids of the redirect', async ({
  page,
}) => {
  const app = await openInApp(page, DIALECT_PATHS.ekqrCreate)
  await simulate(page, app.upi, 'success')
  await page.waitForURL(back(app))
  await expect.poll(() => app.calls).toEqual([`paymentResponse ${app.clientTxnId} ${app.number}`])
})

test('a declined EKQR order can be retried, and Go Back ends it, opens the shop and notifies the WebView app of an error', async ({
  page,
}) => {
  const app = await openInApp(page, DIALECT_PATHS.ekqrCreate)
  await simulate(page, app.upi, 'declined')
  await expect(page.getByRole('button', { name: 'Retry Payment' })).toBeVisible()
  expect(app.calls).toEqual([])
  await page.getByRole('button', { name: 'Retry Payment' }).click()
  await expect(page.getByText('Amount to Pay')).toBeVisible()
  await simulate(page, app.upi.replace(/(tr=[0-9A-Z]{26})/, '$1R2'), 'declined')
  expect(await statusOf(page, app)).toBe('scanning')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.waitForURL(back(app))
  expect(await statusOf(page, app)).toBe('failure')
  await expect.poll(() => app.calls).toEqual(['errorResponse'])
})

for (const [what, outcome] of [
  ['unpaid', null],
  ['declined', 'declined'],
] as const)
  test(`an expired ${what} EKQR order returns to the shop and notifies the WebView app of an error`, async ({
    page,
  }) => {
    const app = await openInApp(page, DIALECT_PATHS.ekqrCreateV2, { expires_in: 5 })
    if (outcome !== null) await simulate(page, app.upi, outcome)
    await expect(page.getByRole('heading', { name: 'Payment Expired' })).toBeVisible()
    await page.waitForURL(back(app), { timeout: 90_000 })
    await expect.poll(() => app.calls).toEqual(['errorResponse'])
  })

test('a WebView app is notified of an order that does not exist, but not about orders of the standard API', async ({
  page,
}) => {
  const own = await openInApp(page, '/api/v1/order/create-order')
  await simulate(page, own.upi, 'success')
  await page.waitForURL(/client_txn_id=/)
  expect(own.calls).toEqual([])
  await page.goto('/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K')
  await expect.poll(() => own.calls).toEqual(['errorResponse'])
})
