import { expect, type Page, test } from '@playwright/test'
import {
  createOrder,
  editProfile,
  endSession,
  enterDashboard,
  logIn,
  PASSWORD,
  signInAndContinue,
} from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const SAVE = '**/user/update-profile'

const details = (page: Page) => page.getByRole('region', { name: 'Business details' })

const edit = async (page: Page): Promise<void> => {
  await page.goto('/dashboard')
  await editProfile(page)
}

test('the profile is shown read-only, can be edited, and keeps the typed values when a save fails', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Electronics')
  await page.goto('/dashboard')
  await expect(details(page).getByRole('term')).toHaveText([
    'Full Name',
    'Email Address',
    'Mobile Number',
    'Website Name',
    'Website URL',
    'Payment page language',
    'Receipts by email',
    'Support on the payment page',
  ])
  await expect(page.getByText('Change Password')).toHaveCount(0)
  await editProfile(page)
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Change Password' }).getByRole('textbox')).toHaveCount(3)
  await expect(page.getByLabel('Website URL')).toHaveAttribute('type', 'url')
  await expect(page.getByLabel('Email Address')).toHaveAttribute('type', 'email')
  await page.getByLabel('Website Name').fill('Sharma Online')
  await page.getByLabel('Email customers their receipt').check()
  await page.getByLabel('Website URL').fill('https://sharma.example')
  await page.route(SAVE, (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to update profile' })
  await expect(failed).toBeVisible()
  await failed.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failed).toHaveCount(0)
  await page.unroute(SAVE)
  await page.route(SAVE, (route) => route.abort())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Something went wrong while updating profile')).toBeVisible()
  await page.unroute(SAVE)
  await expect(page.getByLabel('Website Name')).toHaveValue('Sharma Online')

  let answer = (): void => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(SAVE, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  answer()
  const saved = page.getByRole('status').filter({ hasText: 'Profile updated successfully' })
  await expect(saved).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(details(page).getByText('https://sharma.example')).toBeVisible()
  await expect(details(page).getByText('Sent to customers')).toBeVisible()
  await saved.getByRole('button', { name: 'Dismiss' }).click()
  await expect(saved).toHaveCount(0)
  await page.reload()
  await expect(details(page).getByText('Sharma Online')).toBeVisible()
})

test('each invalid field shows an error in place, and Cancel discards all changes', async ({ page }) => {
  await enterDashboard(page, 'Sharma Electronics')
  await edit(page)
  await page.getByLabel('Full Name').fill(' ')
  await page.getByLabel('Email Address').fill('new@example.com')
  await page.getByLabel('Mobile Number').fill('98-76x5')
  await expect(page.getByLabel('Mobile Number')).toHaveValue('98765')
  // Letter by letter, and then a slip of the finger in its middle.
  await page.getByLabel('Mobile Number').fill('')
  await page.getByLabel('Mobile Number').pressSequentially('+91 98765 43210')
  await expect(page.getByLabel('Mobile Number')).toHaveValue('9876543210')
  for (const key of ['Home', 'ArrowRight', 'x', '7', 'Delete', '0']) await page.keyboard.press(key)
  await expect(page.getByLabel('Mobile Number')).toHaveValue('9076543210')
  await page.getByLabel('Mobile Number').fill('98765')
  await page.getByLabel('Website URL').fill('sharma')
  await page.getByLabel('Support Email').fill('not an address')
  await page.getByLabel('Support Phone').fill('call me')
  await page.getByLabel('New Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  for (const message of [
    'Business name is required',
    'Phone number must be 10 digits',
    'Please enter a valid URL starting with http:// or https://',
    'Please enter a valid email address',
    'Please enter a valid phone number',
    'Password must be at least 8 characters',
    'Passwords do not match',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(details(page).getByText('Sharma Electronics')).toBeVisible()
  await editProfile(page)
  await expect(page.getByLabel('Full Name')).toHaveValue('Sharma Electronics')
})

test('a new password needs the current one, and the password fields are empty after the change', async ({
  page,
}) => {
  const { email } = await enterDashboard(page)
  const next = 'another good password'
  await edit(page)
  await page.getByLabel('Current Password').fill('not the password')
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm New Password').fill(next)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The current password is not correct')).toBeVisible()
  await expect(page.getByLabel('Current Password')).toBeFocused()
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await editProfile(page)
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(next)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${ORIGIN}/login`)
  await logIn(page, email, next)
})

test('a session that ends during an edit loses no typed values except the password', async ({ page }) => {
  const { email } = await enterDashboard(page)
  await edit(page)
  await page.getByLabel('Website Name').fill('Sharma Online')
  await page.getByLabel('Show it on the payment page').check()
  await page.getByLabel('Support Phone').fill('1800 123 456')
  await endSession(page, () => page.getByRole('button', { name: 'Save Changes' }).click())
  await signInAndContinue(page, email)
  await page.waitForURL(`${ORIGIN}/dashboard`)
  await expect(page.getByLabel('Website Name')).toHaveValue('Sharma Online')
  await expect(page.getByLabel('Support Phone')).toHaveValue('1800 123 456')
  await expect(page.getByLabel('Show it on the payment page')).toBeChecked()
})

test('the support contact is shown on the payment page', async ({ page }) => {
  const { key } = await enterDashboard(page)
  await edit(page)
  await page.getByLabel('Show it on the payment page').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Enter an email or a phone number to show')).toBeVisible()
  await page.getByLabel('Support Email').fill('help@sharma.example')
  await page.getByLabel('Support Phone').fill('1800 123 456')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(details(page).getByText('help@sharma.example, 1800 123 456')).toBeVisible()
  const order = await createOrder(page.request, key)
  await page.goto(order.payment_url)
  const help = page.getByRole('link', { name: /help@sharma\.example/ })
  await expect(help).toHaveAttribute('href', 'mailto:help@sharma.example')
  // On a narrow phone the address goes below the question; neither is broken to stand beside the other.
  await page.setViewportSize({ width: 320, height: 640 })
  const lines = await help.evaluate((link) =>
    [...link.childNodes].map((part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }),
  )
  expect(lines).toEqual([1, 1])
  await expect(page.getByRole('link', { name: '1800 123 456' })).toHaveAttribute('href', 'tel:1800123456')
})
