import { expect, test } from '@playwright/test'
import {
  type FakePaytm,
  PAYTM_ACCOUNT,
  PAYTM_MERCHANT,
  startFakePaytm,
} from '../../server/testing/fake-paytm.ts'
import { makeCounter, openDevice, sentencesOf } from '../support/counter.ts'
import { enterDashboard } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 25
const OWN = `http://localhost:${OWN_PORT}`

test.use({ baseURL: OWN })

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

test('a payment that a provider reports for a keypad order is shown in green and spoken', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Tea', OWN)
  const connected = await page.request.post('/api/v1/user/connect-merchant', {
    headers: { origin: OWN },
    data: PAYTM_ACCOUNT,
  })
  expect(connected.status(), await connected.text()).toBe(200)
  const { loginUrl } = await makeCounter(page, 'en', OWN)
  const device = await openDevice(page, loginUrl)
  for (const key of ['1', '2', '0', '.', '5'])
    await device.getByRole('button', { name: key, exact: true }).click()
  await device.getByRole('button', { name: 'Show QR' }).click()
  await expect(device.getByRole('img', { name: 'Scan to pay' })).toBeVisible()
  const { data } = await (await device.request.get('/api/v1/counter')).json()
  paytm.setPayment(data.order.orderId, { status: 'TXN_SUCCESS', amount: '120.50', utr: '632512345678' })
  // The first time that the provider is asked about an order.
  app.minutesPass(0.5)
  await expect(device.getByText('₹120.50 received')).toBeVisible()
  await expect(device.getByRole('button', { name: 'Show QR' })).toBeVisible()
  await expect(device.getByText('Today: 1 payment')).toBeVisible()
  await expect
    .poll(() => sentencesOf(device))
    .toEqual(['one hundred and twenty rupees and fifty paise received'])
  await device.context().close()
})
