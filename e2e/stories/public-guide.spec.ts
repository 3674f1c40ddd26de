import { expect, test } from '@playwright/test'
import { ORIGIN } from '../support/place.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the guide can be read, and each language of an example be reached', async ({ page }) => {
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1, name: 'Integration guide' })).toBeVisible()
    for (const section of [
      'Five-minute quickstart',
      'The life of an order',
      'Create an order',
      'Check order status',
      'Webhooks',
      'Test mode and the simulator',
      'Errors and codes',
      'Idempotency',
      'Limits',
      'Going live',
      'Connecting an account',
    ])
      await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible()
    const create = page.getByRole('group', { name: 'Create an order: language', exact: true })
    await expect(create.getByRole('region', { name: 'Create an order, curl' })).toBeVisible()
    await create.getByRole('radio', { name: 'Python' }).check()
    await expect(create.getByRole('region', { name: 'Create an order, Python' })).toBeVisible()
    await expect(create.getByRole('region', { name: 'Create an order, curl' })).toBeHidden()
    await expect(create.getByRole('button', { name: /Copy/ })).toHaveCount(0)
  })

  test('the reference has each call with its fields and errors', async ({ page }) => {
    await page.goto('/api')
    const call = page.getByRole('region', { name: 'Create an order and its payment link' })
    const field = call
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^client_txn_id/ }) })
    await expect(field).toContainText('required')
    await expect(field).toContainText('at most 64 characters')
    await expect(call.getByRole('row').filter({ hasText: 'duplicate_client_txn_id' })).toContainText('409')
  })
})

test('with a script the examples name this server, and a heading gives its link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs')
  await expect(page.getByRole('region', { name: 'Create an order, curl', exact: true })).toContainText(
    `${ORIGIN}/api/v1/order/create-order`,
  )
  await page.getByRole('heading', { name: 'Idempotency' }).hover()
  await page.getByRole('link', { name: 'Link to Idempotency' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/docs#idempotency`)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${ORIGIN}/docs#idempotency`)
})

test('on a phone the contents open above the guide, and close behind a choice', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/docs')
  await page.getByText('On this page').filter({ visible: true }).click()
  await page.getByRole('link', { name: 'Going live', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Going live' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Limits', exact: true })).toBeHidden()
})
