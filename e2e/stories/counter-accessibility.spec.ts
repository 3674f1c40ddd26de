import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { addCounter, makeCounter, openDevice, payPrintedQr, reloadUntouched } from '../support/counter.ts'

test('the counter is accessible, from the PIN to a lost connection', async ({ page }) => {
  const { staticLink, loginUrl } = await addCounter(page)
  // With one counter a payment to the printed QR would be a sale by itself.
  await makeCounter(page)
  const { pathname, hash } = new URL(loginUrl)
  await page.goto(`${pathname}${hash}`)
  await expect(page.getByLabel('PIN')).toBeVisible()
  await expectNothingFound(page, 'PIN')

  const device = await openDevice(page, loginUrl)
  await payPrintedQr(page.request, staticLink, '250.00')
  await expect(device.getByText('₹250.00 received')).toBeVisible()
  await expect(device.getByText('Not taken yet: 1 payment, ₹250.00')).toBeVisible()
  await expectNothingFound(device, 'a payment that waits')

  await device.getByRole('button', { name: '7', exact: true }).click()
  await device.getByRole('button', { name: 'Show QR' }).click()
  await expect(device.getByRole('img', { name: 'Scan to pay' })).toBeVisible()
  await expectNothingFound(device, 'the QR of an amount')

  await reloadUntouched(device)
  await expect(device.getByRole('button', { name: 'Start' })).toBeVisible()
  await expectNothingFound(device, 'before it may speak')
  await device.getByRole('button', { name: 'Start' }).click()
  await device.context().setOffline(true)
  await expect(device.getByRole('alert')).toContainText('No connection')
  await expectNothingFound(device, 'no connection')
})
