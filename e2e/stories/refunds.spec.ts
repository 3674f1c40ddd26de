import { expect, type Page, test } from '@playwright/test'
import { bankDay } from '../support/cases.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const drawerOf = (page: Page) => page.getByRole('dialog', { name: /^Order/ })
const refundsOf = (page: Page) => drawerOf(page).getByRole('region', { name: 'Refunds' })

const startRefund = async (page: Page, amount: string) => {
  await refundsOf(page).getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund', exact: true })
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: 'Start the refund' }).click()
  return dialog
}

const today = bankDay().replace(/(\d\d)$/, '20$1')

test('a merchant refunds an order in parts with their own app, and never more than was paid', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key, { amount: '499.00' })
  await simulate(page.request, order, 'success')
  await page.goto(`/dashboard/orders?order=${order.order_id}`)
  const refunds = refundsOf(page)
  await refunds.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund', exact: true })
  await expect(dialog.getByLabel('Amount')).toHaveValue('499.00')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(await startRefund(page, '100.00')).toHaveCount(0)
  const first = refunds.getByRole('listitem').filter({ hasText: '₹100.00' })
  await expect(first.getByText('Requested').first()).toBeVisible()
  await expect(first.getByRole('img', { name: 'QR code of the refund' })).toBeVisible()
  await expect(first.getByRole('link', { name: 'Open my UPI app' })).toHaveAttribute(
    'href',
    /^upi:\/\/pay\?pa=.*&am=100\.00&cu=INR$/,
  )
  await expect(await startRefund(page, '300.00')).toHaveCount(0)
  await expect(refunds.getByText('₹99.00 left')).toBeVisible()
  const above = await startRefund(page, '99.01')
  await expect(above.getByText('Only ₹99.00 is left to refund')).toBeVisible()
  await expect(above.getByLabel('Amount')).toBeFocused()
  await above.getByRole('button', { name: 'Cancel' }).click()
  await first.getByRole('button', { name: 'Enter the UTR' }).click()
  const sent = page.getByRole('dialog', { name: 'Refund of ₹100.00' })
  await sent.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(sent.getByText(/Please enter the UTR/)).toBeVisible()
  await sent.getByLabel('UTR of the refund').fill('612345670010')
  await sent.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(first.getByText('Sent').first()).toBeVisible()
  await first.getByRole('button', { name: 'Correct the UTR' }).click()
  await expect(sent.getByLabel('UTR of the refund')).toHaveValue('612345670010')
  await sent.getByLabel('UTR of the refund').fill('612345670001')
  await sent.getByRole('button', { name: 'Correct the UTR' }).click()
  await expect(first.getByText('612345670001')).toBeVisible()
  const second = refunds.getByRole('listitem').filter({ hasText: '₹300.00' })
  await second.getByRole('button', { name: 'Cancel the refund' }).click()
  await page
    .getByRole('dialog', { name: 'Refund of ₹300.00' })
    .getByRole('button', { name: 'Cancel the refund' })
    .click()
  await expect(second.getByText('Cancelled').first()).toBeVisible()
  await expect(refunds.getByText('₹399.00 left')).toBeVisible()
  const orderUrl = page.url()
  await page.goto('/dashboard/reconciliation/import')
  const rows = [
    'Date,Narration,Withdrawal Amt.,Deposit Amt.',
    `${today},UPI/DR/612345670001/ASHA RAO/HDFC/asha@okaxis/Refund,100.00,`,
    `${today},UPI/CR/612345670002/MEERA/meera@okaxis/Tea,,12.00`,
    '',
  ]
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.getByLabel('Statement file').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(page.getByText('Payments imported')).toBeVisible({ timeout: 90_000 })
  await page.goto(orderUrl)
  await expect(first.getByText('Confirmed · Statement')).toBeVisible()
  await drawerOf(page).getByRole('link', { name: 'See in Reconciliation' }).click()
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' })
  await expect(history.getByText('Refund of ₹100.00 sent, UTR 612345670010')).toBeVisible()
  await expect(
    history.getByText('UTR of the refund of ₹100.00 corrected to 612345670001. Before: 612345670010'),
  ).toBeVisible()
})
