import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { enterDashboard, type Shopkeeper } from '../support/merchant.ts'
import { createStatus, enterAsOperator, logInAsOperator } from '../support/operator.ts'
import { ORIGIN } from '../support/place.ts'

interface Beside extends Shopkeeper {
  readonly page: Page
  readonly name: string
}

/** Beside the operator, merchants in browsers of their own: gone with their story, or they would live on beside all later ones. */
const test = base.extend<{ merchantBeside: (name: string) => Promise<Beside> }>({
  merchantBeside: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (name) => {
      const context = await browser.newContext({
        baseURL: ORIGIN,
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
      })
      contexts.push(context)
      const page = await context.newPage()
      return { page, name, ...(await enterDashboard(page, name)) }
    })
    await Promise.all(contexts.map((each) => each.close()))
  },
})

/** Of the buttons that take nothing away, in light. */
const ACCENT = 'rgb(11, 87, 208)'
const unique = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('an operator lands on the operator screens after login, and merchants and visitors cannot open them', async ({
  page,
  merchantBeside,
}) => {
  await logInAsOperator(page)
  await expect(page.getByRole('heading', { name: 'Now', level: 1 })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Operator' })
  for (const name of [
    'Merchants',
    'Plans',
    'Attention',
    'Webhooks & providers',
    'Jobs',
    'Audit log',
    'System',
  ]) {
    await menu.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await menu.getByRole('link', { name: 'My dashboard' }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Operator' }).click()
  await expect(page.getByRole('heading', { name: 'Now', level: 1 })).toBeVisible()

  const merchant = await merchantBeside('No Operator')
  await merchant.page.goto('/operator/merchants')
  await expect(merchant.page.getByRole('heading', { name: 'This page is for operators' })).toBeVisible()
  await merchant.page.goto('/dashboard')
  const own = merchant.page.getByRole('navigation', { name: 'Dashboard' })
  await expect(own.getByRole('link', { name: 'Operator' })).toHaveCount(0)
  await merchant.page.goto('about:blank')
  await merchant.page.context().clearCookies()
  await merchant.page.goto('/operator')
  await merchant.page.waitForURL(`${ORIGIN}/login`)
})

test('an operator suspends a merchant, who sees the reason and cannot create orders, and resumes them', async ({
  page,
  merchantBeside,
}) => {
  const merchant = await merchantBeside(unique('Suspended Tea'))
  await enterAsOperator(page)
  await page.goto('/operator/merchants')
  await page.getByLabel('Search merchants').fill(merchant.name.slice(3).toUpperCase())
  await expect(page).toHaveURL(/search=/)
  // The heading and the merchant.
  await expect(page.getByRole('table', { name: 'Merchants' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: merchant.name }).click()
  await expect(page.getByRole('heading', { name: merchant.name, level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${merchant.name}?` })
  await dialog.getByRole('button', { name: 'Suspend merchant' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('The bank asked for a check.')
  await dialog.getByRole('button', { name: 'Suspend merchant' }).click()
  await expect(toast(page, 'Merchant suspended')).toBeVisible()
  await expect(page.getByText(/Suspended on .*: The bank asked for a check\./)).toBeVisible()

  expect(await createStatus(page.request, merchant.key)).toEqual([403, 'suspended'])
  await merchant.page.goto('/dashboard/orders')
  await expect(
    merchant.page.getByText('Your account is suspended: The bank asked for a check.'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Resume' }).click()
  await page
    .getByRole('dialog', { name: `Resume ${merchant.name}?` })
    .getByRole('button', { name: 'Resume merchant' })
    .click()
  await expect(toast(page, 'Merchant resumed')).toBeVisible()
  expect((await createStatus(page.request, merchant.key))[0]).toBe(200)
  await merchant.page.reload()
  await expect(merchant.page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(merchant.page.getByText('Your account is suspended')).toHaveCount(0)

  const acts = page.getByRole('table', { name: 'Operator actions' })
  await expect(acts.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(acts.getByText('Resumed', { exact: true })).toBeVisible()
  await expect(acts.getByText('The bank asked for a check.')).toBeVisible()
})

test('a new price applies to new purchases, and earlier purchases keep the old one', async ({
  page,
  merchantBeside,
}) => {
  // An offer that no other story buys: prices are the same for all of them.
  const buy = async (name: string): Promise<string> => {
    const merchant = await merchantBeside(name)
    const bought = await merchant.page.request.post('/api/v1/user/new-subscription', {
      data: { planData: { planName: 'startup', billingCycle: '168days' } },
      headers: { origin: ORIGIN },
    })
    expect(bought.status(), await bought.text()).toBe(200)
    return (await bought.json()).data.payment_url
  }
  const early = await buy('Early Tea')
  await enterAsOperator(page)
  await page.goto('/operator/plans')
  await expect(page.getByText("The label says 'Save 25%', but this costs").first()).toBeVisible()
  const change = page.getByRole('button', { name: 'Change Startup, 168 days' })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Change Startup, 168 days' })
  const price = dialog.getByLabel('Price in rupees')
  await expect(price).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  await change.click()
  await price.fill('0')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(dialog.getByText('Please enter a valid amount')).toBeVisible()
  await expect(price).toBeFocused()
  // Three quarters of six times 1,699 is what the label promises.
  await price.fill('7645.50')
  await expect(dialog.getByText("The label says 'Save 25%'")).toHaveCount(0)
  await price.fill('27,500')
  await page.reload()
  await page.getByRole('button', { name: 'Change Startup, 168 days' }).click()
  await expect(price).toHaveValue('27,500')
  await expect(dialog.getByText("The label says 'Save 25%'")).toBeVisible()
  await changeQuota(page, 'startup', '168days')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(dialog.getByText('This price has changed in the meantime.')).toBeVisible()
  await expect(price).toBeFocused()
  await expect(price).toHaveValue('27,500')
  await expect(dialog.getByText('The current price is ₹26,999.00 for 1,00,001 QR requests.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(toast(page, 'Price saved')).toBeVisible()
  await expect(page.getByText('₹27,500.00', { exact: true })).toBeVisible()

  const late = await buy('Late Tea')
  await page.goto(late)
  await expect(page.getByText('₹27,500.00').first()).toBeVisible()
  await page.goto(early)
  await expect(page.getByText('₹26,999.00').first()).toBeVisible()
  await page.goto('/operator/audit')
  await expect(page.getByText('Price ₹26,999.00 → ₹27,500.00')).toBeVisible()
})

/** Changes an offer as another operator does, while this one edits it. */
const changeQuota = async (page: Page, planName: string, billingCycle: string): Promise<void> => {
  const { data } = await (await page.request.get('/api/v1/operator/plans')).json()
  const offer = data.offers.find(
    (each: { planName: string; billingCycle: string }) =>
      each.planName === planName && each.billingCycle === billingCycle,
  )
  const changed = await page.request.put('/api/v1/operator/plans', {
    data: {
      planName,
      billingCycle,
      price: offer.price,
      qrRequests: 100_001,
      replaces: offer.validFrom,
    },
    headers: { origin: ORIGIN },
  })
  expect(changed.status(), await changed.text()).toBe(200)
}

const sendDocuments = async (page: Page): Promise<void> => {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } })
  const sent = await page.request.post('/api/v1/user/kyc', {
    multipart: {
      documentType: 'panCard',
      documentNumber: 'ABCPK1234L',
      documents: { name: 'pan.png', mimeType: 'image/png', buffer: picture },
    },
    headers: { origin: ORIGIN },
  })
  expect(sent.status(), await sent.text()).toBe(200)
}

test('an operator sees the KYC documents beside the number, approves one merchant and rejects another', async ({
  page,
  merchantBeside,
}) => {
  const good = await merchantBeside(unique('Verified Tea'))
  const dark = await merchantBeside(unique('Dark Photo'))
  for (const merchant of [good, dark]) {
    await merchant.page.goto('/features')
    await sendDocuments(merchant.page)
  }
  await enterAsOperator(page)
  await page.goto('/operator/kyc')
  await page.getByRole('link', { name: `Review the documents of ${good.name}` }).click()
  // The queue itself shows numbers, and stays until the documents are there.
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(page.getByText('ABCPK1234L')).toBeVisible()
  const picture = page.getByRole('img', { name: 'Document 1' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Approve' }).click()
  const approving = page.getByRole('dialog', { name: `Approve ${good.name}?` })
  const approve = approving.getByRole('button', { name: 'Approve documents' })
  // Red is for what takes something away.
  await expect(approve).toHaveCSS('background-color', ACCENT)
  await approve.click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await page.goto('/operator/kyc')
  await page.getByRole('link', { name: `Review the documents of ${dark.name}` }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject the documents of ${dark.name}?` })
  await dialog.getByLabel('Reason').fill('The photo is too dark to read.')
  await page.reload()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The photo is too dark to read.')
  await dialog.getByRole('button', { name: 'Reject documents' }).click()
  await expect(page.getByText('Rejected: The photo is too dark to read.')).toBeVisible()

  const status = async (merchant: typeof good) =>
    (await (await merchant.page.request.get('/api/v1/user/kyc-status')).json()).data
  expect(await status(good)).toMatchObject({ status: 'approved', rejectionReason: null })
  expect(await status(dark)).toMatchObject({
    status: 'rejected',
    rejectionReason: 'The photo is too dark to read.',
  })
})
