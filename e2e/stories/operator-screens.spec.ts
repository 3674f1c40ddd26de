import { expect, test } from '@playwright/test'
import { endSession, registerMerchant, signInAndContinue } from '../support/merchant.ts'
import { enterAsOperator } from '../support/operator.ts'
import { ORIGIN } from '../support/place.ts'

const SCREENS = [
  { call: '**/api/v1/operator/merchants**', heading: 'Merchants' },
  { call: '**/api/v1/operator/plans', heading: 'Plans' },
  { call: '**/api/v1/operator/attention**', heading: 'Attention' },
  { call: '**/api/v1/operator/webhooks', heading: 'Webhooks & providers' },
  { call: '**/api/v1/operator/jobs', heading: 'Jobs' },
  { call: '**/api/v1/operator/audit**', heading: 'Audit log' },
  { call: '**/api/v1/operator/system', heading: 'System' },
  { call: '**/api/v1/operator/kyc**', heading: 'KYC queue' },
] as const

test('every operator screen shows loading, offline and error states, and Try Again loads it', async ({
  page,
}) => {
  await enterAsOperator(page)
  const menu = page.getByRole('navigation', { name: 'Operator' })
  const alert = page.getByRole('alert')
  const tryAgain = page.getByRole('button', { name: 'Try Again' })
  for (const [index, { call, heading }] of SCREENS.entries()) {
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(call, async (route) => {
      await held
      await route.abort('internetdisconnected')
    })
    // The others by the menu: a page that is loaded while requests are intercepted fetches every script again.
    if (index === 0) await page.goto('/operator/merchants')
    else await menu.getByRole('link', { name: heading }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
    answer()
    await expect(alert).toBeVisible()
    await page.route(call, (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, msg: 'Something went wrong on our side. Please try again.' },
      }),
    )
    await tryAgain.click()
    await expect(alert.filter({ hasText: 'Something went wrong on our side' })).toBeVisible()
    // Nothing goes on promising what will not come by itself.
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
    await page.unroute(call)
    await tryAgain.click()
    await expect(alert).toHaveCount(0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
})

test('Show more moves the focus to the first new row, even on the last page', async ({ page }) => {
  await registerMerchant(page.request, 'Sharma Electronics')
  await enterAsOperator(page)
  await page.route('**/api/v1/operator/merchants**', async (route) => {
    const reply = await (await route.fetch({ url: `${ORIGIN}/api/v1/operator/merchants` })).json()
    const [row] = reply.data
    const isSecond = route.request().url().includes('after=')
    const data = isSecond
      ? ['First of the rest', 'Last of all'].map((name) => ({ ...row, id: `mer_${name}`, name }))
      : reply.data
    await route.fulfill({ json: { ...reply, data, next: isSecond ? null : row.id } })
  })
  await page.goto('/operator/merchants')
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Last of all' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'First of the rest' })).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an ended session opens the login and then returns to the requested screen', async ({ page }) => {
  await enterAsOperator(page)
  await page.goto('/operator/system')
  await expect(page.getByText('PostgreSQL').first()).toBeVisible()
  await endSession(page, () => page.getByRole('link', { name: 'Jobs' }).click())
  await signInAndContinue(page, 'operator@example.com', 'operator horse battery')
  await page.waitForURL(`${ORIGIN}/operator/jobs`)
})
