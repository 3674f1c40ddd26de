import { expect, type Page, test } from '@playwright/test'
import { enterAsOperator } from '../support/operator.ts'

/** Collects what React says where the served HTML is of another page than it renders. */
const mismatches = (page: Page): string[] => {
  const found: string[] = []
  const note = (message: string) => {
    if (/hydrat|Minified React error #4[12]\d/i.test(message)) found.push(`${page.url()}: ${message}`)
  }
  page.on('pageerror', ({ message }) => note(message))
  page.on('console', (message) => note(message.text()))
  return found
}

/** Addresses whose page the router knows, although the server does not, and one that nobody knows. */
const ADDRESSES = [
  ['/setup', 'Galla is already set up'],
  ['/setup?token=stale', 'Galla is already set up'],
  ['/Pricing', 'Pay for QR requests'],
  ['/%70ricing', 'Pay for QR requests'],
  ['/nothing', 'Page not found'],
] as const
const IN_THE_APP = ['/operator/nothing', '/Operator/nothing', '/dashboard/nothing', '/Dashboard/nothing']

test('no page is hydrated from the HTML of another one', async ({ page }) => {
  const found = mismatches(page)
  const visit = async (path: string, heading: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  }
  for (const [path, heading] of ADDRESSES) await visit(path, heading)
  for (const path of IN_THE_APP) await visit(path, 'Welcome back')
  await enterAsOperator(page)
  for (const [path, heading] of ADDRESSES) await visit(path, heading)
  for (const path of IN_THE_APP) await visit(path, 'Page not found')
  expect(found).toEqual([])
})
