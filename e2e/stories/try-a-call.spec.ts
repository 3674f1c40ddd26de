import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const CREATE = '**/api/v1/order/create-order'

const tried = async (page: Page, title: string) => {
  const section = page.getByRole('region', { name: title, exact: true })
  const panel = page.getByRole('region', { name: `Try it: ${title}` })
  // A page that came as HTML hears a click once its script is there.
  await expect(async () => {
    if ((await panel.count()) === 0)
      await section.getByRole('button', { name: 'Try it' }).click({ timeout: 5_000 })
    await expect(panel).toBeVisible({ timeout: 5_000 })
  }).toPass()
  return panel
}

test('a merchant creates and queries an order from the API documentation with the API key alone', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await page.goto('/dashboard/api-documentation')
  const create = await tried(page, 'Create an order')
  await expect(create).toContainText(`Authorization: Bearer ${key}`)
  const body = create.getByLabel('Body')
  const { client_txn_id } = JSON.parse(await body.inputValue())
  const sent = page.waitForRequest(CREATE)
  await create.getByRole('button', { name: 'Send' }).click()
  const headers = await (await sent).allHeaders()
  expect([headers.authorization, headers.cookie]).toEqual([`Bearer ${key}`, undefined])
  await expect(create).toContainText('200 OK')
  await expect(create).toContainText('RateLimit-Remaining:')
  await expect(create.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute(
    'href',
    new RegExp(`^${ORIGIN}/pay/[0-9A-Z]{26}$`),
  )
  await expectNothingFound(page, 'a call that was tried', [320])

  const check = await tried(page, 'Check order status')
  await expect(check.getByLabel('Body')).toHaveValue(new RegExp(client_txn_id))
  await check.getByRole('button', { name: 'Send' }).click()
  await expect(check.getByRole('region', { name: 'Reply' })).toContainText('"status": "created"')

  await create.getByRole('button', { name: 'Send' }).click()
  await expect(create).toContainText('409 Conflict')
  await body.fill('{"client_txn_id": ')
  await create.getByRole('button', { name: 'Send' }).click()
  await expect(body).toHaveAccessibleDescription('This is not valid JSON')
  await create.getByRole('button', { name: 'New client_txn_id' }).click()
  await page.route(CREATE, (route) => route.abort('internetdisconnected'))
  await create.getByRole('button', { name: 'Send' }).click()
  await expect(create).toContainText('The server could not be reached. Please try again.')
  const mine = '{"client_txn_id": "MINE-1"}'
  await body.fill(mine)
  await page.reload()
  await tried(page, 'Create an order')
  await expect(body).toHaveValue(mine)
  await body.fill(`{"key": "${key}"}`)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(key)
})

test('a visitor can use a test key in the API reference, and a live key is not sent', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('create-order') && calls.push(request.url()))
  await page.goto('/api')
  const create = await tried(page, 'Create an order')
  const key = create.getByLabel('Test API key')
  for (const wrong of ['', `key_live_${'x'.repeat(40)}`]) {
    await key.fill(wrong)
    await create.getByRole('button', { name: 'Send' }).click()
    await expect(key).toHaveAccessibleDescription('Please enter a test API key. It starts with key_test_')
  }
  expect(calls).toEqual([])
  await key.fill(`key_test_${'x'.repeat(40)}`)
  await create.getByRole('button', { name: 'Send' }).click()
  await expect(create).toContainText('401 Unauthorized')
  await expect(create.getByRole('region', { name: 'Reply' })).toContainText('"code": "bad_key"')
})
