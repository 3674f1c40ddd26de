import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { editProfile, enterDashboard, logIn, newMerchant, PASSWORD } from '../support/merchant.ts'
import { enterAsOperator } from '../support/operator.ts'
import { OPERATOR_PASSWORD, ORIGIN } from '../support/place.ts'

const COMMON = 'This password is too common. Please choose another one.'
const OWN_NAME = 'Please do not use your name or your email address as the password'

const strength = (page: Page) => page.getByRole('meter', { name: 'Password strength' })
const advice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const expectStrength = (page: Page, name: string) =>
  expect(strength(page)).toHaveAttribute('aria-valuetext', name)

test('registration shows the strength of a password, advises against a common one, and accepts it', async ({
  page,
}) => {
  const { name, email } = newMerchant('Sharma Tea')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/register')
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill('9876543210')
  const field = page.getByLabel('Password', { exact: true })
  await expect(strength(page)).toHaveCount(0)
  await field.fill('iloveyo')
  await expectStrength(page, 'Too short')
  await field.fill('correct horse battery')
  await expectStrength(page, 'Strong')
  await field.fill('sharma tea')
  await expectStrength(page, 'Weak')
  await expect(advice(page, OWN_NAME)).toBeVisible()
  await field.fill('iloveyou')
  await expect(advice(page, COMMON)).toBeVisible()
  await expect(advice(page, OWN_NAME)).toHaveCount(0)
  await expectStrength(page, 'Weak')
  await expectNothingFound(page, 'a weak password')
  expect(sent.filter((request) => request.includes('iloveyou'))).toEqual([])

  await page.getByLabel('Confirm Password').fill('iloveyou')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL(`${ORIGIN}/login`)
  await logIn(page, email, 'iloveyou')
})

test('the strength and the advice are in Hindi for a Hindi reader', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.goto('/reset-password?token=abc')
  const meter = page.getByRole('meter', { name: 'पासवर्ड की मज़बूती' })
  await page.getByLabel('नया पासवर्ड', { exact: true }).fill('iloveyou')
  await expect(meter).toHaveAttribute('aria-valuetext', 'कमज़ोर')
  await expect(page.getByText('यह पासवर्ड बहुत आम है। कृपया कोई दूसरा चुनें।')).toBeVisible()
  await page.getByLabel('नया पासवर्ड', { exact: true }).fill('मेरी दुकान पुणे में')
  await expect(meter).toHaveAttribute('aria-valuetext', 'मज़बूत')
})

const changeTo = async (page: Page, current: string, next: string): Promise<void> => {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await expect(advice(page, COMMON)).toBeVisible()
  await page.getByLabel('Confirm New Password').fill(next)
  await page.getByRole('button', { name: 'Save Changes' }).click()
}

test('a merchant may change to a common password', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard')
  await editProfile(page)
  await changeTo(page, PASSWORD, 'iloveyou')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
})

test('an operator may not change to a common password, and the refusal replaces the advice', async ({
  page,
}) => {
  await enterAsOperator(page)
  await page.goto('/dashboard')
  await editProfile(page)
  await page.getByLabel('Mobile Number').fill('9876543210')
  await changeTo(page, OPERATOR_PASSWORD, 'iloveyou')
  await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
    new RegExp(COMMON),
  )
  await expect(page.getByText(COMMON)).toHaveCount(1)
})
