import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { ALL_SCRIPTS } from '../support/all-scripts.ts'
import { connectAccount, enterDashboard, logIn, newMerchant, PASSWORD, signIn } from '../support/merchant.ts'
import { otherBrowser } from '../support/other-browser.ts'
import { ORIGIN } from '../support/place.ts'

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
  const url = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  const { pathname, hash } = new URL(url)
  return pathname + hash
}

test('an owner invites an accountant by a link, who joins with a new login; the link works once', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Tea')
  const link = await invite(page, 'Accountant')
  await expect(page.getByText('Anyone with the link')).toBeVisible()
  await expectNothingFound(page, 'the team with an invitation')

  const member = await (await otherBrowser(page)).newPage()
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
  const menu = member.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(menu).toHaveText(['Profile', 'Orders', 'Reusable Links', 'Manage Subscription'])
  await expect(member.getByText('New payment link')).toHaveCount(0)
  await member.goto('/dashboard/api-documentation')
  await expect(member.getByText('Your role does not open this page')).toBeVisible()
  await expectNothingFound(member, 'a page that the role does not open')
  await member.goto('/dashboard/team')
  await expect(member.getByRole('heading', { name: 'Accountant in Sharma Tea' })).toBeVisible()

  const late = await (await otherBrowser(page)).newPage()
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
  await expect(menu).toHaveText(['Profile', 'Orders', 'Payment Link', 'Api Documentation'])
  await member.goto('/dashboard/api-documentation')
  await expect(member.getByRole('heading', { level: 1, name: 'Api Documentation' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Meera Iyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Meera Iyer')).toHaveCount(0)
  await member.reload()
  await member.waitForURL('/login')
  await signIn(member, email)
  await member.goto('/dashboard')
  await expect(member.getByText('Your login is in no shop')).toBeVisible()
  await expect(menu).toHaveText(['Security'])
})

test('an invitation is accepted with a login that exists, and left again', async ({ page }) => {
  await enterDashboard(page, 'Sharma Tea')
  const link = await invite(page, 'Developer')
  const other = await (await otherBrowser(page)).newPage()
  const { email } = await enterDashboard(other, 'Rao Books')
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('/login')
  await other.goto(link)
  await other.getByRole('link', { name: 'Sign in' }).click()
  // The form for a new login has the same two fields, and stands there until this one is drawn.
  await expect(other.getByLabel('Remember me')).toBeVisible()
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByText(`You join as ${email}.`)).toBeVisible()
  await other.getByRole('button', { name: 'Join the team' }).click()
  await other.waitForURL('/dashboard')
  const shops = other.getByRole('combobox', { name: 'Shop' })
  await expect(shops.locator('option:checked')).toHaveText('Sharma Tea')
  const tab = await other.context().newPage()
  await tab.goto('/dashboard/team')
  await expect(tab.getByRole('heading', { name: 'Developer in Sharma Tea' })).toBeVisible()
  await shops.selectOption('Rao Books')
  await expect(other.getByRole('link', { name: 'KYC' })).toBeVisible()
  await expect(shops.locator('option:checked')).toHaveText('Rao Books')
  // It stayed visible beside the other window.
  await tab.waitForURL('/dashboard')
  await expect(tab.getByRole('link', { name: 'KYC' })).toBeVisible()
  const toPaymentLink = () => other.goto('/dashboard/generate-payment-link')
  const amount = other.getByLabel('Amount')
  await toPaymentLink()
  await amount.fill('4321')
  await shops.selectOption('Sharma Tea')
  await other.waitForURL('/dashboard')
  // What was typed for one shop is not sent in another.
  await toPaymentLink()
  await expect(shops.locator('option:checked')).toHaveText('Sharma Tea')
  await expect(amount).toHaveValue('')
  // Not that a link is gone: while the page is loaded again, all are.
  const menu = other.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(menu).toHaveText(['Profile', 'Orders', 'Payment Link', 'Api Documentation'])
  await other.goto(await invite(page, 'Cashier'))
  await expect(other.getByText(`You join as ${email}.`)).toBeVisible()
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

test('a cashier lands at the counters', async ({ page }) => {
  await enterDashboard(page, 'Sharma Tea')
  const { request } = page
  const headers = { origin: ORIGIN }
  await request.post('/api/v1/user/counters', {
    data: { name: 'Front desk', language: 'hi', pin: '4711' },
    headers,
  })
  const invited = await request.post('/api/v1/user/team/invitations', { data: { role: 'cashier' }, headers })
  const token = new URL((await invited.json()).data.url).hash.slice(1)
  const { name, email } = newMerchant('Ravi')
  const data = { token, name, email, password: PASSWORD }
  await request.post('/api/v1/auth/invitation/join', { data, headers })
  const cashier = await (await otherBrowser(page)).newPage()
  await logIn(cashier, email)
  await cashier.getByRole('link', { name: 'Open your dashboard' }).click()
  await cashier.waitForURL('/dashboard/counters')
  await expect(cashier.getByText('ask an owner or admin for its login link')).toBeVisible()
  await expect(cashier.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveText([
    'Profile',
    'Counters',
  ])
  await expect(cashier.getByRole('button', { name: 'Add counter' })).toHaveCount(0)
  await expectNothingFound(cashier, 'the counters of a cashier')
  await cashier.goto('/dashboard/security')
  await expect(cashier.getByRole('region', { name: 'Your login' })).toContainText(email)
  await expectNothingFound(cashier, 'the login of a member')
})

test('an admin reads the connected account and its sources, and is offered nothing that only an owner may do', async ({
  page,
}) => {
  await enterDashboard(page, 'Sharma Tea')
  await connectAccount(page.request)
  const link = await invite(page, 'Admin')
  const member = await (await otherBrowser(page)).newPage()
  await member.goto(link)
  await member.getByLabel('Your name').fill('Anjali Gupta')
  await member.getByLabel('Email').fill(newMerchant().email)
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await member.getByRole('button', { name: 'Join the team' }).click()
  await member.waitForURL('/dashboard')
  const refused: string[] = []
  member.on('response', (reply) => reply.status() === 403 && refused.push(reply.url()))
  await member
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Connect Merchant' })
    .click()
  const account = member.getByRole('region', { name: 'Connected account' })
  await expect(account.getByText('sharma@hdfcbank')).toBeVisible()
  await expect(member.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(account.getByRole('button', { name: 'Change details' })).toHaveCount(0)
  await expectNothingFound(member, 'the account for an admin')
  expect(refused).toEqual([])
})
