import { istWallClock } from '@galla/contract/ist'
import { expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

/** India's clock in two seconds: a file has no fractions of them, and its money came after the order. */
const istSoon = (): string => {
  const wall = istWallClock(new Date(Date.now() + 2_000)).toISOString()
  return `${wall.slice(8, 10)}/${wall.slice(5, 7)}/${wall.slice(0, 4)} ${wall.slice(11, 19)}`
}

/** Sends a statement in the screen and imports it. */
const importRows = async (page: Page, text: string, check: () => Promise<void>): Promise<void> => {
  await page.goto('/dashboard/reconciliation/import')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await check()
  await page.getByRole('button', { name: /^Import \d+ (payment|row)/ }).click()
  // A process of low priority reads it.
  await expect(page.getByText(/^Imported: /)).toBeVisible({ timeout: 90_000 })
}

test('a fee is shown with its payment, and a reversal stays open until the merchant decides', async ({
  page,
}) => {
  const { key } = await enterDashboard(page)
  const { order_id: orderId } = await createOrder(page.request, key, { amount: '411.00' })
  await importRows(
    page,
    [
      'Transaction Date,RRN,Payer VPA,MDR,GST on MDR,Net Amount',
      `${istSoon()},632500000701,asha@okaxis,8.22,1.48,401.30`,
      `${istSoon()},632500000702,ravi@ybl,-1.00,,99.00`,
    ].join('\n'),
    async () => {
      await expect(page.getByText('Fee ₹9.70')).toBeVisible()
      await expect(page.getByText('MDR is negative')).toBeVisible()
    },
  )
  await page.goto(`/dashboard/orders?order=${orderId}`)
  await expect(page.getByText('Fee ₹9.70, ₹401.30 reached your account')).toBeVisible()
  await importRows(
    page,
    [
      'Date,Narration,Debit,Credit',
      `${istSoon()},UPI/REV/632500000701/ASHA RAO,411.00,`,
      `${istSoon()},UPI/REV/632500000799/SHOP,,5.00`,
    ].join('\n'),
    async () => {
      await expect(page.getByText('Reversed by the bank')).toBeVisible()
      await expect(page.getByText('Your own payment came back')).toBeVisible()
    },
  )
  await page.getByRole('link', { name: 'Reversed by the bank' }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reversed by the bank, ₹411.00/ })
    .click()
  await expect(page.getByText('The bank reversed ₹411.00.').first()).toBeVisible()
  await expect(page.getByText('UPI/REV/632500000701/ASHA RAO')).toBeVisible()
  await expectNothingFound(page, 'a payment that the bank took back')
  await page.getByRole('button', { name: 'Accept as a loss' }).click()
  await page.getByLabel('Reason').fill('The customer disputed it')
  await page.getByRole('button', { name: 'Accept as a loss' }).click()
  await expect(page.getByText('Reversal accepted as a loss')).toBeVisible()
  await page.goto(`/dashboard/orders?order=${orderId}`)
  await expect(page.getByText('Paid this order')).toBeVisible()
  await expect(page.getByText('confirmed manually')).toHaveCount(0)
})

test('a reversal of an unknown payment stays open until the merchant marks it as seen', async ({ page }) => {
  await enterDashboard(page)
  await importRows(
    page,
    ['Date,Narration,Debit,Credit', `${istSoon()},CHARGEBACK DEBIT UPI ASHA RAO,75.00,`].join('\n'),
    () => expect(page.getByText('Reversed by the bank')).toBeVisible(),
  )
  await page.getByRole('link', { name: 'Reversed by the bank' }).click()
  const section = page.getByRole('region', { name: 'Reversals of unknown payments' })
  await expect(section).toContainText('₹75.00')
  await expect(section).toContainText('CHARGEBACK DEBIT UPI ASHA RAO')
  await expect(section).not.toContainText('It may be one payment or two')
  const details = await page.request.post('/api/v1/user/get-api-details', {
    data: {},
    headers: { origin: ORIGIN },
  })
  const { data } = await details.json()
  const text =
    'Rs.75.00 debited from A/c XX1234 on 21-11-26 towards chargeback of a UPI transaction. -HDFC Bank'
  await page.request.post(data.alertUrl, { data: { from: 'VM-HDFCBK-S', text } })
  await expect(async () => {
    await page.reload()
    await expect(section.getByText('It may be one payment or two')).toHaveCount(2)
  }).toPass()
  await expectNothingFound(page, 'taken back, payment unknown')
  await section.getByRole('button', { name: 'Mark as seen' }).first().click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await section.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(page.getByText('Marked as seen', { exact: true }).first()).toBeVisible()
  await expect(section).toBeHidden()
})
