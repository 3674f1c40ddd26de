import type { Page } from '@playwright/test'
import { COUNTER_PIN, type ScreenShop } from './screens-shop.ts'

/** A screen of the gallery. To show another one, add a row. */
export interface Screen {
  /** The name of the picture's file. */
  readonly name: string
  readonly title: string
  /** The address, or a function that prepares the screen and returns its address. */
  readonly at: string | ((shop: ScreenShop) => Promise<string>)
  /** Without scripts: with them the page would change. */
  readonly withoutScript?: true
  /** Actions before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

export type Viewer = 'nobody' | 'merchant' | 'operator'

export interface Chapter {
  readonly title: string
  /** The viewer who is logged in. */
  readonly by: Viewer
  readonly screens: readonly Screen[]
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const WEBSITE: Chapter = {
  title: 'The website',
  by: 'nobody',
  screens: [
    { name: 'home', title: 'Home', at: '/' },
    { name: 'features', title: 'Features', at: '/features' },
    { name: 'pricing', title: 'Pricing', at: '/pricing' },
    { name: 'contact', title: 'Contact', at: '/contact' },
    { name: 'docs', title: 'Integration guide', at: '/docs' },
    { name: 'api', title: 'API reference', at: '/api' },
    { name: 'about', title: 'About', at: '/about' },
    { name: 'careers', title: 'Careers', at: '/careers' },
    { name: 'blog', title: 'Blog', at: '/blog' },
    { name: 'privacy', title: 'Privacy', at: '/privacy' },
    { name: 'terms', title: 'Terms', at: '/terms' },
    { name: 'security', title: 'Security', at: '/security' },
    { name: 'legal', title: 'Is this legal?', at: '/legal' },
    { name: 'not-found', title: 'An address that is not there', at: '/no-such-page' },
  ],
}

const ACCESS: Chapter = {
  title: 'Coming in',
  by: 'nobody',
  screens: [
    { name: 'login', title: 'Login', at: '/login' },
    { name: 'login-wrong', title: 'Login, nothing filled in', at: '/login', act: press('Sign in') },
    { name: 'register', title: 'Register', at: '/register' },
    { name: 'forgot-password', title: 'Forgot password', at: '/forgot-password' },
    {
      name: 'forgot-password-sent',
      title: 'Forgot password, sent',
      at: '/forgot-password',
      act: async (page) => {
        // Each device has its own address, because more than five links in a while are refused.
        await page.getByLabel('Email').fill(`asha.rao${page.viewportSize()?.width}@example.com`)
        await page.getByRole('button', { name: 'Send the link' }).click()
        await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      },
    },
    { name: 'reset-password', title: 'Reset password', at: '/reset-password?token=of-the-letter' },
    { name: 'reset-password-broken', title: 'Reset password, without its link', at: '/reset-password' },
  ],
}

const logInAtCounter = async (page: Page) => {
  await page.getByLabel('PIN').fill(COUNTER_PIN)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Show QR' }).waitFor()
}

/** The counter asks for a press before its first sound, unless the browser counts what was done before as one. */
const startCounter = async (page: Page) => {
  const start = page.getByRole('button', { name: 'Start' })
  await start
    .or(page.getByRole('button', { name: /^(Show QR|New amount)$/ }))
    .first()
    .waitFor()
  if (await start.isVisible()) await start.click()
}

const showCounterQr = async (page: Page) => {
  await startCounter(page)
  for (const key of '480') await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByLabel('Note').fill('Table 4')
  await page.getByRole('button', { name: 'Show QR' }).click()
  await page.getByRole('img', { name: 'Scan to pay' }).waitFor()
}

/** Pays the order of the previous picture. */
const receiveAtCounter = async (page: Page) => {
  await startCounter(page)
  await page.getByRole('img', { name: 'Scan to pay' }).waitFor()
  const { data } = await (await page.request.get('/api/v1/counter')).json()
  await page.request.post('/api/v1/simulator/pay', { data: { upi: data.order.link } })
  await page.getByText('₹480.00 received').waitFor()
}

const loseCounter = async (page: Page) => {
  await startCounter(page)
  await page.getByRole('button', { name: 'Show QR' }).waitFor()
  await page.evaluate('Object.defineProperty(navigator, "onLine", { value: false })')
  await page.getByText('No connection').waitFor()
}

const PAYING: Chapter = {
  title: 'Paying',
  by: 'nobody',
  screens: [
    { name: 'pay', title: 'Payment page', at: (shop) => shop.order('pending') },
    { name: 'pay-tamil', title: 'Payment page in Tamil', at: (shop) => shop.order('pending', 'ta') },
    { name: 'pay-urdu', title: 'Payment page in Urdu', at: (shop) => shop.order('pending', 'ur') },
    { name: 'pay-declined', title: 'Payment page, declined', at: (shop) => shop.order('declined') },
    {
      name: 'pay-success',
      title: 'Payment page, paid',
      at: (shop) => shop.order('success'),
      withoutScript: true,
    },
    { name: 'pay-expired', title: 'Payment page, expired', at: (shop) => shop.order('expired') },
    { name: 'receipt', title: 'Receipt', at: (shop) => shop.receipt() },
    { name: 'link', title: 'Page of a reusable link', at: (shop) => shop.reusableLink() },
    { name: 'simulator', title: 'UPI simulator', at: '/simulator' },
    { name: 'simulator-pay', title: 'UPI simulator, a payment', at: (shop) => shop.simulatorLink() },
    { name: 'mail', title: 'Mail of a development server', at: '/simulator/mail' },
  ],
}

const COUNTER: Chapter = {
  title: 'The counter',
  by: 'nobody',
  screens: [
    { name: 'counter-out', title: 'Counter, no device logged in', at: '/counter' },
    { name: 'counter-login', title: 'Counter, the PIN', at: (shop) => shop.counter() },
    {
      name: 'counter',
      title: 'Counter, keypad and payments',
      at: (shop) => shop.counter(),
      act: async (page) => {
        await logInAtCounter(page)
        for (const key of '1249.5') await page.getByRole('button', { name: key, exact: true }).click()
      },
    },
    { name: 'counter-start', title: 'Counter, loaded again', at: '/counter' },
    { name: 'counter-qr', title: 'Counter, the QR of an amount', at: '/counter', act: showCounterQr },
    { name: 'counter-received', title: 'Counter, a payment received', at: '/counter', act: receiveAtCounter },
    { name: 'counter-lost', title: 'Counter, no connection', at: '/counter', act: loseCounter },
  ],
}

const openFirstOrder = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Order .*details/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

const DASHBOARD: Chapter = {
  title: 'The dashboard',
  by: 'merchant',
  screens: [
    { name: 'profile', title: 'Profile and statistics', at: '/dashboard' },
    { name: 'login-security', title: 'Security of the login', at: '/dashboard/security' },
    { name: 'team', title: 'Team', at: '/dashboard/team' },
    { name: 'activity', title: 'Activity', at: '/dashboard/activity' },
    { name: 'collect', title: 'Collect', at: '/dashboard/collect' },
    { name: 'customer-data', title: 'Customer data', at: '/dashboard/customer-data' },
    { name: 'profile-edit', title: 'Profile, editing', at: '/dashboard', act: press('Edit Profile') },
    { name: 'orders', title: 'Orders', at: '/dashboard/orders' },
    {
      name: 'order',
      title: 'Orders, a paid one in detail',
      at: '/dashboard/orders?status=success',
      act: openFirstOrder,
    },
    {
      name: 'order-failed',
      title: 'Orders, a failed one in detail',
      at: '/dashboard/orders?status=failed',
      act: openFirstOrder,
    },
    { name: 'orders-failed', title: 'Orders, failed ones', at: '/dashboard/orders?status=failed' },
    {
      name: 'orders-none',
      title: 'Orders, nothing found',
      at: '/dashboard/orders?search=nobody-of-that-name',
    },
    { name: 'payment-link', title: 'Payment Link', at: '/dashboard/generate-payment-link' },
    { name: 'reusable-links', title: 'Reusable links', at: (shop) => shop.reusableLinks() },
    { name: 'counters', title: 'Counters', at: (shop) => shop.counters() },
    { name: 'connect-merchant', title: 'Connect Merchant', at: '/dashboard/connect-merchant' },
    { name: 'manage-subscription', title: 'Manage Subscription', at: '/dashboard/manage-subscription' },
    { name: 'new-subscription', title: 'New Subscription', at: '/dashboard/new-subscription' },
    { name: 'api-documentation', title: 'Api Documentation', at: '/dashboard/api-documentation' },
    { name: 'kyc', title: 'KYC', at: '/dashboard/kyc' },
  ],
}

const openFirst = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

const RECOGNISING: Chapter = {
  title: 'Recognising money',
  by: 'merchant',
  screens: [
    { name: 'reconciliation', title: 'Reconciliation', at: '/dashboard/reconciliation' },
    {
      name: 'reconciliation-case',
      title: 'Reconciliation, a payment nobody asked for',
      at: '/dashboard/reconciliation',
      act: openFirst(/^Unmatched, /),
    },
    { name: 'closing', title: 'Reconciliation, daily closing', at: '/dashboard/reconciliation/closing' },
    { name: 'import', title: 'Reconciliation, a statement', at: '/dashboard/reconciliation/import' },
    { name: 'webhooks', title: 'Webhooks', at: '/dashboard/webhooks' },
    {
      name: 'webhook',
      title: 'Webhooks, a notification with its attempts',
      at: '/dashboard/webhooks',
      act: openFirst('order.success'),
    },
  ],
}

const OPERATOR: Chapter = {
  title: 'The operator',
  by: 'operator',
  screens: [
    { name: 'operator-kyc', title: 'KYC queue', at: '/operator/kyc' },
    { name: 'operator-merchants', title: 'Merchants', at: '/operator/merchants' },
    { name: 'operator-attention', title: 'Orders needing attention', at: '/operator/attention' },
    { name: 'operator-plans', title: 'Plans', at: '/operator/plans' },
    { name: 'operator-webhooks', title: 'Webhooks and providers', at: '/operator/webhooks' },
    { name: 'operator-jobs', title: 'Jobs', at: '/operator/jobs' },
    { name: 'operator-audit', title: 'Audit log', at: '/operator/audit' },
    { name: 'operator-system', title: 'System', at: '/operator/system' },
  ],
}

export const CHAPTERS: readonly Chapter[] = [
  WEBSITE,
  ACCESS,
  PAYING,
  COUNTER,
  DASHBOARD,
  RECOGNISING,
  OPERATOR,
]
