import { expect, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

const HEADER = 'VM-HDFCBK-S'

test('the merchant is asked once which of two named accounts is the shop’s', async ({ page }, testInfo) => {
  const { key } = await enterDashboard(page)
  await page.goto('/dashboard/connect-merchant')
  const details = await page.request.post('/api/v1/user/get-api-details', {
    data: {},
    headers: { origin: ORIGIN },
  })
  const { pathname: url } = new URL((await details.json()).data.alertUrl)
  const question = page.getByRole('region', { name: "Which account is the shop's?" })
  const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(2, 10).split('-').reverse().join('-')
  for (const [n, account] of ['XX1234', 'XX9876'].entries()) {
    const order = await createOrder(page.request, key, { amount: `${n + 7}.00` })
    const text = `Rs.${n + 7}.00 credited to HDFC Bank A/c ${account} on ${day} from VPA a@okaxis (UPI 61234568000${n})`
    await page.request.post(url, { data: { from: HEADER, text } })
    const statusOf = async () =>
      (await (await page.request.get(`/api/v1/order/status/${order.order_id}`)).json()).status
    await expect.poll(statusOf).toBe(n === 0 ? 'success' : 'created')
    // An order that stays open tells nothing of when its message was recorded.
    await expect(async () => {
      await page.reload()
      await expect(question).toHaveCount(n, { timeout: 8_000 })
    }).toPass()
  }
  const strange = question.getByRole('group', { name: 'Account ending in 9876' })
  await expect(strange).toContainText('Payments wait')
  await question.screenshot({ path: testInfo.outputPath('question.png') })
  await expectNothingFound(page, 'named accounts')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await question.screenshot({ path: testInfo.outputPath('question-360-dark.png') })
  await strange.getByRole('button', { name: "Not the shop's" }).click()
  await expect(strange).toContainText("Not the shop's")
  await page.reload()
  await expect(strange.getByRole('button')).toHaveText(["The shop's"])
})
