import { connectMerchant } from '@galla/contract/payment-accounts/accounts'
import { expect, type Page, test } from '@playwright/test'
import { GUIDE_PARTS } from '../../web/src/features/docs/api-documentation/part-anchors.ts'
import { clipboardOf } from '../support/clipboard.ts'
import {
  connectAccount,
  endSession,
  enterDashboard,
  PASSWORD,
  signInAndContinue,
} from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const SCREEN = '/dashboard/api-documentation'
const DETAILS = '**/api/v1/user/get-api-details'
const UPDATE = '**/api/v1/user/update-webhook-url'
const HOOK = 'https://shop.example/webhook'

const urlField = (page: Page) => page.getByRole('textbox', { name: 'Webhook URL' })
const editButton = (page: Page) => page.getByRole('button', { name: 'Edit webhook URL' })
const edit = (page: Page) => editButton(page).click()
const row = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) })

test('the webhook URL can be edited by keyboard, validated, saved, tested and removed', async ({ page }) => {
  const receiver = await startReceiver()
  await enterDashboard(page)
  await page.goto(SCREEN)
  await expect(page.getByText('No webhook URL set')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send test' })).toBeDisabled()

  await edit(page)
  await expect(urlField(page)).toBeFocused()
  await urlField(page).fill('shop.example')
  await urlField(page).press('Escape')
  await expect(page.getByText('No webhook URL set')).toBeVisible()
  await expect(editButton(page)).toBeFocused()
  await edit(page)
  await expect(urlField(page)).toHaveValue('')
  await urlField(page).fill('   ')
  await urlField(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await urlField(page).fill('shop.example')
  await urlField(page).press('Enter')
  await expect(
    page.getByText('Please enter a valid URL. Example: https://yourdomain.com/webhook'),
  ).toBeVisible()
  await urlField(page).fill(`  ${receiver.url} `)
  await urlField(page).press('Enter')
  await expect(urlField(page)).toHaveCount(0)
  await expect(editButton(page)).toBeFocused()
  await expect(row(page, 'Webhook URL')).toContainText(receiver.url)
  await expect(page.getByRole('button', { name: 'Copy webhook URL' })).toBeVisible()
  // The guide tells the merchant's own address.
  await expect(page.getByRole('region', { name: 'Webhook format' })).toContainText(receiver.url)

  await page.getByRole('button', { name: 'Send test' }).press('Enter')
  await expect.poll(() => receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual(['test.ping'])
  await expect(page.getByText(/^Your server answered 200 in \d+ ms$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send test' })).toBeFocused()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove webhook URL' }).click()
  await expect(page.getByText('No webhook URL set')).toBeVisible()
  await expect(editButton(page)).toBeFocused()
  receiver.close()
})

test('a rotated API key replaces the old one on the screen and in the examples', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await page.goto(SCREEN)
  await expect(row(page, 'API Key')).toContainText(key)
  await expect(page.getByRole('region', { name: 'Create an order, curl' })).toContainText(key)
  for (const name of ['Website Name', 'Website URL'])
    await expect(row(page, name)).toContainText('Not set. Add it to your profile')
  const rotate = page.getByRole('button', { name: 'Rotate key' })
  await rotate.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rotate).toBeFocused()
  await rotate.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
  await expect(row(page, 'API Key')).not.toContainText(key)
  await expect(page.getByRole('region', { name: 'Create an order, curl' })).not.toContainText(key)
  await expect(page.getByRole('row', { name: /Previous main key/ })).toContainText('Ends')
})

test('a key that is shown only once stays masked until the password is entered', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await page.goto(SCREEN)
  await page.getByRole('button', { name: 'Show my key only once' }).click()
  await expect(row(page, 'API Key')).not.toContainText(key)
  await expect(page.getByRole('region', { name: 'Create an order, curl' })).not.toContainText(key)
  const reveal = page.getByRole('button', { name: 'Reveal', exact: true })
  await reveal.click()
  const password = page.getByLabel('Current password', { exact: true })
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Reveal key' }).click()
  await expect(page.getByText('The current password is not correct')).toBeVisible()
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reveal).toBeFocused()
  await reveal.click()
  await expect(password).toBeFocused()
  await expect(page.getByText('The current password is not correct')).toHaveCount(0)
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Reveal key' }).click()
  await expect(row(page, 'API Key')).toContainText(key)
})

test('a failed save of the webhook URL shows why, and the URL survives a reload and an ended session', async ({
  page,
}) => {
  const { email } = await enterDashboard(page)
  await page.goto(SCREEN)
  await page.route(UPDATE, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await edit(page)
  await urlField(page).fill(HOOK)
  await urlField(page).press('Enter')
  await expect(page.getByText('Failed to update webhook URL')).toBeVisible()
  await expect(urlField(page)).toHaveValue(HOOK)

  await page.unroute(UPDATE)
  await page.route(UPDATE, (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Something went wrong while updating webhook URL')).toBeVisible()
  await page.unroute(UPDATE)
  await page.reload()
  await expect(urlField(page)).toHaveValue(HOOK)

  await endSession(page, () => page.getByRole('button', { name: 'Save' }).click())
  await signInAndContinue(page, email)
  await page.waitForURL(`${ORIGIN}${SCREEN}`)
  await expect(urlField(page)).toHaveValue(HOOK)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Webhook URL')).toContainText(HOOK)
})

test('the guide is shown without the API details, and Try Again loads them', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await page.route(DETAILS, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(SCREEN)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch API details')
  await expect(page.getByRole('region', { name: 'Create an order, curl' })).toContainText('key_test_...')
  await page.unroute(DETAILS)
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(row(page, 'API Key')).toContainText(key)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a placeholder is shown while the API details load', async ({ page }) => {
  await enterDashboard(page)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(DETAILS, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(SCREEN)
  await expect(page.getByRole('status', { name: 'Loading API details' })).toBeVisible()
  // It stands below them, and would move when they come.
  await expect(page.getByRole('heading', { name: 'Integration guide' })).toHaveCount(0)
  answer()
  await expect(row(page, 'API Key')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Integration guide' })).toBeVisible()
})

test('the integration guide has all its parts, and one choice of language applies to all examples', async ({
  page,
  context,
}) => {
  const { key } = await enterDashboard(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(SCREEN)
  for (const part of [
    'Create an order',
    'Check order status',
    'Webhook format',
    'Webhook fields',
    'Expected response',
    'Security notes',
    'Example receivers',
    'Retry policy',
    'Important notes',
    'Status codes',
  ])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: '404, unknown transaction' })).toContainText(
    '"message": "Transaction not found"',
  )

  const create = page.getByRole('group', { name: 'Create an order: language' })
  await create.getByRole('radio', { name: 'PHP' }).check()
  await expect(page.getByRole('region', { name: 'Check order status, PHP' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Check order status, curl' })).toBeHidden()
  await create.getByRole('button', { name: 'Copy: Create an order' }).click()
  await expect.poll(() => clipboardOf(page)).toContain(`Authorization: Bearer ${key}`)
  expect(await clipboardOf(page)).toContain(`curl_init('${ORIGIN}/api/v1/order/create-order')`)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Webhook receiver, PHP' })).toBeVisible()
})

test('a live key is masked in the examples, but copied in full', async ({ page, context }) => {
  const { email } = await enterDashboard(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const connected = await page.request.post(`/api/v1${connectMerchant.path}`, {
    data: {
      merchantProvider: 'other',
      merchantName: 'Sharma Electronics',
      merchantId: 'SHARMA1',
      merchantUpiId: 'sharma@okicici',
    },
    headers: { origin: ORIGIN },
  })
  expect(connected.status(), `${email}: ${await connected.text()}`).toBe(200)
  await page.goto(SCREEN)
  const sample = page.getByRole('region', { name: 'Create an order, curl' })
  await expect(sample).toContainText('key_live_•')
  await page.getByRole('button', { name: 'Copy: Create an order' }).click()
  await expect.poll(() => clipboardOf(page)).toMatch(/Bearer key_live_\w{20,}'/)
})

test('the list beside the guide links to its parts', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterDashboard(page)
  let answer = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/user/api-keys', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(SCREEN)
  const list = page.getByRole('navigation', { name: 'On this page' })
  await list.getByRole('link', { name: 'Retry policy' }).click()
  // Its part comes after what stands above it, and does not stay out of sight.
  answer()
  await expect(page.getByRole('row', { name: /Main key/ })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Retry policy' })).toBeInViewport()
  await expect(list.getByRole('link', { name: 'Retry policy' })).toHaveAttribute('aria-current', 'location')
  // A link with an anchor opens there, also in a new tab.
  await page.goto('/healthz')
  await page.goto(`${SCREEN}#status-codes`)
  await expect(page.getByRole('heading', { name: 'Status codes' })).toBeInViewport()
})

test('the guide starts within 1,500 px, and each of its sections fits a screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterDashboard(page)
  await page.goto(SCREEN)
  const guide = page.getByRole('heading', { name: 'Integration guide' })
  await expect(guide).toBeVisible()
  expect(await guide.evaluate((head) => head.getBoundingClientRect().top + window.scrollY)).toBeLessThan(
    1_500,
  )
  for (const { id } of GUIDE_PARTS) {
    const box = await page.locator(`section#${id}`).boundingBox()
    expect(box?.height, id).toBeLessThanOrEqual(900)
  }
})

test('a live key is masked again after the mode was switched', async ({ page }) => {
  await enterDashboard(page)
  await connectAccount(page.request)
  await page.goto(SCREEN)
  const mode = page.getByRole('radiogroup', { name: 'Mode' })
  const key = row(page, 'API Key')
  await expect(key).toContainText('key_live_')
  await expect(key).toContainText('\u2022')
  await mode.getByText('Test').click()
  await expect(key).toContainText('key_test_')
  await mode.getByText('Live').click()
  await expect(key).toContainText('key_live_')
  await expect(key).toContainText('\u2022')
})
