import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { letterSentBy } from '../support/letters.ts'
import { editProfile, enterDashboard, logIn, newMerchant, PASSWORD } from '../support/merchant.ts'

const NEW_PASSWORD = 'a stapler of my own'

/** Gives the link in the letter to the new address. */
const requestChange = async (page: Page, email: string): Promise<string> => {
  await page.goto('/dashboard')
  await editProfile(page)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Current Password').fill(PASSWORD)
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
  }
  return (await letterSentBy(page.request, { to: email, link: 'confirm-email' }, save)).path
}

const notice = (page: Page) => page.getByRole('region', { name: 'New email address' })

test('a new email address must be confirmed, and a link to the old one can recover the account', async ({
  page,
}) => {
  const { email } = await enterDashboard(page)
  const { email: next } = newMerchant()
  const link = await requestChange(page, next)
  await expect(notice(page)).toContainText(`Confirm ${next}:`)
  await expectNothingFound(page, 'a new address that waits')
  await page.goto(link)
  await expect(page).toHaveURL(/\/confirm-email$/)
  await expectNothingFound(page, 'the confirmation of a new address')
  const confirm = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(page.getByRole('heading', { name: 'Your email address was changed' })).toBeFocused()
  }
  const back = await letterSentBy(page.request, { to: email, link: 'restore-email' }, confirm)
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
  await expect(page.getByText(next).first()).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Security events' })).toContainText('Email address changed')

  await page.goto(back.path)
  await expectNothingFound(page, 'the way back to the old address')
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Recover my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is recovered' })).toBeFocused()
  expect((await page.request.get('/api/v1/auth/session')).status()).toBe(401)
  await logIn(page, email, NEW_PASSWORD)
})

test('cancelling an email change disables its confirmation link', async ({ page }) => {
  await enterDashboard(page)
  const { email: next } = newMerchant()
  const link = await requestChange(page, next)
  await notice(page).getByRole('button', { name: 'Cancel change' }).click()
  await expect(page.getByText('Your email address stays as it is')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
  await expectNothingFound(page, 'a link that works no more')
  await page.goto('/restore-email')
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
})
