import { expect, type Page, test } from '@playwright/test'
import { type BankMail, createBankMail, creditText } from '../../server/testing/bank-mail.ts'
import { type FakeDns, startFakeDns } from '../../server/testing/fake-dns.ts'
import { type FakeImap, startFakeImap } from '../../server/testing/fake-imap.ts'
import { expectNothingFound } from '../support/accessible.ts'
import { type CreatedOrder, createOrder, enterDashboard, stayFromShop } from '../support/merchant.ts'
import { type OwnApp, startOwnApp } from '../support/own-app.ts'
import { PORT } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

const OWN_PORT = PORT + 15
const OWN = `http://localhost:${OWN_PORT}`
const CONNECT = '/dashboard/connect-merchant'
/** The machine may be busy with other tests. */
const PATIENTLY = { timeout: 90_000 }

/** Noon in India of the day before: neither the story nor the browser's own clock meets midnight. */
const yesterdayNoon = (): Date => {
  const dayMs = 86_400_000
  const noonMs = 6.5 * 3_600_000
  return new Date(Math.floor((Date.now() - noonMs) / dayMs) * dayMs - dayMs + noonMs)
}

test.use({ baseURL: OWN, viewport: { width: 1280, height: 900 } })

let app: OwnApp
let dns: FakeDns
let bank: BankMail
let imap: FakeImap
test.beforeAll(async () => {
  dns = await startFakeDns()
  const environment = { PUBLIC_URL: OWN, DNS_SERVERS: dns.server, IMAP_TLS: 'off', TRIAL_QR_REQUESTS: '100' }
  app = await startOwnApp(OWN_PORT, environment, { startsAt: yesterdayNoon() })
  bank = createBankMail(dns, () => app.now())
  imap = await startFakeImap({ now: () => app.now() })
})
test.afterAll(async () => {
  await app.close()
  await imap.close()
  dns.close()
})

const region = (page: Page, name: string) => page.getByRole('region', { name })

const connectAccount = async (page: Page): Promise<void> => {
  await page.goto(CONNECT)
  await page.getByLabel('Payment Provider').selectOption({ label: 'BharatPe' })
  await page.getByRole('textbox', { name: 'Merchant Name' }).fill('Sharma Tea')
  await page.getByRole('textbox', { name: 'Merchant ID' }).fill('M22KQ9')
  await page.getByRole('textbox', { name: /^UPI ID/ }).fill('sharmatea@examplebank')
  await page.getByRole('button', { name: 'Connect Merchant', exact: true }).click()
  await expect(region(page, 'Connected account')).toContainText('sharmatea@examplebank')
}

/** The address in the rule that the phone's camera finds and its forwarder app imports. */
const connectPhone = async (page: Page): Promise<string> => {
  const panel = region(page, 'Alerts from a phone')
  const create = panel.getByRole('button', { name: 'Create alert address' })
  const show = panel.getByRole('button', { name: 'Show set-up code' })
  const picture = panel.getByRole('img', { name: /^QR code that sets up/ })
  await expect(async () => {
    if (await create.isVisible()) await create.click({ timeout: 5_000 })
    if (!(await picture.isVisible())) await show.click({ timeout: 5_000 })
    await expect(picture).toBeVisible({ timeout: 5_000 })
  }).toPass(PATIENTLY)
  await picture.scrollIntoViewIfNeeded()
  const rules = await page.request.get(await qrOnPage(page))
  const [rule] = (await rules.json()) as { url: string }[]
  expect(rule?.url).toMatch(/\/api\/v1\/alerts\/[\w-]+$/)
  return rule?.url ?? ''
}

const connectMailbox = async (page: Page): Promise<void> => {
  const panel = region(page, 'Bank e-mail')
  await panel.locator('[name=username]').fill('shop@example.com')
  await panel.locator('[name=password]').fill(imap.password)
  await panel.locator('[name=host]').fill('127.0.0.1')
  await panel.locator('[name=port]').fill(String(imap.port))
  await panel.getByRole('button', { name: 'Test mailbox' }).click()
  await expect(panel.getByText('The folder INBOX can be read.')).toBeVisible(PATIENTLY)
  await panel.getByRole('button', { name: 'Connect mailbox' }).click()
  await expect(panel.getByText('Mailbox connected')).toBeVisible(PATIENTLY)
}

/** The SMS of four banks, as their phones get them. */
const SMS: readonly { from: string; rupees: string; text: (utr: string) => string }[] = [
  {
    from: 'VM-SBIUPI-S',
    rupees: '101.00',
    text: (utr) =>
      `Dear UPI user, A/C X1234 credited by 101.00 on date 23Nov26 trf from ASHA RAO Refno ${utr} -SBI`,
  },
  {
    from: 'AD-ICICIT-S',
    rupees: '102.00',
    text: (utr) =>
      `Dear Customer, ICICI Bank Account XX123 is credited with Rs 102.00 on 23-Nov-26 from ASHA RAO. UPI:${utr}-ICICI Bank.`,
  },
  {
    from: 'JM-AXISBK-S',
    rupees: '103.00',
    text: (utr) =>
      `INR 103.00 credited to A/c no. XX1234 on 23-11-26 at 10:00:00 IST. Info- UPI/P2A/${utr}/ASHA RAO/HDFC BANK`,
  },
  {
    from: 'VK-KOTAKB-S',
    rupees: '104.00',
    text: (utr) =>
      `Received Rs.104.00 in your Kotak Bank AC X1234 from asha@okaxis on 23-11-26.UPI Ref:${utr}.`,
  },
]
const hdfcSms = (rupees: string, utr: string): string =>
  `Credit Alert! Rs.${rupees} credited to HDFC Bank A/c XX7722 on 23-11-26 from VPA asha@okaxis (UPI ${utr})`

let payments = 0
const nextUtr = (): string => {
  payments += 1
  return String(632_700_000_000 + payments)
}

test('a new merchant hears every payment of five banks by phone and mailbox, learns that the phone is silent, and closes the day', async ({
  page,
  context,
}) => {
  await enterDashboard(page, 'Sharma Tea', OWN)
  await connectAccount(page)
  const alertUrl = await connectPhone(page)
  await connectMailbox(page)
  const details = await page.request.post('/api/v1/user/get-api-details', {
    data: {},
    headers: { origin: OWN },
  })
  const key: string = (await details.json()).data.apiKey

  const sell = async (amount: string, over: { expires_in?: number } = {}): Promise<CreatedOrder> => {
    const order = await createOrder(page.request, key, { amount, ...over })
    // The customer takes some seconds; the date of an e-mail is in whole ones.
    app.minutesPass(0.1)
    return order
  }
  const sendFromPhone = async (data: object): Promise<void> => {
    const reply = await page.request.post(alertUrl, { data })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  const isPaid = async ({ order_id: orderId }: CreatedOrder): Promise<boolean> => {
    const reply = await page.request.get(`/api/v1/user/transactions/${orderId}`)
    return (await reply.json()).data.status === 'success'
  }

  // A customer's open page turns by itself.
  const watched = await sell('101.00')
  const customer = await context.newPage()
  await stayFromShop(context)
  await customer.goto(watched.payment_url)
  await sendFromPhone({ event: 'system:ping' })
  const orders = [watched]
  for (const { rupees } of SMS.slice(1)) orders.push(await sell(rupees))
  for (const { from, text } of SMS) await sendFromPhone({ from, text: text(nextUtr()) })
  await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible(PATIENTLY)
  await customer.close()

  // HDFC sends no SMS for small payments, but an e-mail.
  const small = await sell('105.00')
  imap.deliver(await bank.write({ text: creditText('105.00', nextUtr()) }))
  // Two sources report one payment.
  const both = await sell('606.00')
  const utr = nextUtr()
  imap.deliver(await bank.write({ text: creditText('606.00', utr) }))
  await sendFromPhone({ from: 'VM-HDFCBK-S', text: hdfcSms('606.00', utr) })
  // Nobody signed this one.
  const unpaid = await sell('707.00')
  imap.deliver(await bank.write({ text: creditText('707.00', nextUtr()), domain: null }))
  orders.push(small, both)
  await expect.poll(async () => Promise.all(orders.map(isPaid)), PATIENTLY).toEqual(orders.map(() => true))

  // The phone dies while an order is open, which it still is when the silence was noticed.
  const later = await sell('808.00', { expires_in: 3600 })
  await page.goto(CONNECT)
  const banner = region(page, 'Silent: Phone')
  await expect(banner).toBeHidden()
  const isSilent = async (): Promise<boolean> => {
    app.minutesPass(0.25)
    const { data } = await (await page.request.get('/api/v1/user/sources')).json()
    return data.some((each: { source: string; silence: object | null }) => each.silence !== null)
  }
  await expect.poll(isSilent, { ...PATIENTLY, intervals: [100] }).toBe(true)
  await page.reload()
  await expect(banner).toContainText('no payments reported since')
  await expectNothingFound(page, 'a silent phone beside a mailbox that is heard', [1280])
  const silentMail = async (): Promise<boolean> => {
    app.minutesPass(0.05)
    const { data } = await (await page.request.get('/api/v1/simulator/outbox')).json()
    return data.some(({ text }: { text: string }) => text.includes('no longer reports payments'))
  }
  await expect.poll(silentMail, { ...PATIENTLY, intervals: [200] }).toBe(true)

  // The mailbox carries on.
  imap.deliver(await bank.write({ text: creditText('808.00', nextUtr()) }))
  await expect.poll(() => isPaid(later), PATIENTLY).toBe(true)
  expect(await isPaid(unpaid)).toBe(false)

  const day = app.now().toISOString().slice(0, 10)
  await page.goto(`/dashboard/reconciliation/closing?date=${day}`)
  await expect(region(page, 'Expected')).toContainText('₹1,929.00')
  await expect(region(page, 'Received')).toContainText('₹1,929.00')
  await expect(region(page, 'Difference')).toContainText('₹0.00')
  await expect(region(page, 'By source')).toContainText('7')
})
