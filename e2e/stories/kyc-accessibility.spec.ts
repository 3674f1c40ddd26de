import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { enterDashboard } from '../support/merchant.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

test('KYC is accessible, from an empty form to updated documents', async ({ page }) => {
  await enterDashboard(page)
  await page.goto('/dashboard/kyc')
  await expect(page.getByRole('heading', { name: 'Start Your KYC Verification' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload KYC Documents' }).click()
  await expect(page.getByText('Please select at least one document to upload')).toBeVisible()
  await expectNothingFound(page, 'nothing filled in')

  await page.getByLabel('Document Type').selectOption({ label: 'Aadhaar Card' })
  await page.getByLabel('Document Number').fill('999941057058')
  const name = `${'a very long name '.repeat(8)}.png`
  await page.getByLabel(/^Documents/).setInputFiles({ name, mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('list', { name: 'Chosen documents' })).toBeVisible()
  await expectNothingFound(page, 'filled in')

  await page.getByRole('button', { name: 'Upload KYC Documents' }).click()
  await expect(page.getByRole('heading', { name: 'Pending Verification' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open Document 1' })).toBeVisible()
  await expectNothingFound(page, 'pending')
  await page.getByRole('button', { name: 'Open Document 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Document 1' })).toBeVisible()
  await expectNothingFound(page, 'in full')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Update Documents' }).click()
  await expect(page.getByRole('dialog', { name: 'Update Documents' })).toBeVisible()
  await expectNothingFound(page, 'sending others')
})
