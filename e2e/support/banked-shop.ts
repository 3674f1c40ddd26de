import { expect, type Page } from '@playwright/test'
import { createBankMail, creditText } from '../../server/testing/bank-mail.ts'
import { startFakeDns } from '../../server/testing/fake-dns.ts'
import { startFakeImap } from '../../server/testing/fake-imap.ts'
import { bankDay } from './cases.ts'
import { type CreatedOrder, createOrder, enterDashboard } from './merchant.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { qrOnPage } from './qr-on-page.ts'

export const CONNECT = '/dashboard/connect-merchant'
/** The machine may be busy with other tests. */
export const PATIENTLY = { timeout: 90_000 }

/** Noon in India of the day before, so that no clock passes midnight during the story. */
const yesterdayNoon = (): Date => {
  const dayMs = 86_400_000
  const noonMs = 6.5 * 3_600_000
  return new Date(Math.floor((Date.now() - noonMs) / dayMs) * dayMs - dayMs + noonMs)
}

export interface Banks {
  readonly origin: string
  readonly app: OwnApp
  /** An e-mail of the bank to the mailbox, unsigned if `domain` is null. */
  sendMail(rupees: string, utr: string, domain?: null): Promise<void>
  /** The address of the mailbox. */
  readonly login: { readonly password: string; readonly port: number }
  nextUtr(): string
  close(): Promise<void>
}

/** An app for the story, with a bank that sends e-mails to a mailbox. */
export const startBanks = async (port: number): Promise<Banks> => {
  const origin = `http://localhost:${port}`
  const dns = await startFakeDns()
  const environment = {
    PUBLIC_URL: origin,
    DNS_SERVERS: dns.server,
    IMAP_TLS: 'off',
    TRIAL_QR_REQUESTS: '100',
  }
  const app = await startOwnApp(port, environment, { startsAt: yesterdayNoon() })
  const bank = createBankMail(dns, () => app.now())
  const imap = await startFakeImap({ now: () => app.now() })
  let payments = 0
  return {
    origin,
    app,
    login: imap,
    async sendMail(rupees, utr, domain) {
      const text = creditText(rupees, utr, 'ASHA RAO', bankDay(app.now()))
      imap.deliver(await bank.write({ text, ...(domain === null && { domain }) }))
    },
    nextUtr: () => {
      payments += 1
      return String(632_700_000_000 + payments)
    },
    async close() {
      await app.close()
      await imap.close()
      dns.close()
    },
  }
}

export const region = (page: Page, name: string) => page.getByRole('region', { name })

/** What a source reported of the account's payments. */
export const shareOf = (page: Page, source: string) =>
  region(page, 'Payment sources').getByRole('region', { name: source })

const connectAccount = async (page: Page): Promise<void> => {
  await page.goto(CONNECT)
  await page.getByLabel('Payment Provider').selectOption({ label: 'BharatPe' })
  await page.getByRole('textbox', { name: 'Merchant Name' }).fill('Sharma Tea')
  await page.getByRole('textbox', { name: 'Merchant ID' }).fill('M22KQ9')
  await page.getByRole('textbox', { name: /^UPI ID/ }).fill('sharmatea@examplebank')
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(region(page, 'Connected account')).toContainText('sharmatea@examplebank')
}

/** The address in the rule that the phone scans and its forwarder app imports. */
const connectPhone = async (page: Page): Promise<string> => {
  const panel = region(page, 'Alerts from a phone')
  const create = panel.getByRole('button', { name: 'Create alert address' })
  const show = panel.getByRole('button', { name: 'Show setup code' })
  const picture = panel.getByRole('img', { name: /^QR code that sets up/ })
  await expect(async () => {
    if (await create.isVisible()) await create.click({ timeout: 5_000 })
    if (!(await picture.isVisible())) await show.click({ timeout: 5_000 })
    await expect(picture).toBeVisible({ timeout: 5_000 })
  }).toPass(PATIENTLY)
  await expect(panel).toContainText(
    'turn on Heartbeat, paste the alert address above as its URL, set 1 minute',
  )
  await picture.scrollIntoViewIfNeeded()
  const rules = await page.request.get(await qrOnPage(page))
  const [rule] = (await rules.json()) as { url: string }[]
  expect(rule?.url).toMatch(/\/api\/v1\/alerts\/[\w-]+$/)
  return rule?.url ?? ''
}

const connectMailbox = async (page: Page, { login }: Banks): Promise<void> => {
  const panel = region(page, 'Bank email')
  await panel.locator('[name=username]').fill('shop@example.com')
  await panel.locator('[name=password]').fill(login.password)
  await panel.locator('[name=host]').fill('127.0.0.1')
  await panel.locator('[name=port]').fill(String(login.port))
  await panel.getByRole('button', { name: 'Test mailbox' }).click()
  await expect(panel.getByText('The folder INBOX can be read.')).toBeVisible(PATIENTLY)
  await panel.getByRole('button', { name: 'Connect mailbox' }).click()
  await expect(panel.getByText('Mailbox connected')).toBeVisible(PATIENTLY)
}

export interface BankedShop {
  readonly email: string
  sell(amount: string): Promise<CreatedOrder>
  sendSms(from: string, text: string): Promise<void>
  /** As "Incoming SMS to URL Forwarder" sends it: an empty request. */
  sendHeartbeat(): Promise<void>
}

/** A new merchant whose phone and mailbox are connected. */
export const openBankedShop = async (page: Page, banks: Banks): Promise<BankedShop> => {
  const { origin, app } = banks
  const { email } = await enterDashboard(page, 'Sharma Tea', origin)
  await connectAccount(page)
  const alertUrl = await connectPhone(page)
  await connectMailbox(page, banks)
  const details = await page.request.post('/api/v1/user/get-api-details', { data: {}, headers: { origin } })
  const { apiKey } = (await details.json()).data
  const fromPhone = async (data?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const reply = await page.request.post(alertUrl, data ? { data, headers } : { headers })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  return {
    email,
    async sell(amount) {
      const order = await createOrder(page.request, apiKey, { amount })
      // The customer takes some seconds; the date of an e-mail is in whole ones.
      app.minutesPass(0.1)
      return order
    },
    sendSms: (from, text) => fromPhone({ from, text }),
    sendHeartbeat: () => fromPhone(),
  }
}

export const hdfcSms = (rupees: string, utr: string, day: string): string =>
  `Credit Alert! Rs.${rupees} credited to HDFC Bank A/c XX7722 on ${day} from VPA asha@okaxis (UPI ${utr})`
