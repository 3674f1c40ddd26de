import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard, simulate } from '../support/merchant.ts'

const CLOSING = '/dashboard/reconciliation/closing'

test('the accountant gets a month for Tally, with the ledgers that the shop named', async ({ page }) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await simulate(page.request, order, 'success')
  await page.goto(CLOSING)
  const panel = page.getByRole('region', { name: 'For the accountant' })
  await panel.getByText('Ledger names and tax invoices').click()
  await panel.getByLabel('Ledger of the bank account').fill('HDFC Bank')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectNothingFound(page, 'the accountant')
  // The page that is opened again in the app has what was saved.
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Payment Link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Link' })).toBeVisible()
  await page.goBack()
  await panel.getByText('Ledger names and tax invoices').click()
  await expect(panel.getByLabel('Ledger of the bank account')).toHaveValue('HDFC Bank')
  const month = panel.getByLabel('Month')
  await month.selectOption({ index: 0 })
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name }).click()
    const file = await download
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const tally = await saved('For Tally')
  expect(tally.name).toMatch(/^galla-tally-test-20\d\d-\d\d\.xml$/)
  expect(tally.text.match(/<VOUCHER /g)).toHaveLength(1)
  expect(tally.text).toContain('<LEDGERNAME>HDFC Bank</LEDGERNAME>')
  expect((await saved('For Zoho Books')).text.trim().split('\n')).toHaveLength(2)
  expect((await saved('For GSTR-1')).name).toMatch(/\.xlsx$/)
})

test('tax invoices need a code and a seller with a GSTIN, each said at its field', async ({ page }) => {
  await enterDashboard(page)
  await page.goto(CLOSING)
  const panel = page.getByRole('region', { name: 'For the accountant' })
  await panel.getByText('Ledger names and tax invoices').click()
  await panel.getByLabel('Issue a tax invoice for every paid order').check()
  const save = panel.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(panel.getByLabel('HSN code or SAC')).toHaveAccessibleDescription(
    'Please enter 4, 6 or 8 digits',
  )
  await panel.getByLabel('HSN code or SAC').fill('0902')
  await save.click()
  await expect(panel.getByText('Please save your billing details with a GSTIN first')).toBeVisible()
  await panel.getByLabel('Legal name').fill('Sharma Tea')
  await panel.getByLabel('Address').fill('12 MG Road')
  await panel.getByLabel('GSTIN').fill('29AAGCB7383J1Z4')
  await panel.getByRole('button', { name: 'Save billing details' }).click()
  await expect(page.getByText('Billing details saved')).toBeVisible()
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectNothingFound(page, 'tax invoices')
})
