import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const PUBLIC_PAGES = [
  '/',
  '/features',
  '/pricing',
  '/contact',
  '/docs',
  '/api',
  '/login',
  '/register',
  '/simulator',
]
const DASHBOARD_PAGES = [
  '/dashboard',
  '/dashboard/orders',
  '/dashboard/reconciliation',
  '/dashboard/reconciliation/closing',
  '/dashboard/reconciliation/import',
  '/dashboard/generate-payment-link',
  '/dashboard/connect-merchant',
  '/dashboard/manage-subscription',
  '/dashboard/new-subscription',
  '/dashboard/api-documentation',
  '/dashboard/webhooks',
  '/dashboard/kyc',
]

/** Landmarks of one kind that cannot be distinguished by their names. */
const sameLandmarks = async (page: Page, path: string): Promise<unknown[]> => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const more = page.getByRole('button', { name: 'Show every call' })
  if (await more.isVisible()) {
    await more.click()
    await expect(page.getByLabel('Filter the calls')).toBeVisible()
  }
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({
      runOnly: { type: 'rule', values: ['landmark-unique'] },
      resultTypes: ['violations'],
    }),
  )
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ target, html }) => `${path}: ${String(target)} ${html.slice(0, 120)}`),
  )
}

test('no two landmarks of a public page have the same name', async ({ page }) => {
  const found: unknown[] = []
  for (const path of PUBLIC_PAGES) found.push(...(await sameLandmarks(page, path)))
  expect(found).toEqual([])
})

test('no two landmarks of a page of the dashboard have the same name', async ({ page }) => {
  test.setTimeout(120_000)
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'success')
  const found: unknown[] = []
  for (const path of [...DASHBOARD_PAGES, `/dashboard/orders/${order.order_id}`])
    found.push(...(await sameLandmarks(page, path)))
  expect(found).toEqual([])
})
