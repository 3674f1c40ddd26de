import { expect, test } from '@playwright/test'
import { drawStatement } from '../../server/src/bank-statements/pdf/draw-statement-harness.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const FILE = [
  'Sample Bank,,,',
  'Date,Narration,Withdrawal Amt.,Deposit Amt.',
  '21/11/2024,UPI/CR/632500000001/ASHA RAO/asha@okaxis/Tea,,499.00',
  '21/11/2024,UPI/632500000002/SHOP/shop@ybl/Stock,20.00,',
  '99/11/2024,UPI/CR/632500000003/ASHA RAO,,5.00',
  '',
].join('\n')

test('a statement is uploaded, previewed, imported and reported', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reconciliation/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Import statement' })).toBeVisible()
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'letter.csv', mimeType: 'text/csv', buffer: Buffer.from('Dear Sir') })
  await expect(page.getByRole('alert')).toContainText('No table was found')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await expect(page.getByText('UTR 632500000001')).toBeVisible()
  await expect(
    page.getByText('1 payment, ₹499.00, 21 Nov 2024; 1 debit is left out; 1 row cannot be read'),
  ).toBeVisible()
  // A row cannot be read, so the columns are open.
  await expect(page.getByLabel('Credit')).toHaveValue('3')
  await expectNothingFound(page, 'the preview of a statement')
  await page.getByLabel('Credit').selectOption('2')
  await expect(page.getByText('₹20.00')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Credit')).toHaveValue('2')
  await expect(page.getByText('₹20.00')).toBeVisible()
  await page.getByLabel('Credit').selectOption('3')
  await expect(page.getByText('UTR 632500000001')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(page.getByText('Imported: 3 rows were read.')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Row 5: The date cannot be read: 99/11/2024')).toBeVisible()
  await expectNothingFound(page, 'the report of an import')
  await page.reload()
  await expect(page.getByText('Payments imported')).toBeVisible()
})

test('recognised columns are folded, and a sentence says what will be imported', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reconciliation/import')
  const file = FILE.replace('99/11/2024', '22/11/2024').replace(',,5.00', ',,250.00')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(
    page.getByText(/^2 payments, ₹749\.00, 21\s?–\s?22 Nov 2024; 1 debit is left out$/),
  ).toBeVisible()
  await expect(page.getByLabel('Credit')).toBeHidden()
  await expectNothingFound(page, 'a recognised statement')
  await page.getByText('Columns', { exact: true }).click()
  await page.getByLabel('Credit').selectOption('2')
  await expect(page.getByRole('button', { name: 'Import 3 rows' })).toBeEnabled()
  await page.getByLabel('Credit').selectOption('3')
  await page.getByRole('button', { name: 'Import 2 payments' }).click()
  await expect(page.getByText('Payments imported')).toBeVisible({ timeout: 90_000 })
})

test('dates that can be read in two ways are asked about before the import', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reconciliation/import')
  const file = 'Date,Narration,Credit\n03/04/2024,UPI/CR/632500000011/ASHA RAO/asha@okaxis/Tea,499.00\n'
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const format = page.getByLabel('Date format')
  await expect(format).toHaveValue('')
  await expect(page.getByText('Which day is 03/04/2024 in this file?')).toBeVisible()
  await expectNothingFound(page, 'the question for the order of day and month')
  await page.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'whether the day or the month stands first in 03/04/2024',
  )
  await format.selectOption('mdy')
  await expect(page.getByText('UTR 632500000011')).toBeVisible()
  await page.reload()
  await expect(format).toHaveValue('mdy')
  await page.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(page.getByText('Imported: 1 rows were read.')).toBeVisible({ timeout: 90_000 })
})

test('the last chosen columns are previewed and imported, even if an earlier preview arrives late', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reconciliation/import')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  const credit = page.getByLabel('Credit')
  await expect(credit).toHaveValue('3')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const preview = '**/statements/*/preview'
  await page.route(
    preview,
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  const start = page.getByRole('button', { name: /^Import / })
  await credit.selectOption('2')
  await expect(start).toBeDisabled()
  await credit.selectOption('3')
  await expect(start).toBeEnabled()
  const late = page.waitForResponse(preview)
  release()
  await (await late).finished()
  await expect(credit).toHaveValue('3')
  const confirmed = page.waitForRequest('**/statements/*/confirm')
  await start.click()
  expect((await confirmed).postDataJSON().columns.credit).toBe(3)
  await expect(page.getByText('Imported: 3 rows were read.')).toBeVisible({ timeout: 90_000 })
  await page.unrouteAll()
})

test('columns whose preview failed are not imported until they were read', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/reconciliation/import')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await expect(page.getByText('UTR 632500000001')).toBeVisible()
  await page.route('**/statements/*/preview', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Credit').selectOption('2')
  await expect(page.getByRole('alert')).toContainText('This page may be out of date.')
  await expect(page.getByText('UTR 632500000001')).toHaveCount(0)
  const start = page.getByRole('button', { name: /^Import / })
  await expect(start).toBeDisabled()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('₹20.00')).toBeVisible()
  await expect(start).toBeEnabled()
})

test('a locked PDF asks for its password and opens with it', async ({ page }) => {
  const buffer = await drawStatement({
    columns: [
      { title: 'Date', left: 40, width: 60 },
      { title: 'Narration', left: 105, width: 250 },
      { title: 'Credit', left: 370, width: 80, align: 'right' },
    ],
    rows: [['21/11/2024', 'UPI/CR/632500000001/ASHA RAO/asha@okaxis/Tea', '499.00']],
    pdf: { pdfVersion: '1.7ext3', userPassword: 'SAMP0101' },
  })
  await enterDashboard(page)
  await page.goto('/dashboard/reconciliation/import')
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('This PDF needs a password')).toBeVisible()
  const password = page.getByRole('textbox', { name: 'Password of the PDF' })
  await expect(password).toBeFocused()
  await expectNothingFound(page, 'the password of a PDF')
  await password.fill('SAMP0102')
  await page.getByRole('button', { name: 'Open the PDF' }).click()
  await expect(page.getByText('The password does not open this PDF')).toBeVisible()
  await password.fill('SAMP0101')
  await page.getByRole('button', { name: 'Open the PDF' }).click()
  await expect(page.getByText('UTR 632500000001')).toBeVisible()
})

test('a merchant who replaced an account chooses which account a statement belongs to', async ({ page }) => {
  await enterDashboard(page)
  const connect = async (upiId: string) => {
    const reply = await page.request.post('/api/v1/user/connect-merchant', {
      headers: { origin: ORIGIN },
      data: {
        merchantProvider: 'other',
        merchantName: 'Sharma Electronics',
        merchantId: 'M1',
        merchantUpiId: upiId,
      },
    })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await connect('first@hdfcbank')
  await page.goto('/dashboard/reconciliation/import')
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
  await expect(page.getByLabel('Statement of')).toHaveCount(0)
  await connect('second@hdfcbank')
  await page.reload()
  await expect(page.getByLabel('Statement of')).toHaveValue('')
  await page.getByLabel('Statement of').selectOption({ label: 'first@hdfcbank (before)' })
  await page
    .getByLabel('Statement file')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await expect(page.getByText(/rows for first@hdfcbank/)).toBeVisible()
})
