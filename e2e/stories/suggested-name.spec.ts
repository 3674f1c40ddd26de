import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { connectAccount, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

/** Connects an account and imports a statement whose heading names its holder. */
const importStatementOf = async (page: Page, holder: string): Promise<void> => {
  await connectAccount(page.request)
  await page.goto('/dashboard/reconciliation/import')
  const rows = [
    `Account Name,${holder}`,
    'Date,Narration,Debit,Credit',
    '21/11/2024 10:00:00,UPI/CR/632600000001/ASHA RAO/asha@okaxis/Tea,,10.00',
    '',
  ]
  await page.getByLabel('Statement file').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  await page.getByRole('button', { name: /^Import \d+ (payment|row)/ }).click()
  // A process of low priority reads it.
  await expect(page.getByText(/^Imported: /)).toBeVisible({ timeout: 90_000 })
  await page.goto('/dashboard/connect-merchant')
  // What is loaded after the page, such as a strip, moves it.
  await page.waitForLoadState('networkidle')
}

const suggestion = (page: Page) => page.getByRole('region', { name: 'Suggested name' })

/** Opens the payment page of a live order. */
const openPaymentPage = async (page: Page): Promise<void> => {
  const post = (path: string, data: object) =>
    page.request.post(`/api/v1/user/${path}`, { headers: { origin: ORIGIN }, data })
  expect((await post('mode', { mode: 'live' })).status()).toBe(200)
  const made = await post('generate-payment-link', {
    client_txn_id: 'NAMED-1',
    amount: '499.00',
    p_info: 'Tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://example.com',
  })
  await page.goto((await made.json()).data.payment_url)
}

test('the account name of a statement is suggested, and shown on the payment page once accepted', async ({
  page,
}) => {
  await enterDashboard(page)
  await importStatementOf(page, 'RAVI KUMAR')
  await expect(suggestion(page)).toContainText('Your bank statement names the account holder RAVI KUMAR.')
  await expectNothingFound(page, 'suggested name')
  await suggestion(page).getByRole('button', { name: 'Use this name' }).click()
  await expect(suggestion(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Connected account' })).toContainText('RAVI KUMAR')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Connected account' })).toContainText('RAVI KUMAR')
  await expect(suggestion(page)).toBeHidden()
  await openPaymentPage(page)
  await expect(page.getByText('Your app will show RAVI KUMAR')).toBeVisible()
})

test('a dismissed name is not suggested again or shown on the payment page', async ({ page }) => {
  await enterDashboard(page)
  await importStatementOf(page, 'RAVI KUMAR')
  await suggestion(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(suggestion(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Connected account' })).toContainText('Sharma Electronics')
  await expect(suggestion(page)).toBeHidden()
  await openPaymentPage(page)
  await expect(page.getByText('Sharma Electronics').first()).toBeVisible()
  await expect(page.getByText('Your app will show')).toBeHidden()
})
