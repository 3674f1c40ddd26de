import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { registerMerchant } from '../support/merchant.ts'
import { enterAsOperator } from '../support/operator.ts'

const SCREENS = ['', 'kyc', 'merchants', 'plans', 'attention', 'webhooks', 'jobs', 'audit', 'system'] as const

test('the operator screens are accessible', async ({ page }) => {
  const { merchantId } = await registerMerchant(page.request, 'A Shop with a Rather Long Name for a Table')
  await enterAsOperator(page)
  for (const screen of [...SCREENS, `merchant?id=${merchantId}`]) {
    await page.goto(`/operator/${screen}`.replace(/\/$/, ''))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectNothingFound(page, `/operator/${screen}`)
  }
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNothingFound(page, 'the suspension dialog')
})
