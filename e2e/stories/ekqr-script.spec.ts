import { randomUUID } from 'node:crypto'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { openForeignPage } from '../support/foreign-page.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const CLIENT = `
  document.getElementById('buy').onclick = () => {
    const tell = (name) => (output) => { document.getElementById('output').textContent = name + ' ' + JSON.stringify(output) }
    const callbacks = { onSuccess: tell('success'), onError: tell('error'), onCancelled: tell('cancelled') }
    new EKQR({ sessionId: location.hash.slice(1), callbacks }).pay()
  }`

/** A page of a shop that was written for EKQR v2, with an order of its server; only the host name was changed. */
const openShopPage = async (page: Page, over: object = {}) => {
  const { key } = await enterDashboard(page)
  const clientTxnId = `S${randomUUID().slice(0, 8)}`
  const reply = await page.request.post(DIALECT_PATHS.ekqrCreateV2, {
    data: {
      key,
      client_txn_id: clientTxnId,
      amount: '1234.50',
      p_info: 'Tea',
      customer_name: 'Asha Rao',
      customer_email: '',
      customer_mobile: '9876543210',
      redirect_url: `${ORIGIN}/`,
      ...over,
    },
  })
  const { data } = await reply.json()
  const shop = await openForeignPage('/ekqr_sdk.js', CLIENT)
  await page.goto(`${shop.url}#${data.session_id}`)
  return { ...shop, clientTxnId, upi: data.upi_intent.bhim_link }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Pay / })
const output = (page: Page) => page.getByLabel('Output')
const simulate = (page: Page, upi: string, outcome: string) =>
  page.request.post(`${ORIGIN}/api/v1/simulator/pay`, { data: { upi, outcome } })

test('a shop page that loads the EKQR script shows the QR code and receives the result of the payment', async ({
  page,
}) => {
  const shop = await openShopPage(page)
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page)).toContainText('₹1,234.50')
  await expect(dialog(page)).toContainText('Test mode: no real money moves')
  await expect(dialog(page).getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(dialog(page).getByRole('timer')).toHaveText(/^Waiting for the payment, [0-5]:\d\d left$/)
  await expectNothingFound(page, 'the dialog of the EKQR script')
  await simulate(page, shop.upi, 'success')
  await expect(output(page)).toHaveText(
    `success {"status":"success","msg":"The payment succeeded","client_txn_id":"${shop.clientTxnId}","amount":1234.5}`,
  )
  await expect(dialog(page)).toHaveCount(0)
  shop.close()
})

test('the dialog links to the payment page, and closes by its button or Escape', async ({ page }) => {
  const shop = await openShopPage(page)
  await page.getByRole('button', { name: 'Buy' }).click()
  const opened = page.waitForEvent('popup')
  await dialog(page).getByRole('link', { name: 'Open the payment page' }).click()
  const paymentPage = await opened
  await expect(paymentPage.getByRole('link', { name: 'Pay in the simulator' })).toBeVisible()
  await paymentPage.close()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(output(page)).toContainText('cancelled {"status":"cancelled"')
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Buy' })).toBeFocused()
  shop.close()
})

test('a declined payment can be retried in the dialog, and the error is reported only when the time is over', async ({
  page,
}) => {
  await page.clock.install()
  const shop = await openShopPage(page)
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.route('**/api/v1/order/checkstatus/**', (route) => route.abort())
  await simulate(page, shop.upi, 'declined')
  await expect(dialog(page)).toBeVisible()
  await page.unroute('**/api/v1/order/checkstatus/**')
  const retry = dialog(page).getByRole('button', { name: 'Retry payment' })
  const code = dialog(page).getByRole('img', { name: 'QR code' })
  await expect(retry).toBeVisible()
  await expect(dialog(page).getByRole('timer')).toHaveText(/^The payment was declined\./)
  await expect(code).toBeHidden()
  await expect(output(page)).toBeEmpty()
  await expectNothingFound(page, 'the dialog of a declined payment')
  await retry.click()
  await expect(code).toBeVisible()
  await expect(retry).toBeHidden()
  await simulate(page, shop.upi.replace(/(tr=[0-9A-Z]{26})/, '$1R2'), 'declined')
  await expect(retry).toBeVisible()
  await expect(output(page)).toBeEmpty()
  // The shop's page itself counts the five minutes.
  await page.clock.fastForward(600_000)
  await expect(output(page)).toContainText('error {"status":"failure","msg":"The payment failed"')
  shop.close()
})

test('an unknown session is reported as an error', async ({ page }) => {
  const shop = await openShopPage(page)
  for (const [session, words] of [
    ['0'.repeat(32), 'Order not found'],
    ['not-a-session', 'This session does not exist'],
  ]) {
    await page.evaluate((hash) => location.replace(`#${hash}`), session)
    await page.getByRole('button', { name: 'Buy' }).click()
    await expect(output(page)).toContainText(`"msg":"${words}"`)
  }
  shop.close()
})
