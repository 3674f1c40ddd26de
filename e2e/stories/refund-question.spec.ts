import { expect, test } from '@playwright/test'
import {
  type FakePaytm,
  PAYTM_ACCOUNT,
  PAYTM_MERCHANT,
  startFakePaytm,
} from '../../server/testing/fake-paytm.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 26
const OWN = `http://localhost:${OWN_PORT}`

test.use({ baseURL: OWN, viewport: { width: 360, height: 800 } })

let app: OwnApp
let paytm: FakePaytm
test.beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => app.now())
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN, PAYTM_URL: paytm.url })
})
test.afterAll(async () => {
  await app.close()
  await paytm.close()
})

test('a merchant says what became of refunds that the provider does not confirm, and its later word counts', async ({
  page,
}) => {
  const send = { headers: { origin: OWN } }
  await enterDashboard(page, 'Sharma Tea', OWN)
  const connected = await page.request.post('/api/v1/user/connect-merchant', { ...send, data: PAYTM_ACCOUNT })
  expect(connected.status(), await connected.text()).toBe(200)
  const key = await page.request.post('/api/v1/user/api-keys', {
    ...send,
    data: { name: 'Shop', scopes: ['orders:create', 'credits:read', 'refunds:create'] },
  })
  const { apiKey } = (await key.json()).data
  const byKey = { headers: { authorization: `Bearer ${apiKey}` } }
  const order = await createOrder(page.request, apiKey, { amount: '499.00' })
  await page.request.post(`/api/v1/order/pay/${order.order_id}`, { data: {} })
  paytm.setPayment(order.order_id, { status: 'TXN_SUCCESS', amount: '499.00', utr: '632512345678' })
  const paid = async (): Promise<{ id: string }[]> => {
    app.minutesPass(0.5)
    return (await (await page.request.get('/api/v1/credits', byKey)).json()).data
  }
  await expect.poll(paid).toHaveLength(1)
  const [{ id: creditId } = { id: '' }] = await paid()
  paytm.forge(() => undefined)
  for (const amount of ['100.00', '200.00']) {
    const data = { requestId: `refund-${amount}`, amount, way: 'provider' }
    const made = await page.request.post(`/api/v1/credits/${creditId}/refunds`, { ...byKey, data })
    expect(made.status(), await made.text()).toBe(200)
  }
  const states = async (minutes: number) => {
    app.minutesPass(minutes)
    const reply = await page.request.get(`/api/v1/credits/${creditId}`, byKey)
    const { refunds } = (await reply.json()).data as { refunds: { state: string; reason: string | null }[] }
    return refunds.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))
  }
  const question = expect.stringMatching(/^requested: Paytm answered about a refund without a signature/)
  await expect.poll(() => states(5)).toEqual([question, question])

  // Where the notice of the question leads.
  await page.goto(`/dashboard/reconciliation?credit=${creditId}`)
  const refunds = page.getByRole('dialog').getByRole('region', { name: 'Refunds' })
  const first = refunds.getByRole('listitem').filter({ hasText: '₹100.00' })
  const second = refunds.getByRole('listitem').filter({ hasText: '₹200.00' })
  await expect(first.getByText(/^Your provider has not confirmed this refund/)).toBeVisible()
  await expect(second.getByText(/^Your provider has not confirmed this refund/)).toBeVisible()
  await expectNothingFound(page, 'the question about a refund', [360])

  await first.getByRole('button', { name: 'Enter the UTR' }).click()
  const sent = page.getByRole('dialog', { name: 'Refund of ₹100.00' })
  await sent.getByLabel('UTR of the refund').fill('612345670010')
  await expectNothingFound(page, 'the answer by UTR', [360])
  await sent.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(first.getByText('612345670010')).toBeVisible()
  await expect(first.getByText(/^Your provider has not confirmed/)).toHaveCount(0)

  await second.getByRole('button', { name: 'Cancel the refund' }).click()
  const cancel = page.getByRole('dialog', { name: 'Refund of ₹200.00' })
  await cancel.getByRole('button', { name: 'Cancel the refund' }).click()
  await expect(second.getByText('Cancelled').first()).toBeVisible()
  await expect(second.getByText(/^Your provider has not confirmed/)).toHaveCount(0)
  await expect(refunds.getByText('₹399.00 left')).toBeVisible()

  // Paytm had taken both.
  paytm.forge(undefined)
  await expect.poll(() => states(120)).toEqual(['sent', 'sent'])
  await page.reload()
  await expect(second.getByText('your provider reports that it was sent after all')).toBeVisible()
  await expect(refunds.getByText('₹199.00 left')).toBeVisible()
  await expectNothingFound(page, 'a refund that was sent after all', [360])
})
