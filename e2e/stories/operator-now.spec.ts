import { expect, test } from '@playwright/test'
import { enterAsOperator } from '../support/operator.ts'

const NOW = '**/api/v1/operator/now'

test('the operator console opens on Now, which says how all is and leads to each screen by keyboard', async ({
  page,
}) => {
  await enterAsOperator(page)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Now', level: 1 })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('status').or(main.getByRole('alert')).first()).toContainText(/All well|since/)
  for (const name of ['Orders created', 'Payments recorded', 'Webhooks delivered', 'Replies 5xx'])
    await expect(main.getByRole('region', { name })).toBeVisible()
  await expect(main.getByText(/As of \d+:\d\d/)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Operator' })
  await menu.getByRole('link', { name: 'Now' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'KYC queue', level: 1 })).toBeVisible()
})

test('Now keeps what it knew while the server is away, says from when it is, and goes on by itself', async ({
  page,
}) => {
  await enterAsOperator(page)
  await page.goto('/operator')
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Orders created' })).toBeVisible()
  await page.route(NOW, (route) => route.abort('connectionrefused'))
  const away = main.getByRole('alert').filter({ hasText: 'Galla cannot be reached' })
  await expect(away).toContainText(/This page is as of \d+:\d\d/)
  await expect(main.getByRole('region', { name: 'Orders created' })).toBeVisible()
  await page.unroute(NOW)
  await expect(away).toHaveCount(0)
})

test('Now opens while the database is away and nobody can say whose the session is', async ({ page }) => {
  await enterAsOperator(page)
  await page.route(/\/api\/v1\/(?!operator\/now)/, (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'overloaded', msg: 'Not ready' } }),
  )
  let since = '2026-11-27T20:27:00.000Z'
  await page.route(NOW, async (route) => {
    const reply = await route.fetch()
    const { data, ...rest } = await reply.json()
    const at = '2026-11-27T20:30:00.000Z'
    const troubles = [{ kind: 'database_silent', since, merchants: 3 }]
    await route.fulfill({ json: { ...rest, data: { ...data, at, wellSince: null, troubles } } })
  })
  await page.goto('/operator')
  const headline = page.getByRole('alert').filter({ hasText: 'Database silent' })
  await expect(headline).toHaveText('Database silent since 1:57\u00a0am; 3 merchants affected')
  // Of another day in India, it has the date.
  since = '2026-11-27T18:27:00.000Z'
  await expect(headline).toHaveText(
    /^Database silent since 27 Nov( 2026)?, 11:57\u00a0pm; 3 merchants affected$/,
  )
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
