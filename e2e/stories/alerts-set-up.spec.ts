import { createHmac } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { clipboardOf } from '../support/clipboard.ts'
import { connectAccount, createOrder, endSession, enterDashboard } from '../support/merchant.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const PAGE = '/dashboard/connect-merchant'
const SOURCE = '**/user/alert-source'
const HEADER = 'VM-HDFCBK-S'

const panel = (page: Page) => page.getByRole('region', { name: 'Alerts from a phone' })
const address = (page: Page) => panel(page).locator('code')
const create = (page: Page) => panel(page).getByRole('button', { name: 'Create alert address' })
const sendTest = (page: Page) => panel(page).getByRole('button', { name: 'Send test alert' })

/** Without the page's own look at the API details, which makes an address, too. */
const withoutAddress = async (page: Page): Promise<void> => {
  await page.route(
    SOURCE,
    async (route) => {
      const reply = await route.fetch()
      const { data, ...rest } = await reply.json()
      await route.fulfill({ json: { ...rest, data: { ...data, alertUrl: null, addressSince: null } } })
    },
    { times: 1 },
  )
}

const shownAddress = async (page: Page): Promise<string> => {
  await panel(page).getByRole('button', { name: 'Show alert address' }).click()
  await expect(address(page)).not.toContainText('•')
  return (await address(page).textContent()) ?? ''
}

test('an alert address is created, masked and replaced, and the old one stops working', async ({ page }) => {
  await enterDashboard(page)
  await withoutAddress(page)
  await page.goto(PAGE)
  await create(page).click()
  await expect(page.getByText('Alert address created')).toBeVisible()
  await expect(address(page)).toContainText('/api/v1/alerts/••••')
  const first = await shownAddress(page)
  expect(first).toMatch(/^http.*\/api\/v1\/alerts\/[\w-]{20,}$/)
  await panel(page).getByRole('button', { name: 'Show QR code' }).click()
  await expect(panel(page).getByRole('img', { name: 'QR code of the alert address' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Hide QR code' }).click()
  await expect(panel(page).getByRole('img', { name: 'QR code of the alert address' })).toBeHidden()
  await panel(page).getByRole('button', { name: 'Replace address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the alert address?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Replace address' }).click()
  await expect(page.getByText('Alert address replaced')).toBeVisible()
  await expect(address(page)).not.toHaveText(first)
  expect((await page.request.post(first, { data: { text: 'x' } })).status()).toBe(404)
})

test('a test alert uses the real address, shows how it was read, and makes no payment', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto(PAGE)
  await sendTest(page).click()
  const understood = panel(page).getByRole('status').filter({ hasText: 'Read as a payment' })
  await expect(understood).toContainText('₹499.00')
  await expect(understood).toContainText('612345678901')
  await expect(understood).toContainText('asha@okaxis')
  await panel(page).getByLabel('Sender').fill('+919812345678')
  await sendTest(page).click()
  await expect(panel(page).getByText('Read, but not trusted')).toBeVisible()
  await panel(page).getByRole('textbox', { name: 'Message' }).fill('Your OTP is 123456. Do not share it.')
  await page.reload()
  await expect(panel(page).getByLabel('Sender')).toHaveValue('+919812345678')
  await sendTest(page).click()
  await expect(panel(page).getByText('Not a payment')).toBeVisible()
  await panel(page).getByRole('textbox', { name: 'Message' }).fill(' ')
  await sendTest(page).click()
  await expect(panel(page).getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription(
    'Please paste a message',
  )
  await expect(panel(page).getByRole('textbox', { name: 'Message' })).toBeFocused()
  const status = await page.request.get(`/api/v1/order/status/${order.order_id}`)
  expect((await status.json()).status).toBe('created')
  await expect(panel(page).getByText('No alert in the last 30 days')).toBeVisible()
})

test('the phone shows as active after its first message, and as silent after 26 hours', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  const url = await shownAddress(page)
  await page.request.post(url, {
    data: {
      from: HEADER,
      text: 'Rs.7.00 credited to HDFC Bank A/c XX12 on 21-11-26 from VPA a@okaxis (UPI 612345670001)',
    },
  })
  await page.reload()
  const phone = panel(page).getByRole('region', { name: 'Last alert' })
  await expect(phone).toContainText('Phone active just now')
  await expect(phone).toContainText('In the last 24 hours: 1 payment.')
  await page.route(SOURCE, async (route) => {
    const reply = await (await route.fetch()).json()
    const lastReceivedAt = new Date(Date.now() - 26.5 * 3_600_000).toISOString()
    await route.fulfill({ json: { ...reply, data: { ...reply.data, lastReceivedAt } } })
  })
  await page.reload()
  await expect(phone).toContainText('Phone silent for 26 hours')
  await expect(phone).toContainText('choose Unrestricted')
  // The page goes on asking.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a received message appears within seconds, with how it was read', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  const url = await shownAddress(page)
  const received = panel(page).getByRole('region', { name: 'Received messages' })
  await expect(received).toContainText('No messages yet.')
  await page.request.post(url, {
    data: {
      from: HEADER,
      text: 'Rs.7.00 credited to HDFC Bank A/c XX12 on 21-11-26 from VPA a@okaxis (UPI 612345670002)',
    },
  })
  await expect(received.getByRole('listitem')).toHaveCount(1)
  await expect(received).toContainText('Payment of ₹7.00')
  await expect(received).toContainText(HEADER)
  await page.request.post(url, { data: { from: HEADER, text: 'Your OTP is 845127. Do not share it.' } })
  await expect(received.getByRole('listitem').first()).toContainText('One-time password')
  await expect(received).not.toContainText('845127')
  await expect(panel(page).getByRole('region', { name: 'Last alert' })).toContainText('Phone active')
})

test('an account whose only source is a phone shows "By alerts from a phone"', async ({ page }) => {
  await enterDashboard(page)
  await connectAccount(page.request)
  await page.goto(PAGE)
  const card = page.getByRole('region', { name: 'Connected account' })
  await expect(card).toContainText('Not automatic')
  await expect(panel(page)).toContainText('No SMS for UPI payments up to ₹500.')
  // Its strip is loaded after the page, and moves the panel down.
  await expect(page.getByText('Galla cannot see your payments yet.')).toBeVisible()
  await create(page).click()
  await page.request.post(await shownAddress(page), { data: { from: HEADER, text: 'Your OTP is 123456' } })
  await page.reload()
  await expect(card).toContainText('By alerts from a phone')
})

test('each forwarder app has its setup steps and a template to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterDashboard(page)
  await page.goto(PAGE)
  const url = await shownAddress(page)
  const copy = () => panel(page).getByRole('button', { name: 'Copy template' }).click()
  await copy()
  await expect.poll(() => clipboardOf(page)).toContain('"from": "%from%"')
  await panel(page).getByLabel('Forwarder app').selectOption({ label: 'SMS Gateway for Android (SMS)' })
  await panel(page).getByText('Copied!').waitFor({ state: 'hidden' })
  await copy()
  await expect.poll(() => clipboardOf(page)).toContain(`"url":"${url}","event":"sms:received"`)
  expect(await clipboardOf(page)).toContain(`"url":"${url}","event":"system:ping"`)
  await expect(panel(page).getByText(/sends only to addresses that start with https/)).toBeVisible()
  await panel(page).getByLabel('Forwarder app').selectOption({ label: 'SmsForwarder (SMS)' })
  await expect(panel(page).getByText(/commercial use is prohibited/)).toBeVisible()
  await panel(page).getByLabel('Forwarder app').selectOption({ label: 'Tasker (SMS)' })
  await expect(panel(page).getByText('%SMSRB')).toBeVisible()
  await expect(panel(page).getByText(/^Trusted:/)).toContainText('VM-HDFCBK')
})

test('unsigned messages are refused and counted while a signing secret is set, and accepted after its removal', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  const url = await shownAddress(page)
  const confirm = async (opener: string, title: string, action = opener): Promise<void> => {
    await panel(page).getByRole('button', { name: opener }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: action }).click()
  }
  await confirm('Create signing secret', 'Create a signing secret?')
  const shown = page.getByRole('dialog', { name: 'Signing secret', exact: true })
  await expect(shown).toContainText('SMS Gateway for Android: Open Settings, Webhooks, Signing Key')
  await expect(shown).toContainText('SmsForwarder: Open its sending channel')
  const secret = (await shown.locator('code').last().textContent()) ?? ''
  expect(secret.length).toBeGreaterThan(20)
  await shown.getByRole('button', { name: 'Show setup code' }).click()
  const [rule] = await (await page.request.get(await qrOnPage(page))).json()
  expect(rule).toMatchObject({ url, sign_hmac_sha256_secret: secret })
  const heartbeat = (await shown.locator('code').first().textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(panel(page).getByText(/^Since .* only messages signed/)).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Replace secret' })).toBeFocused()
  const data = JSON.stringify({ event: 'system:ping', payload: {} })
  const send = async (headers = {}): Promise<number> => {
    const sent = { data, headers: { 'content-type': 'application/json', ...headers } }
    return (await page.request.post(url, sent)).status()
  }
  for (const _ of 'abc') expect(await send()).toBe(401)
  expect((await page.request.post(heartbeat)).status()).toBe(200)
  await expect(panel(page)).toContainText('This address accepts only signed messages.')
  await expect(panel(page).getByRole('button', { name: 'Show setup code' })).toHaveCount(0)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(data).update(timestamp).digest('hex')
  expect(await send({ 'x-signature': signature, 'x-timestamp': timestamp })).toBe(200)
  expect((await page.request.post(url, { data: 'x'.repeat(300_000) })).status()).toBe(413)
  const sign = createHmac('sha256', secret).update(`${timestamp}000\n${secret}`).digest('base64')
  const signedAt = (text: string) => ({ from: HEADER, text, timestamp: `${timestamp}000`, sign })
  expect((await page.request.post(url, { data: signedAt('a') })).status()).toBe(200)
  expect((await page.request.post(url, { data: signedAt('b') })).status()).toBe(401)
  await page.reload()
  const refused = panel(page).getByRole('region', { name: 'Received messages' })
  await expect(refused).toContainText('3 messages were refused: the signature is missing')
  await expect(refused).toContainText('1 message was refused: the signature was used before')
  await expect(refused).toContainText('1 message was refused: too large')
  await expect(panel(page)).not.toContainText(secret)
  await confirm('Remove secret', 'Remove the signing secret?')
  await expect(page.getByText('Unsigned messages are accepted again', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Create signing secret' })).toBeVisible()
  expect(await send()).toBe(200)
})

test('the page lists the known messages of each bank, and a test alert confirms which are trusted', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(PAGE)
  await shownAddress(page)
  await expect(
    panel(page).getByText(/Banks asked in October 2025 to leave out the SMS for payments below ₹100/),
  ).toBeVisible()
  await panel(page).getByLabel('Your bank').selectOption('State Bank of India')
  const sentence = panel(page)
    .getByRole('list', { name: 'Known messages of State Bank of India' })
    .getByRole('listitem')
    .first()
  await expect(sentence).toContainText('credited by Rs.499.00')
  await expect(panel(page).getByText(/Any customer can write a message that looks like those/)).toBeVisible()
  await panel(page)
    .getByRole('textbox', { name: 'Message' })
    .fill((await sentence.textContent()) ?? '')
  await panel(page).getByLabel('Sender').fill('VM-SBIUPI')
  await sendTest(page).click()
  await expect(panel(page).getByText('Read as a payment')).toBeVisible()
  await panel(page).getByLabel('Sender').fill('com.phonepe.app')
  await sendTest(page).click()
  await expect(panel(page).getByText('Read, but not trusted')).toBeVisible()
})

test('the alert panel shows loading, error, no-account, offline and ended-session states', async ({
  page,
  context,
}) => {
  await enterDashboard(page)
  let go = (): void => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(SOURCE, async (route) => {
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await page.goto(PAGE)
  await expect(page.getByRole('status', { name: 'Loading the alert address' })).toBeVisible()
  go()
  await expect(panel(page).getByText('Failed to fetch the alert address')).toBeVisible()
  await page.route(SOURCE, (route) =>
    route.fulfill({ status: 404, json: { success: false, msg: 'x', code: 'no_account' } }),
  )
  await panel(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(panel(page).getByText('Connect your account first')).toBeVisible()
  await page.unroute(SOURCE)
  await page.reload()
  await expect(sendTest(page)).toBeVisible()
  await page.route('**/alerts/*?test=1', (route) =>
    route.fulfill({ status: 404, json: { success: false, msg: 'Not found', code: 'not_found' } }),
  )
  await sendTest(page).click()
  await expect(panel(page).getByText(/This address was replaced/)).toBeVisible()
  await page.unroute('**/alerts/*?test=1')
  await context.setOffline(true)
  await sendTest(page).click()
  await expect(panel(page).getByText(/Check your connection and try again/)).toBeVisible()
  await context.setOffline(false)
  await endSession(page, async () => {
    await panel(page).getByRole('button', { name: 'Replace address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace address' }).click()
  })
})

test('the alert setup is accessible', async ({ page }) => {
  await enterDashboard(page)
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto(PAGE)
  for (const name of ['Try it', 'Signed alerts', 'Set up the phone'])
    await panel(page).getByRole('button', { name }).click()
  await sendTest(page).click()
  await expect(panel(page).getByText('Read as a payment')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Show QR code' }).click()
  await expect(panel(page).getByRole('img', { name: 'QR code of the alert address' })).toBeVisible()
  await panel(page).getByLabel('Forwarder app').selectOption({ label: 'SmsForwarder (SMS)' })
  await expect(panel(page).getByText(/commercial use is prohibited/)).toBeVisible()
  await expectNothingFound(page, 'alerts set up')
})
