import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'

const CALL = '**/order/claim/*'
const UTR = '612345678901'

const open = (page: Page) => page.getByText('I have already paid', { exact: true }).click()
const field = (page: Page) => page.getByRole('textbox', { name: 'UTR' })
const send = (page: Page) => page.getByRole('button', { name: 'Check my payment' }).click()
const answer = (page: Page) => page.locator('.answer')

const onPage = async (page: Page, over: Record<string, unknown> = {}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, over)
  await page.goto(order.payment_url)
  return order
}

test('a UTR that no source has reported settles nothing, and the customer sees what to expect', async ({
  page,
}) => {
  const order = await onPage(page)
  await open(page)
  await field(page).fill('6123 4567')
  await field(page).press('Enter')
  await expect(field(page)).toHaveAccessibleDescription(/^Please enter the 12-digit UTR of your payment/)
  await expect(field(page)).toBeFocused()
  await field(page).fill('6123 4567 8901')
  await send(page)
  await expect(answer(page)).toContainText('No payment with it has arrived yet')
  await expect(answer(page)).toContainText('comes back from your bank within 5 working days (T+5)')
  await expect(page.getByText('Please enter the 12-digit UTR')).toHaveCount(0)
  await expect(page.getByText('Waiting for payment...')).toBeVisible()
  await stayFromShop(page.context())
  await simulate(page.request, order, 'success')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('the typed UTR and the form survive the expiry of the order', async ({ page }) => {
  await onPage(page, { expires_in: 5 })
  await open(page)
  await field(page).pressSequentially('61234567')
  await expect(page.getByRole('heading', { name: 'Payment Expired' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await field(page).pressSequentially('8901')
  await expect(field(page)).toHaveValue(UTR)
  await send(page)
  await expect(answer(page)).toContainText('The merchant can see your UTR')
})

test('the UTR of a payment with another amount is reported as received', async ({ page }) => {
  // A page that hears of the payment first says so itself, without the form.
  await page.route(/\/order\/(events|status)\//, (route) => route.abort())
  const order = await onPage(page)
  const { utr } = await simulate(page.request, order, 'underpaid')
  await open(page)
  await field(page).fill(utr ?? '')
  await send(page)
  await expect(answer(page)).toContainText('A payment with this UTR has reached the merchant')
})

test('the typed UTR survives a slow connection, a lost connection, a rate limit and a server error', async ({
  page,
  context,
}) => {
  await onPage(page)
  await open(page)
  await field(page).fill(UTR)
  let go = (): void => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  let calls = 0
  await page.route(CALL, async (route) => {
    calls += 1
    await held
    await route.fulfill({
      status: 429,
      json: { success: false, msg: 'Too many requests. Please wait a moment and try again.' },
    })
  })
  await send(page)
  const button = page.getByRole('button', { name: 'Checking...' })
  await expect(button).toBeVisible()
  await button.click()
  go()
  await expect(answer(page)).toHaveText('Too many requests. Please wait a moment and try again.')
  expect(calls).toBe(1)
  await page.unroute(CALL)
  await page.route(CALL, (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
  await send(page)
  await expect(answer(page)).toHaveText('This could not be sent. Check your connection and try again.')
  await page.unroute(CALL)
  await context.setOffline(true)
  await send(page)
  await expect(answer(page)).toHaveText('This could not be sent. Check your connection and try again.')
  await context.setOffline(false)
  await expect(field(page)).toHaveValue(UTR)
  await send(page)
  await expect(answer(page)).toContainText('The merchant can see your UTR')
})

test('the already-paid form can be opened, filled in and sent by keyboard', async ({ page }) => {
  await onPage(page)
  const summary = page.locator('summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(UTR)
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('The merchant can see your UTR')
})

test('without JavaScript the already-paid form is a separate page, which does not refresh', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const customer = await plain.newPage()
  await customer.goto(order.payment_url)
  await customer.getByRole('link', { name: 'I have already paid' }).click()
  await field(customer).fill('12')
  await send(customer)
  await expect(field(customer)).toHaveAccessibleDescription(/^Please enter the 12-digit UTR of your payment/)
  await expect(field(customer)).toHaveValue('12')
  await field(customer).fill(UTR)
  await send(customer)
  await expect(answer(customer)).toContainText('No payment with it has arrived yet')
  await customer.getByRole('link', { name: 'Back to the payment' }).click()
  await expect(customer).toHaveURL(order.payment_url)
  await plain.close()
})

test('the already-paid form is accessible, with an error and with a reply', async ({ page }) => {
  await onPage(page)
  await open(page)
  await field(page).fill('12')
  await send(page)
  await expectNothingFound(page, 'a wrong UTR')
  await field(page).fill(UTR)
  await send(page)
  await expect(answer(page)).toContainText('The merchant can see your UTR')
  await expectNothingFound(page, 'an answer')
})
