import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Bank email' })
const field = (page: Page, name: string) => panel(page).locator(`[name=${name}]`)

/** Nothing listens there. */
const CLOSED_PORT = '9'

test('a mailbox is tested, connected, shown as unreadable with the reason, and disconnected', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/connect-merchant')
  await panel(page).getByRole('button', { name: 'Connect mailbox' }).click()
  await expect(panel(page).getByText('Please enter the app password')).toBeVisible()
  await field(page, 'username').fill('shop@gmail.com')
  await expect(field(page, 'host')).toHaveAttribute('placeholder', 'imap.gmail.com')
  await field(page, 'password').fill('abcd efgh ijkl mnop')
  await field(page, 'host').fill('127.0.0.1')
  await field(page, 'port').fill(CLOSED_PORT)
  await panel(page).getByRole('button', { name: 'Test mailbox' }).click()
  await expect(panel(page).getByText('The server does not respond.')).toBeVisible()
  await expectNothingFound(page, 'a tested mailbox')
  await panel(page).getByRole('button', { name: 'Connect mailbox' }).click()
  await expect(panel(page).getByText('The mailbox cannot be read')).toBeVisible()
  await expect(panel(page).getByText('127.0.0.1, port 9')).toBeVisible()
  await expectNothingFound(page, 'a mailbox that cannot be read')
  await panel(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Mailbox disconnected')).toBeVisible()
  await expect(field(page, 'username')).toHaveValue('')
})
