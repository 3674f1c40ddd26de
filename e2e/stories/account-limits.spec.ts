import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { bankDay } from '../support/cases.ts'
import { connectAccount, enterDashboard } from '../support/merchant.ts'

const PAGE = '/dashboard/connect-merchant'

const connect = async (page: Page, kind: string): Promise<void> => {
  await connectAccount(page.request, { kind })
}

interface GstMeter {
  readonly meter: Locator
  readonly near: Locator
  readonly above: Locator
}

let utrs = 612_345_670_000

/** Makes the address for the phone, which then reports payments of these amounts. */
const connectPhone = async (page: Page): Promise<(rupees: string) => Promise<void>> => {
  const panel = page.getByRole('region', { name: 'Alerts from a phone' })
  // Its strip is loaded after the page, and moves the panel down.
  await expect(page.getByText('Galla cannot see your payments yet.')).toBeVisible()
  await panel.getByRole('button', { name: 'Create alert address' }).click()
  await panel.getByRole('button', { name: 'Show alert address' }).click()
  const address = panel.locator('code')
  await expect(address).not.toContainText('•')
  const url = (await address.textContent()) ?? ''
  return async (rupees) => {
    utrs += 1
    const text = `Rs.${rupees} credited to HDFC Bank A/c XX12 on ${bankDay()} from VPA a@okaxis (UPI ${utrs})`
    const alerted = await page.request.post(url, { data: { from: 'VM-HDFCBK-S', text } })
    expect(alerted.status()).toBe(200)
  }
}

/** What came in is summed in the background. */
const expectMeter = (meter: Locator, text: string): Promise<void> =>
  expect(async () => {
    await meter.page().reload()
    await expect(meter).toHaveAttribute('aria-valuetext', text, { timeout: 8_000 })
  }).toPass()

test('a small merchant sees the UPI rules with dates and sources, and a warning at 80% of the monthly limit', async ({
  page,
}) => {
  await enterDashboard(page)
  await connect(page, 'small_merchant')
  await page.goto(PAGE)
  const card = page.getByRole('region', { name: 'Connected account' })
  await expect(card).toContainText('Small merchant')
  await card.getByText('UPI rules for this kind of account').click()
  await expect(card).toContainText('UPI refuses app links to a merchant that no bank has verified')
  await expect(card).toContainText(
    'OC-76C of 8 April 2025, for banks by 30 April 2025. In force since 30 Apr 2025.',
  )
  await expect(card).toContainText('more than ₹1,00,000 by UPI in each of three months')
  const received = page.getByRole('region', { name: 'Payments received' })
  const month = received.getByRole('meter', { name: 'Monthly limit of a small merchant' })
  await expect(month).toHaveAttribute('aria-valuetext', '₹0.00 of ₹1,00,000')
  await expect(received.getByText('80% of the limit is reached.')).toHaveCount(0)
  const receive = await connectPhone(page)
  const near = received.getByText(/80% of the limit is reached\. After three months/)
  await receive('79999.99')
  await expectMeter(month, '₹79,999.99 of ₹1,00,000')
  await expect(near).toHaveCount(0)
  await receive('0.01')
  await expectMeter(month, '₹80,000.00 of ₹1,00,000')
  await expect(near).toBeVisible()
  await received.getByText('What is counted').click()
  await expect(received).toContainText(
    'Cash and payments to accounts that are not connected here are not counted.',
  )
  await expectNothingFound(page, 'the limits of a small merchant')
})

test('a merchant sees a warning at 80% of each GST registration threshold', async ({ page }) => {
  await enterDashboard(page)
  await connect(page, 'verified_merchant')
  await page.goto(PAGE)
  const received = page.getByRole('region', { name: 'Payments received' })
  const [services, goods] = ['services', 'goods'].map((what) => ({
    meter: received.getByRole('meter', { name: `GST registration, if you sell ${what}` }),
    near: received.getByText(`80% of the limit is reached. If you sell ${what}, ask your accountant`),
    above: received.getByText(`The limit is exceeded. If you sell ${what}, ask your accountant`),
  })) as [GstMeter, GstMeter]
  const receive = await connectPhone(page)
  await receive('1599999.99')
  await expectMeter(services.meter, '₹15,99,999.99 of ₹20,00,000')
  await expect(services.near).toHaveCount(0)
  await receive('0.01')
  await expectMeter(services.meter, '₹16,00,000.00 of ₹20,00,000')
  await expect(services.near).toBeVisible()
  await receive('1599999.99')
  await expectMeter(goods.meter, '₹31,99,999.99 of ₹40,00,000')
  await expect(services.above).toBeVisible()
  await expect(goods.near).toHaveCount(0)
  await receive('0.01')
  await expectMeter(goods.meter, '₹32,00,000.00 of ₹40,00,000')
  await expect(goods.near).toBeVisible()
})

test('each kind of account shows its own rules, and a verified merchant has no monthly limit', async ({
  page,
}) => {
  await enterDashboard(page)
  await connect(page, 'verified_merchant')
  await page.goto(PAGE)
  const card = page.getByRole('region', { name: 'Connected account' })
  await expect(card).toContainText('Verified merchant')
  await expect(page.getByRole('region', { name: 'Payments received' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Change details' }).click()
  const kind = page.getByRole('radiogroup', { name: 'Kind of account' })
  await expect(kind.getByRole('radio', { name: 'Verified merchant' })).toBeChecked()
  const form = page.locator('form').filter({ has: kind })
  await form.getByText('UPI rules for this kind of account').click()
  await expect(form).toContainText('App links work')
  await kind.getByRole('radio', { name: 'Personal' }).check()
  await expect(form).toContainText('UPI refuses app links to a personal UPI ID')
  await expect(form).not.toContainText('up to an hour')
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(card).toContainText('Personal')
})
