import { expect, test } from '@playwright/test'
import { enterDashboard } from '../support/merchant.ts'

const MANAGE = '/dashboard/manage-subscription'

test('billing details are validated per field, take the state from the GSTIN, and survive a reload', async ({
  page,
}) => {
  await enterDashboard(page)
  await page.goto(MANAGE)
  const form = page.getByRole('region', { name: 'Billing details' })
  const save = form.getByRole('button', { name: 'Save billing details' })
  await save.click()
  await expect(form.getByText('Legal name is required')).toBeVisible()
  await expect(form.getByLabel('Legal name')).toBeFocused()
  await form.getByLabel('Legal name').fill('Sharma Tea Pvt Ltd')
  await form.getByLabel('Address').fill('12 MG Road, Bengaluru 560001')
  await form.getByLabel('GSTIN').fill('29aagcb7383j1z5')
  await form.getByLabel('State').selectOption({ label: 'Karnataka' })
  await save.click()
  await expect(form.getByText('Please enter a valid GSTIN')).toBeVisible()
  await form.getByLabel('State').selectOption({ label: 'Kerala' })
  await form.getByLabel('GSTIN').fill('29aagcb7383j1z4')
  await expect(form.getByLabel('State')).toHaveValue('29')
  await page.reload()
  await expect(form.getByLabel('GSTIN')).toHaveValue('29AAGCB7383J1Z4')
  await save.click()
  await expect(page.getByText('Billing details saved')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Address')).toHaveValue('12 MG Road, Bengaluru 560001')
})
