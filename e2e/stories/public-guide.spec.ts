import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { clipboardOf } from '../support/clipboard.ts'
import { ORIGIN } from '../support/place.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the overview leads to every page, and each page to the next', async ({ page }) => {
    await page.goto('/docs')
    await expect(page.getByRole('heading', { level: 1, name: 'Integration guide' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Five-minute quickstart' }).last().click()
    for (const title of [
      'Five-minute quickstart',
      'Orders',
      'Webhooks',
      'Errors and limits',
      'Test mode and the simulator',
      'Going live',
      'Connecting an account',
      'The accountant’s month',
      'SDK and command line',
      'WooCommerce',
      'Moving from another gateway',
      'WHMCS, Paymenter and ERPNext',
      'API reference',
      'Self-hosting',
    ]) {
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      const next = page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link')
      if (title !== 'Self-hosting') await next.last().click()
    }
  })

  test('a page can be read, and an example can be shown in each language', async ({ page }) => {
    await page.goto('/docs/moving')
    for (const host of ['api.ekqr.in', 'portal.ekqr.in', 'merchant.upigateway.com', 'merchants.cutepe.com'])
      await expect(page.getByRole('table').first()).toContainText(host)
    await expect(page.getByText('Galla also ignores webhook_url in a create call')).toBeVisible()
    await expect(page.getByText('You need Send failures too if you wait for the webhook alone')).toBeVisible()
    await page.goto('/docs/orders')
    for (const section of ['Order lifecycle', 'Create an order', 'Check order status', 'Idempotency'])
      await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible()
    const create = page.getByRole('group', { name: 'Create an order: language', exact: true })
    await expect(create.getByRole('region', { name: 'Create an order, curl' })).toBeVisible()
    await create.getByRole('radio', { name: 'Python' }).check()
    await expect(create.getByRole('region', { name: 'Create an order, Python' })).toBeVisible()
    await expect(create.getByRole('region', { name: 'Create an order, curl' })).toBeHidden()
    await expect(create.getByRole('button', { name: /Copy/ })).toHaveCount(0)
  })

  test('the API reference shows each call with its fields and errors', async ({ page }) => {
    await page.goto('/api')
    const call = page.getByRole('region', { name: 'Create an order', exact: true })
    const field = call
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^client_txn_id/ }) })
    await expect(field).toContainText('required')
    await expect(field).toContainText('at most 64 characters')
    await expect(call.getByRole('row').filter({ hasText: 'duplicate_client_txn_id' })).toContainText('409')
  })
})

test('with JavaScript the examples contain the address of this server, and each heading has a link to copy', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto('/docs/sdk')
  await expect(page.getByRole('region', { name: 'Create an order with the SDK', exact: true })).toContainText(
    `baseUrl: '${ORIGIN}'`,
  )
  // Without loading the page again.
  await page.getByRole('link', { name: 'other gateways' }).click()
  await expect(page.getByRole('region', { name: 'Create an EKQR order with curl' })).toContainText(ORIGIN)
  await openGuide(page)
  expect(errors).toEqual([])
  await page.getByRole('heading', { name: 'Idempotency' }).hover()
  await page.getByRole('link', { name: 'Link to Idempotency' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/docs/orders#idempotency`)
  await expect.poll(() => clipboardOf(page)).toBe(`${ORIGIN}/docs/orders#idempotency`)
})

/** Its script runs: the examples name this server. */
const openGuide = async (page: Page): Promise<void> => {
  await page.goto('/docs/orders')
  await expect(page.getByRole('region', { name: 'Create an order, curl', exact: true })).toContainText(ORIGIN)
}

test('an anchor of the former guide of one page leads to its section', async ({ page }) => {
  await page.goto('/docs#retry-policy')
  await expect(page).toHaveURL(`${ORIGIN}/docs/webhooks#retry-policy`)
  await expect(page.getByRole('heading', { name: 'Retry policy' })).toBeInViewport()
})

test('on a wide screen the code stands beside its prose', async ({ page }) => {
  await openGuide(page)
  const top = async (name: string | RegExp) => (await page.getByText(name).first().boundingBox())?.y ?? 0
  const code = page.getByRole('region', { name: 'Create an order, curl', exact: true })
  const prose = 'Your server creates an order and sends the customer to its payment_url'
  for (const [width, isBeside] of [
    [1200, true],
    [1199, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const distance = ((await code.boundingBox())?.y ?? 0) - (await top(prose))
    expect({ width, isBeside: distance < 100 }).toEqual({ width, isBeside })
  }
})

test('on a phone the table of contents opens above the guide, and closes after a choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openGuide(page)
  await page.getByText('Pages of the guide').filter({ visible: true }).click()
  await page.getByRole('link', { name: 'Going live', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Going live' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Connecting an account', exact: true }).first()).toBeHidden()
})

test.describe('the search', () => {
  test('opens with a key, searches while typing, and opens a result by keyboard', async ({ page }) => {
    await openGuide(page)
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Search the docs' })
    const field = dialog.getByRole('combobox', { name: 'Search the docs' })
    await expect(field).toBeFocused()
    await expect(dialog.getByRole('option', { name: /Five-minute quickstart/ })).toBeVisible()
    await field.fill('duplicate_client_txn_id')
    await expect(dialog.getByRole('option').first()).toContainText('Status codes')
    await field.fill('retry policy')
    await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByRole('option').first()).toContainText('Retry policy')
    await expectNothingFound(page, 'the search', [360])
    await field.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/docs\/webhooks#retry-policy$/)
    await expect(page.getByRole('heading', { name: 'Retry policy' })).toBeInViewport()
  })

  test('finds sections of the API reference from the guide', async ({ page }) => {
    await page.goto('/docs')
    await page.getByRole('button', { name: 'Search the docs' }).click()
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('in the simulator')
    await page
      .getByRole('option', { name: /API reference.*Pay a test order/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/api#simulator-pay/)
    await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  })

  test('shows when nothing was found, and returns the focus when it closes', async ({ page }) => {
    await page.goto('/api')
    const opener = page.getByRole('button', { name: 'Search the docs' })
    await opener.click()
    await page.getByRole('combobox', { name: 'Search the docs' }).fill('elephant trousers')
    await expect(page.getByText('No section has all of these words')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('shows a placeholder while it loads, an error when that fails, and Try Again', async ({ page }) => {
    let answers = false
    const asked = Promise.withResolvers<void>()
    await page.route('**/docs-search.json', async (route) => {
      if (answers) return route.continue()
      await asked.promise
      await route.abort()
    })
    await openGuide(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('status', { name: 'Loading the search' })).toBeVisible()
    asked.resolve()
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    answers = true
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('option', { name: /Webhooks/ })).toBeVisible()
  })
})

test('programs can fetch the guide as Markdown with the address of this server', async ({ page }) => {
  const index = await page.request.get('/llms.txt')
  expect(await index.text()).toContain(`(${ORIGIN}/docs.md)`)
  const guide = await page.request.get('/docs.md')
  expect(guide.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(await guide.text()).toContain(`curl ${ORIGIN}/api/v1/order/create-order`)
  const webhooks = await page.request.get('/docs/webhooks.md')
  expect(webhooks.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(await webhooks.text()).toContain(`(${ORIGIN}/dashboard/api-documentation#webhook)`)
})
