import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { ALL_SCRIPTS } from '../support/all-scripts.ts'
import { enterDashboard, newMerchant, PASSWORD, signIn } from '../support/merchant.ts'

test.use(ALL_SCRIPTS)

/** Invites in the dialog, and returns the link. */
const invite = async (page: Page, role: string): Promise<string> => {
  await page.goto('/dashboard/team')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByText('Choose a role')).toBeVisible()
  await dialog.getByLabel(role, { exact: true }).check()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const url = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const { pathname, hash } = new URL(url)
  return pathname + hash
}

test('an owner invites an accountant by a link, who joins with a new login; the link works once', async ({
  page,
  browser,
}) => {
  await enterDashboard(page, 'Sharma Tea')
  const link = await invite(page, 'Accountant')
  await expect(page.getByText('Anyone with the link')).toBeVisible()
  await expectNothingFound(page, 'the team with an invitation')

  const member = await (await browser.newContext()).newPage()
  await member.goto(link)
  await expect(member.getByRole('heading', { level: 1, name: 'Join Sharma Tea' })).toBeVisible()
  await expect(member).toHaveURL(/\/join$/)
  await expectNothingFound(member, 'an invitation')
  const { email } = newMerchant()
  await member.getByLabel('Your name').fill('Meera Iyer')
  await member.getByLabel('Email').fill(email)
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await member.getByRole('button', { name: 'Join the team' }).click()
  await member.waitForURL('/dashboard')
  await member.goto('/dashboard/team')
  await expect(member.getByRole('heading', { name: 'Accountant in Sharma Tea' })).toBeVisible()

  const late = await (await browser.newContext()).newPage()
  await late.goto('/join')
  await expect(late.getByText('This link is not complete')).toBeVisible()
  await late.goto(link)
  await expect(late.getByText('This invitation was already used, cancelled, or has expired.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('row', { name: 'Meera Iyer' })).toContainText('Accountant')
  await page.getByRole('button', { name: 'Change the role of Meera Iyer' }).click()
  await page.getByRole('dialog').getByLabel('Developer', { exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('row', { name: 'Meera Iyer' })).toContainText('Developer')
  await member.reload()
  await expect(member.getByRole('heading', { name: 'Developer in Sharma Tea' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Meera Iyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Meera Iyer')).toHaveCount(0)
  await member.reload()
  await member.waitForURL('/login')
})

test('an invitation is accepted with a login that exists, and left again', async ({ page, browser }) => {
  await enterDashboard(page, 'Sharma Tea')
  const link = await invite(page, 'Developer')
  const other = await (await browser.newContext()).newPage()
  const { email } = await enterDashboard(other, 'Rao Books')
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('/login')
  await other.goto(link)
  await other.getByRole('link', { name: 'Sign in' }).click()
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByText(`You join as ${email}.`)).toBeVisible()
  await other.getByRole('button', { name: 'Join the team' }).click()
  await other.waitForURL('/dashboard')
  await other.goto(await invite(page, 'Cashier'))
  await other.getByRole('button', { name: 'Join the team' }).click()
  await expect(other.getByText('You already work in this shop')).toBeVisible()

  await other.goto('/dashboard/team')
  await other.getByRole('button', { name: 'Leave the team' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await other.waitForURL('/login')
  await signIn(other, email)

  await page.goto('/dashboard/team')
  await page.getByRole('button', { name: 'Cancel the invitation: Cashier' }).click()
  await expect(page.getByText('Open invitations')).toHaveCount(0)
})
