import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard, PASSWORD } from '../support/merchant.ts'

const ROTATE = '**/api/v1/user/rotate-api-key'
const REFUSED = { success: false, msg: 'Please confirm that it is you', code: 'confirmation_required' }

/** The server answers as it does some minutes after the login, until the identity was confirmed. */
const loggedInLongAgo = async (page: Page): Promise<void> => {
  let confirmed = false
  await page.route('**/api/v1/user/confirm-identity', async (route) => {
    const reply = await route.fetch()
    confirmed ||= reply.ok()
    await route.fulfill({ response: reply })
  })
  await page.route(ROTATE, (route) =>
    confirmed ? route.continue() : route.fulfill({ status: 403, json: REFUSED }),
  )
}

const rotate = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await page
    .getByRole('dialog', { name: /Rotate|Replace/ })
    .getByRole('button', { name: 'Rotate key' })
    .click()
}

test('a sensitive change long after the login asks for the password, and is then made', async ({ page }) => {
  await enterDashboard(page)
  await loggedInLongAgo(page)
  await page.goto('/dashboard/api-documentation')
  await rotate(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Your Password')).toBeFocused()
  await expectNothingFound(page, 'the question who is there')
  await dialog.getByLabel('Your Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The current password is not correct')).toBeVisible()
  await dialog.getByLabel('Your Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('API key replaced')).toBeVisible()
})

test('cancelling the password dialog changes nothing and shows why', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await loggedInLongAgo(page)
  await page.goto('/dashboard/api-documentation')
  await rotate(page)
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(page.getByText('Please confirm that it is you')).toBeVisible()
  const details = await page.request.post('/api/v1/user/get-api-details', { data: {} })
  expect((await details.json()).data.apiKey).toBe(key)
})
