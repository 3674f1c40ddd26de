import { expect, type Page, test } from '@playwright/test'
import { type FakeSmtp, startFakeSmtp } from '../../server/testing/fake-smtp.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { shownCode } from '../support/authenticator.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 19
const OWN = `http://localhost:${OWN_PORT}`
const EMAIL = 'asha@example.com'
const PASSWORD = 'nine brass kettles'

test.use({ baseURL: OWN, viewport: { width: 1280, height: 900 } })

let app: OwnApp
let smtp: FakeSmtp
test.beforeAll(async () => {
  smtp = await startFakeSmtp()
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'galla@example.com' }
  app = await startOwnApp(OWN_PORT, { PUBLIC_URL: OWN, ...mail }, { production: true })
})
test.afterAll(async () => {
  await app.close()
  await smtp.close()
})

const linkOf = (): string => /http\S+\/setup\?token=\S+/.exec(app.printed.join('\n'))?.[0] ?? ''

const create = async (page: Page, password: string, again = password): Promise<void> => {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(again)
  await page.getByRole('button', { name: 'Create operator' }).click()
}

const setUpTwoFactor = async (page: Page): Promise<void> => {
  const panel = page.getByRole('region', { name: 'Two-factor login' })
  await panel.getByRole('button', { name: 'Turn on' }).click()
  const key = ((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await panel.getByLabel(/^2\. Enter the code/).fill(shownCode(key, 0, app.now()))
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await panel.getByRole('button', { name: 'I have saved them' }).click()
}

test('the first-start link sets up an operator with two-factor login and verified address and email', async ({
  page,
}) => {
  await page.goto('/setup')
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not complete' })).toBeVisible()
  await expectNothingFound(page, 'a setup link without its token')

  await page.goto(linkOf())
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Galla' })).toBeVisible()
  await expect(page).toHaveURL(`${OWN}/setup`)
  await expectNothingFound(page, 'the setup page')
  await create(page, PASSWORD, 'another one')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await create(page, 'password123')
  await expect(page.getByText('This password is too common')).toBeVisible()
  await create(page, PASSWORD)

  await expect(page.getByRole('heading', { level: 1, name: 'Protect this login first' })).toBeVisible()
  await setUpTwoFactor(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Setup' })).toBeVisible()
  await expect(page.getByText('Automatic backups are off')).toBeVisible()
  await expectNothingFound(page, 'the checks after the setup')
  await page.getByRole('button', { name: 'Check address' }).click()
  await expect(page.getByText(`${OWN} reaches this installation`)).toBeVisible()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText(`accepted an email to ${EMAIL}`)).toBeVisible()
  expect(smtp.lines.map(({ line }) => line)).toContain(`RCPT TO:<${EMAIL}>`)
  await smtp.close()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText('Nothing listens at the host and port of SMTP_URL')).toBeVisible()
  await expectNothingFound(page, 'a mail that could not be sent')

  expect((await page.goto(linkOf()))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Galla is already set up' })).toBeVisible()
})
