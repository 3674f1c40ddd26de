import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { faultsOfLook } from '../support/looks.ts'
import { enterDashboard } from '../support/merchant.ts'
import { buyPlan } from '../support/plan.ts'

test('the subscription screens are accessible, from no plan to many payments', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/manage-subscription')
  await expect(page.getByText('No Payment History')).toBeVisible()
  await page.getByRole('button', { name: 'Save billing details' }).click()
  await expect(page.getByText('Legal name is required')).toBeVisible()
  await expectNothingFound(page, 'no subscription, billing details with messages')
  await page.goto('/dashboard/new-subscription')
  await expect(page.getByText('₹999')).toBeVisible()
  await expectNothingFound(page, 'nothing chosen')

  await buyPlan(page, 'basic', '28days')
  await buyPlan(page, 'startup', '28days', 'declined')
  await buyPlan(page, 'premium', '168days', 'pending')
  await page.goto('/dashboard/new-subscription?plan=premium&cycle=168days')
  await expect(page.getByText('Replaces your Basic plan at once')).toBeVisible()
  await expectNothingFound(page, 'another plan chosen')
  await page.goto('/dashboard/manage-subscription')
  await expect(page.getByText('₹35,999.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Renew' })).toBeVisible()
  await expectNothingFound(page, 'a plan and its payments')
  await page.getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByText('You pay')).toBeVisible()
  await expectNothingFound(page, 'renewing')

  // With more than 30 days left two buttons share what three did.
  await buyPlan(page, 'basic', '28days')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/dashboard/manage-subscription')
  await expect(page.getByText('56 days left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Renew' })).toHaveCount(0)
  await expect.poll(() => faultsOfLook(page)).toEqual([])
})

test('the subscription screens are accessible when nothing can be loaded', async ({ page }) => {
  await enterDashboard(page)
  for (const call of ['plans', 'user/subscription*', 'user/billing-details'])
    await page.route(`**/api/v1/${call}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard/manage-subscription')
  await expect(page.getByText('Failed to fetch billing details')).toBeVisible()
  await expectNothingFound(page, 'a failed subscription')
  await page.goto('/dashboard/new-subscription')
  await expect(page.getByText('Failed to fetch plans')).toBeVisible()
  await expectNothingFound(page, 'failed plans')
})
