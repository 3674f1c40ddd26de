import { expect, test } from '@playwright/test'
import { ORIGIN, PORT } from '../support/place.ts'

test('a page that was opened under another address than PUBLIC_URL names the right one, on every screen', async ({
  page,
}) => {
  const other = `http://galla.localhost:${PORT}`
  for (const path of ['/login?from=mail', '/', '/counter']) {
    await page.goto(`${other}${path}`)
    const link = page.getByRole('alert').getByRole('link', { name: ORIGIN })
    await expect(link).toHaveAttribute('href', `${ORIGIN}${path}`)
    await expect(page.getByRole('alert')).toContainText(`If you run it and ${other} is right`)
  }
  await page.goto(`${other}/login`)
  await page.getByLabel('Email').fill('a@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(`Open Galla at ${ORIGIN}, its own address`)).toBeVisible()
})

test('localhost and 127.0.0.1 are the same address', async ({ page }) => {
  await page.goto(`http://127.0.0.1:${PORT}/login`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
