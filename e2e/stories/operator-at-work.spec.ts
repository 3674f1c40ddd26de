import { HOUR_MS } from '@galla/contract/durations'
import { type APIRequestContext, expect, type Locator, type Page, request, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { shownCode } from '../support/authenticator.ts'
import { logIn, PASSWORD, simulate } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { OPERATOR_EMAIL, OPERATOR_PASSWORD, PORT } from '../support/place.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const OWN_PORT = PORT + 17
const OWN = `http://localhost:${OWN_PORT}`
/** Nobody listens there. */
const NOBODY = 'http://127.0.0.1:9'
/** Half past three at night in India, when the ledger is checked. */
const NIGHT_UTC_HOURS = 22
const CONFIRM_IDENTITY = '**/api/v1/user/confirm-identity'

test.use({ baseURL: OWN, viewport: { width: 1280, height: 900 } })

let app: OwnApp
let gone: Awaited<ReturnType<typeof startReceiver>>
test.beforeAll(async () => {
  gone = await startReceiver()
  gone.answers(410)
  const environment = {
    PUBLIC_URL: OWN,
    OPERATOR_EMAIL,
    OPERATOR_PASSWORD,
    ALLOW_PRIVATE_WEBHOOKS: 'on',
    PAYTM_URL: NOBODY,
    // Mail that cannot be sent is a job that goes on failing.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'galla@example.com',
  }
  app = await startOwnApp(OWN_PORT, environment, { production: true })
})
test.afterAll(async () => {
  gone.close()
  await app.close()
})

interface Shop {
  readonly name: string
  readonly post: (path: string, data?: object) => Promise<{ data: Record<string, string> }>
  readonly api: APIRequestContext
  readonly key: string
}

/** A merchant of the installation, in test mode; the page beside stays the operator's. */
const openShop = async (name: string, email: string): Promise<Shop> => {
  const api = await request.newContext({ baseURL: OWN, extraHTTPHeaders: { origin: OWN } })
  const post: Shop['post'] = async (path, data = {}) => {
    const reply = await api.post(`/api/v1${path}`, { data })
    expect(reply.status(), await reply.text()).toBe(200)
    return reply.json()
  }
  await post('/auth/register', { name, email, mobileNumber: '9876543210', password: PASSWORD })
  await post('/auth/login', { email, password: PASSWORD })
  const { data } = await post('/user/get-api-details')
  return { name, post, api, key: data.apiKey ?? '' }
}

const sell = async ({ api, key }: Shop, outcome: string): Promise<void> => {
  const reply = await api.post('/api/v1/order/create-order', {
    headers: { authorization: `Bearer ${key}` },
    data: {
      client_txn_id: `SHOP-${outcome}`,
      amount: '499.00',
      p_info: 'Masala tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9123456780',
      redirect_url: `${OWN}/`,
    },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  await simulate(api, (await reply.json()).data, outcome)
}

const connect = async ({ name, post }: Shop, merchantUpiId: string, verification: object): Promise<void> => {
  const account = { merchantProvider: 'paytm', merchantName: name, merchantId: 'M22KQ9', merchantUpiId }
  await post('/user/connect-merchant', { ...account, verification })
}

/** Two shops with the troubles that an operator is there for. */
const fill = async (page: Page): Promise<void> => {
  const tea = await openShop('Sharma Tea', 'sharma@tea.example')
  await tea.post('/user/update-webhook-url', { webhookUrl: `${NOBODY}/hook?token=s3cr3t` })
  await sell(tea, 'overpaid')
  await sell(tea, 'success')
  await connect(tea, 'sharmatea@paytm', {
    source: 'paytm-v3',
    credentials: { merchantKey: 'sixteencharacter' },
  })
  // The provider does not answer; what the merchant sees of it, the operator sees of all.
  await tea.api.post('/api/v1/user/test-connection')

  const cloth = await openShop('Rao Cloth House', 'rao@cloth.example')
  await cloth.post('/user/update-webhook-url', { webhookUrl: gone.url })
  await sell(cloth, 'twice')
  await connect(cloth, 'raocloth@paytm', { source: 'paytm-keyless' })
  await page.goto('/features')
  const sent = await cloth.api.post('/api/v1/user/kyc', {
    multipart: {
      documentType: 'panCard',
      documentNumber: 'ABCPK1234L',
      documents: { name: 'pan.png', mimeType: 'image/png', buffer: await page.screenshot() },
    },
  })
  expect(sent.status(), await sent.text()).toBe(200)
  await expect.poll(() => gone.received.length).toBeGreaterThan(0)
  for (const { api } of [tea, cloth]) await api.dispose()
}

const untilNight = (): number => {
  const now = app.now()
  const night = new Date(now)
  night.setUTCHours(NIGHT_UTC_HOURS, 0, 0, 0)
  // The night in which the app itself was started was checked then.
  if (night.getTime() - now.getTime() < HOUR_MS) night.setUTCDate(night.getUTCDate() + 1)
  return (night.getTime() - now.getTime()) / 86_400_000
}

const enter = async (page: Page): Promise<void> => {
  await logIn(page, OPERATOR_EMAIL, OPERATOR_PASSWORD)
  await page.getByRole('link', { name: 'Open the operator console' }).click()
}

const panel = (page: Page) => page.getByRole('region', { name: 'Two-factor login' })

/** As an operator of a real installation must, before anything else; their login is some minutes old by now. */
const setUpTwoFactor = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: 'Protect this login first' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Operator' })).toHaveCount(0)
  await expectNothingFound(page, 'the first thing of an operator')
  app.minutesPass(11)
  const turnOn = panel(page).getByRole('button', { name: 'Turn on' })
  await turnOn.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const password = dialog.getByLabel('Your Password')
  await expect(password).toBeFocused()
  await expectNothingFound(page, 'the password before two-factor login')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(turnOn).toBeFocused()
  await turnOn.click()
  const go = dialog.getByRole('button', { name: 'Continue' })
  await go.click()
  await expect(dialog.getByText('Please enter your current password')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('not the password')
  // Also the second time.
  for (let n = 0; n < 2; n += 1) {
    await go.click()
    await expect(dialog.getByText('The current password is not correct')).toBeVisible()
    await expect(password).toHaveValue('not the password')
  }
  await password.fill(OPERATOR_PASSWORD)
  await page.route(CONFIRM_IDENTITY, (route) => route.abort())
  await go.click()
  await expect(page.getByText('Something went wrong while confirming')).toBeVisible()
  await expect(password).toHaveValue(OPERATOR_PASSWORD)
  await page.unroute(CONFIRM_IDENTITY)
  await go.click()
  await expect(panel(page).getByRole('heading', { name: /^1\. Scan the code/ })).toBeFocused()
  await expect(dialog).toHaveCount(0)
  const key = ((await panel(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  await panel(page)
    .getByLabel(/^2\. Enter the code/)
    .fill(shownCode(key, 0, app.now()))
  await panel(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panel(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  )
  await panel(page).getByRole('button', { name: 'I have saved them' }).click()
}

const follow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Between phone and desk every column still has room for a word. */
const expectRoomOnTablets = async (page: Page, table: Locator): Promise<void> => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 768, height: 900 })
  for (const cell of await table.locator('tbody tr').first().getByRole('cell').all())
    await expect
      .poll(async () => (await cell.boundingBox())?.width, (await cell.textContent()) ?? undefined)
      .toBeGreaterThan(96)
  if (before !== null) await page.setViewportSize(before)
}

test('an operator in production confirms their identity, and sees failures, affected merchants and system health', async ({
  page,
}) => {
  await fill(page)
  const bytes = await app.backUp('galla-night.tar.age')
  await app.daysPass(untilNight())
  await enter(page)
  await setUpTwoFactor(page)

  await follow(page, 'KYC queue')
  await expect(page.getByRole('link', { name: 'Review the documents of Rao Cloth House' })).toBeVisible()

  await follow(page, 'Attention')
  await expect(page.getByText('Nothing needs attention')).toBeVisible()
  await page.getByText('Both', { exact: true }).click()
  const payments = page.getByRole('table', { name: 'Payments' })
  const over = payments.getByRole('row').filter({ hasText: 'Sharma Tea' })
  for (const shown of ['Other amount', 'order asks ₹499.00']) await expect(over).toContainText(shown)
  const twice = payments.getByRole('row').filter({ hasText: 'Rao Cloth House' })
  await expect(twice).toContainText('Paid twice')

  await follow(page, 'Webhooks & providers')
  const webhooks = page.getByRole('table', { name: 'Failing webhooks' })
  const failing = webhooks.getByRole('row').filter({ hasText: 'Sharma Tea' })
  for (const shown of ['127.0.0.1:9', 'Failing']) await expect(failing).toContainText(shown)
  await expect(webhooks.getByRole('row').filter({ hasText: 'Rao Cloth House' })).toContainText('Paused')
  await expect(page.getByText('s3cr3t')).toHaveCount(0)
  await expectRoomOnTablets(page, webhooks)
  const providers = page.getByRole('region', { name: 'Providers' })
  await expect(providers.getByRole('listitem')).toHaveText(['Paytm for Business2 accounts'])
  const sources = page.getByRole('region', { name: 'Automatic verification' }).getByRole('listitem')
  await expect(sources.first()).toContainText('1 failing, 0 paused')
  await expect(sources.last()).toContainText('Not checked yet')

  await follow(page, 'Jobs')
  const jobs = page.getByRole('table', { name: 'Jobs' })
  const mail = jobs.getByRole('row').filter({ hasText: 'merchant.registered' }).first()
  for (const shown of ['Failing', 'ECONNREFUSED', 'attempt']) await expect(mail).toContainText(shown)
  await expectRoomOnTablets(page, jobs)
  await mail.getByRole('button', { name: 'Try merchant.registered again now' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The job is tried again now' })).toBeVisible()

  await follow(page, 'System')
  await expect(page.getByText(/^All checks passed, for 3 orders and 4 payments\.$/)).toBeVisible()
  const fact = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByRole('term').filter({ hasText: name }) })
      .locator('dd')
  await expect(fact('Last backup')).toContainText(/galla-night\.tar\.age, [\d.]+ KB$/)
  expect(bytes).toBeGreaterThan(1_000)
  await expect(fact('Environment')).toHaveText('Production')
  await expect(fact('Mail')).toHaveText('Sent by SMTP')

  await follow(page, 'Audit log')
  await expect(page.getByRole('table').getByText(/^merchant\.registered \([0-9a-f-]{36}\)$/)).toBeVisible()

  await follow(page, 'Merchants')
  await page.getByRole('link', { name: 'Rao Cloth House' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rao Cloth House' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Accounts' })).toContainText('raocloth@paytm')
  await expect(page.getByRole('region', { name: 'Webhooks' })).toContainText('Paused')
  await expect(page.getByRole('region', { name: 'KYC' })).toContainText('PAN Card')
})
