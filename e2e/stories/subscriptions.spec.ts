import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { endSession, enterDashboard, signInAndContinue } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { buyPlan } from '../support/plan.ts'

const NEW = '/dashboard/new-subscription'
const MANAGE = '/dashboard/manage-subscription'

const cycleNamed = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Billing cycle' }).getByRole('radio', { name })
const planNamed = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Plan' }).getByRole('radio', { name })
const choose = async (page: Page, plan: string, cycle: string): Promise<void> => {
  await cycleNamed(page, cycle).check()
  await planNamed(page, plan).check()
}
const order = (page: Page) => page.getByRole('region', { name: 'Your order' })
const continueToPayment = (page: Page) => order(page).getByRole('button', { name: /Continue to payment/ })
const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' })
const history = (page: Page) => page.getByRole('region', { name: 'Payment history' })

test('a merchant chooses a plan, pays it in the simulator, and downloads its invoice as a PDF', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(MANAGE)
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText('Free trial: 25 of 25 QR requests left')).toBeVisible()
  await expect(page.getByText('No Payment History')).toBeVisible()
  await page.getByRole('link', { name: 'View Plans' }).click()
  await expect(page).toHaveURL(`${ORIGIN}${NEW}`)
  await expect(continueToPayment(page)).toBeDisabled()
  await expect(page.getByText('Selected')).toHaveCount(0)
  await choose(page, 'Enterprise', '168 days')
  await expect(page.getByText('Selected')).toHaveCount(1)
  // Both labels are always there, and each plan has the price of a request beside its label.
  for (const label of ['Save 15%', 'Save 25%'])
    await expect(page.getByRole('group', { name: 'Billing cycle' })).toContainText(label)
  await expect(page.getByRole('group', { name: 'Plan' }).getByText('Save 25%')).toHaveCount(3)
  // The operator of another story may be changing the price of one of them.
  await expect(page.getByRole('group', { name: 'Plan' }).getByText('₹1.00 for each').first()).toBeVisible()
  await expect(order(page)).toContainText('₹35,999')
  await expect(order(page)).toContainText('Starts when your payment is received')
  await page.reload()
  await expect(planNamed(page, 'Enterprise')).toBeChecked()

  await page.route('**/user/new-subscription', async (route) => {
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    await route.continue()
  })
  await continueToPayment(page).click()
  await page.waitForURL(/\/pay\/[0-9A-Z]{26}$/)
  await expect(page.getByText('₹35,999.00').first()).toBeVisible()
  await page.getByRole('link', { name: 'Pay in the simulator' }).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment successful', exact: true })).toBeVisible()
  await page.goBack()
  await page.waitForURL((url) => url.pathname === MANAGE)
  await expect(page.getByText('Payment received. Your plan is active.')).toBeVisible()
  await expect(plan(page)).toContainText('Enterprise')
  await expect(plan(page)).toContainText('Active')
  await expect(plan(page)).toContainText('0/35,999')
  await expect(plan(page)).toContainText('35,999 remaining')
  await expect(plan(page)).toContainText('168 days left')
  await expect(page.getByRole('button', { name: 'Renew' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page).toHaveURL(`${ORIGIN}${MANAGE}`)
  const row = history(page).getByRole('row').nth(1)
  for (const shown of ['Enterprise', '168 days', '₹35,999.00', 'UPI', 'Success'])
    await expect(row).toContainText(shown)
  let send = (): void => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/invoice.pdf', async (route) => {
    await held
    await route.continue()
  })
  const downloaded = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Invoice/ }).click()
  await expect(row.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  send()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^GL-\d\d-\d\d-\d{6}\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the effect of a purchase on the current plan is shown before the payment', async ({ page }) => {
  await enterDashboard(page)
  await buyPlan(page, 'basic', '28days')
  await page.goto(NEW)
  await choose(page, 'Basic', '84 days')
  await expect(page.getByText('Your plan', { exact: true })).toBeVisible()
  await expect(order(page)).toContainText('Renews your Basic plan')
  await expect(order(page)).toContainText('21,498')
  await choose(page, 'Startup', '28 days')
  await expect(order(page)).toContainText('Replaces your Basic plan at once')
  await expect(order(page)).toContainText('4,999 remaining QR requests are carried over')
  await expect(order(page)).toContainText('The 28 days left are not carried over')
})

test('renewing needs a confirmation and opens the payment of the same plan', async ({ page }) => {
  await enterDashboard(page)
  await buyPlan(page, 'startup', '28days')
  await page.goto(MANAGE)
  await page.getByRole('button', { name: 'Renew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew Startup for 28 days?' })
  await expect(dialog).toContainText('You pay ₹1,699 by UPI')
  await expect(dialog).toContainText('8,599 QR requests are added to the 8,599 you have left')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/pay\/[0-9A-Z]{26}$/)
  await expect(page.getByText('₹1,699.00').first()).toBeVisible()
})

test('the payment history lists every attempt, and offers an invoice only for a success', async ({
  page,
}) => {
  await enterDashboard(page)
  await buyPlan(page, 'basic', '28days')
  await buyPlan(page, 'startup', '84days', 'declined')
  await page.goto(MANAGE)
  await expect(history(page).getByRole('columnheader')).toHaveText([
    'Order ID',
    'Plan',
    'Billing Cycle',
    'Amount (INR)',
    'Payment Method',
    'Status',
    'Date',
    'Invoice',
  ])
  await expect(history(page).getByRole('button', { name: /^Invoice/ })).toHaveCount(1)
  const tile = (name: string) => history(page).getByRole('region', { name })
  await expect(tile('Successful payments')).toContainText('1')
  await expect(tile('Total amount paid')).toContainText('₹999.00')
  await expect(tile('Current plan')).toContainText('Startup')
  const link = plan(page).getByRole('link', { name: 'Payment History' })
  await expect(link).toHaveAttribute('href', MANAGE)
  await page.setViewportSize({ width: 1280, height: 420 })
  await link.click()
  await expect(history(page)).toBeInViewport({ ratio: 0.3 })
  await page.setViewportSize({ width: 400, height: 800 })
  await expect(history(page).getByRole('table')).toHaveCount(0)
  await expect(history(page).getByRole('listitem')).toHaveCount(2)
})

const usage = { orderId: '01JD8K7Q2M4V6X8Z0B2D4F6H8K', billingCycle: 28, planAmount: 2399 }

test('few days left and a nearly used quota are red, and an ended plan is inactive', async ({ page }) => {
  await enterDashboard(page)
  const answer = (over: object) =>
    page.route('**/user/subscription', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: {
            ...usage,
            plan: 'premium',
            planStart: '2026-11-01T04:00:00.000Z',
            planExpiry: '2026-11-29T04:00:00.000Z',
            isActive: true,
            qrLimit: 11_999,
            qrRemaining: 1_999,
            daysLeft: 7,
            ...over,
          },
        },
      }),
    )
  const red = 'rgb(179, 38, 30)'
  await answer({})
  await page.goto(MANAGE)
  await expect(plan(page)).toContainText('10,000/11,999')
  await expect(plan(page).getByText('7 days left')).toHaveCSS('color', red)
  await expect(plan(page).getByRole('meter', { name: 'QR requests used' })).toHaveAttribute(
    'data-tone',
    'red',
  )
  await page.unroute('**/user/subscription')
  await answer({ daysLeft: 8, qrRemaining: 2_400 })
  await page.reload()
  await expect(plan(page)).toContainText('8 days left')
  await expect(plan(page).getByText('8 days left')).not.toHaveCSS('color', red)
  const meter = plan(page).getByRole('meter')
  await expect(meter).toHaveAttribute('data-tone', 'calm')
  await expect(async () => {
    const [bar, fill] = [await meter.boundingBox(), await meter.locator('div').boundingBox()]
    expect(fill?.height).toBe(bar?.height)
    expect((fill?.width ?? 0) / (bar?.width ?? 1)).toBeCloseTo(0.8, 2)
  }).toPass()
  await page.unroute('**/user/subscription')
  await answer({ daysLeft: 0, isActive: false })
  await page.reload()
  await expect(plan(page)).toContainText('Inactive')
  await expect(page.getByRole('button', { name: 'Renew' })).toHaveCount(0)
  await expect(plan(page).getByRole('link', { name: 'View Plans' })).toBeVisible()
})

test('each failed request on the subscription screens shows an error and can be repeated', async ({
  page,
  context,
}) => {
  await enterDashboard(page)
  let answer = (): void => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  for (const call of ['subscription', 'subscription-history'])
    await page.route(`**/user/${call}`, async (route) => {
      await asked
      await route.fulfill({ status: 500, body: '' })
    })
  await page.goto(MANAGE)
  await expect(page.getByRole('status', { name: 'Loading subscription' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading payment history' })).toBeVisible()
  answer()
  await expect(page.getByText('Failed to fetch subscription', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to fetch subscription history')).toBeVisible()
  for (const call of ['subscription', 'subscription-history']) await page.unroute(`**/user/${call}`)
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No Payment History')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No Payment History')).toBeVisible()

  await page.goto(NEW)
  await choose(page, 'Basic', '28 days')
  const buying = '**/user/new-subscription'
  await page.route(buying, (route) => route.fulfill({ status: 500, body: '' }))
  await continueToPayment(page).click()
  await expect(page.getByText('Failed to create subscription')).toBeVisible()
  await page.unroute(buying)
  await context.setOffline(true)
  await continueToPayment(page).click()
  await expect(page.getByText('Something went wrong while creating subscription')).toBeVisible()
  await context.setOffline(false)
  await page.route(buying, (route) =>
    route.fulfill({
      status: 503,
      json: {
        success: false,
        code: 'platform_not_connected',
        msg: 'You cannot buy a plan yet, because the operator has not connected an account. Please try again later.',
      },
    }),
  )
  await continueToPayment(page).click()
  await expect(order(page).getByRole('alert')).toContainText('You cannot buy a plan yet')
  await expect(order(page)).toContainText('Nothing was charged.')
  await expect(continueToPayment(page)).toBeEnabled()
})

test('an ended session opens the login, and the chosen plan is still selected afterwards', async ({
  page,
}) => {
  const { email } = await enterDashboard(page)
  await page.goto(NEW)
  await choose(page, 'Startup', '84 days')
  await endSession(page, () => continueToPayment(page).click())
  await signInAndContinue(page, email)
  await page.waitForURL((url) => url.pathname === NEW)
  await expect(planNamed(page, 'Startup')).toBeChecked()
  await expect(cycleNamed(page, '84 days')).toBeChecked()
})

test('a merchant who returns without a completed payment sees its state', async ({ page }) => {
  await enterDashboard(page)
  const unpaid = await buyPlan(page, 'basic', '28days', 'pending')
  await page.goto(`${MANAGE}?client_txn_id=PLAN-1&txn_id=${unpaid}`)
  await expect(page.getByText('Your payment has not been confirmed yet.')).toBeVisible()
  const declined = await buyPlan(page, 'startup', '28days', 'declined')
  await page.goto(`${MANAGE}?txn_id=${declined}`)
  await expect(page.getByText('The payment was not completed, so nothing has changed.')).toBeVisible()
})

test('the pricing page shows the current prices of the server', async ({ page }) => {
  await page.route('**/api/v1/plans', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: [{ planName: 'basic', offers: [{ billingCycle: '28days', price: 1099, qrRequests: 5500 }] }],
      },
    }),
  )
  await page.goto('/pricing')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Basic' }) })
  await expect(card).toContainText('₹1,099')
  await expect(card).toContainText('5,500 QR requests')
  await expect(page.getByText('₹1,699')).toBeVisible()
})
