import { istDayOf } from '@galla/contract/ist'
import { expect, test } from '@playwright/test'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'
import { asked, names, ORDERS } from '../support/orders-list.ts'

test("named date ranges use the server's days in India, even with a wrong device clock", async ({ page }) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key, { customer_name: 'Asha Rao' })
  await page.clock.setFixedTime('2031-01-15T00:00:00Z')
  await page.goto(ORDERS)
  await expect(page.getByText('Total 1 orders')).toBeVisible()
  const today = istDayOf(new Date())

  await page.getByRole('search').getByRole('button', { name: 'Date', exact: true }).click()
  const request = asked(page, 'from=')
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  const url = new URL((await request).url())
  expect([url.searchParams.get('from'), url.searchParams.get('to')]).toEqual([today, today])
  await expect(page).toHaveURL(/dates=today/)
  await expect(page.getByRole('button', { name: 'Date: Today' })).toBeVisible()
  await expect(names(page)).toHaveText([/Asha Rao/])

  await page.getByRole('button', { name: 'Date: Today' }).click()
  const lastYear = asked(page, '-04-01')
  await page.getByRole('button', { name: 'Last financial year' }).click()
  expect(new URL((await lastYear).url()).searchParams.get('to')).toMatch(/-03-31$/)
  await expect(page.getByText('No orders found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear date' }).click()
  await expect(names(page)).toHaveCount(1)
  await expect(page).not.toHaveURL(/dates=/)
})

test('a custom date range is validated, applied, kept after a reload and undone by Back', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(ORDERS)
  await page.getByRole('search').getByRole('button', { name: 'Date', exact: true }).click()
  await page.getByLabel('From').fill('2026-05-10')
  await page.getByLabel('To', { exact: true }).fill('2026-05-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toHaveText('From must not be after To')
  await page.getByLabel('To', { exact: true }).fill('2026-05-12')
  await page.reload()
  // What is not applied yet waits where it was.
  await expect(page.getByLabel('From')).toHaveValue('2026-05-10')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-05-12')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/from=2026-05-10&to=2026-05-12/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Date: 10/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('search').getByRole('button', { name: 'Date', exact: true })).toBeVisible()
})

test('amounts filter the list, and an invalid amount is reported beside the fields', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (const [customer_name, amount] of [
    ['Small', '40.00'],
    ['Middle', '1500.00'],
    ['Large', '250000.00'],
  ])
    await createOrder(page.request, key, { customer_name, amount })
  await page.goto(ORDERS)
  await expect(names(page)).toHaveCount(3)
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 760 })
  await page.getByRole('button', { name: 'Amount', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
  const least = await page.getByLabel('Minimum').evaluate((field) => ({
    begins: Number.parseFloat(getComputedStyle(field).paddingLeft),
    sign: field.parentElement?.querySelector('[data-position="left"]')?.clientWidth ?? 0,
  }))
  expect(least.begins).toBeGreaterThanOrEqual(least.sign)
  expect(least.sign).toBeGreaterThan(0)
  if (desk !== null) await page.setViewportSize(desk)
  await page.getByLabel('Minimum').fill('abc')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid amount')
  await page.getByLabel('Minimum').fill('1,00,000')
  await page.reload()
  await expect(page.getByLabel('Minimum')).toHaveValue('1,00,000')
  await page.getByLabel('Maximum').fill('500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The minimum must not be higher than the maximum')
  await page.getByLabel('Maximum').fill('')
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText([/Large/])
  await expect(page).toHaveURL(/min=100000/)
  // Closed on purpose, it is done.
  await page.getByRole('button', { name: /^Amount: / }).click()
  await page.getByLabel('Maximum').fill('7')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Maximum')).toHaveCount(0)
  await page.reload()
  await expect(names(page)).toHaveText([/Large/])
  await expect(page.getByLabel('Maximum')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(names(page)).toHaveCount(3)
})

test('the date and amount headers sort the list and show the direction', async ({ page }) => {
  const { key } = await enterDashboard(page)
  for (const [customer_name, amount] of [
    ['First', '20.00'],
    ['Second', '30.00'],
    ['Third', '10.00'],
  ])
    await createOrder(page.request, key, { customer_name, amount })
  await page.goto(ORDERS)
  const amount = page.getByRole('columnheader', { name: 'Amount' })
  const date = page.getByRole('columnheader', { name: 'Date' })
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  await expect(amount).toHaveAttribute('aria-sort', 'none')
  await expect(names(page)).toHaveText([/Third/, /Second/, /First/])
  await amount.getByRole('button').click()
  await expect(names(page)).toHaveText([/Second/, /First/, /Third/])
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await amount.getByRole('button').press('Enter')
  await expect(names(page)).toHaveText([/Third/, /First/, /Second/])
  await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  await date.getByRole('button').click()
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  await date.getByRole('button').click()
  await expect(names(page)).toHaveText([/First/, /Second/, /Third/])
  await expect(page).toHaveURL(/sort=oldest/)
})

test('"Needs attention" has its own filter, and the status and row options match the specification', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  await createOrder(page.request, key, { customer_name: 'Untroubled' })
  const twice = await createOrder(page.request, key, { customer_name: 'Paid Twice' })
  await simulate(page.request, twice, 'twice')
  await page.goto(ORDERS)
  await expect(page.getByLabel('Status').locator('option')).toHaveText([
    'All Status',
    'Created',
    'Pending',
    'Success',
    'Failed',
  ])
  await expect(page.getByLabel('Rows').locator('option')).toHaveText([
    'Rows (all)',
    '10',
    '50',
    '100',
    '250',
    '500',
  ])
  await page.getByRole('button', { name: 'Needs attention' }).click()
  await expect(page).toHaveURL(/status=attention/)
  await expect(names(page)).toHaveText([/Paid Twice/])
  await expect(page.getByRole('row').getByText('Needs attention')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Needs attention' })).toHaveAttribute('aria-pressed', 'true')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('orders are cards that can be sorted and paged, and open the details that the width hides', async ({
    page,
  }) => {
    const { key } = await enterDashboard(page)
    for (let i = 0; i < 11; i += 1)
      await createOrder(page.request, key, { client_txn_id: `CARD-${i}`, amount: `${100 + i}.00` })
    await page.goto(ORDERS)
    await expect(page.getByRole('table')).toHaveCount(0)
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /details$/ }) })
    await expect(cards).toHaveCount(10)
    await page.getByLabel('Sort').selectOption({ label: 'Lowest amount' })
    await expect(cards.first()).toContainText('₹100.00')
    await expect(page.getByRole('button', { name: 'Page 2' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(cards).toHaveCount(1)
    await cards.first().click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('CARD-10')).toBeVisible()
    await expect(drawer.getByText('Sharma Electronics')).toBeVisible()
    await expect(drawer.getByText(/IST$/).first()).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBe(0)
  })
})
