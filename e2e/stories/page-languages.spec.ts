import {
  PAGE_LANGUAGE_CODES,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '@galla/contract/payment-page/page-languages'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNothingFound } from '../support/accessible.ts'
import { ALL_SCRIPTS } from '../support/all-scripts.ts'
import { createOrder, editProfile, enterDashboard, simulate, stayFromShop } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'

test.use(ALL_SCRIPTS)

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

/** A customer's phone: 320 px wide, the narrowest that is still sold. */
const phone = async (browser: Browser, over: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    userAgent: ANDROID,
    reducedMotion: 'reduce',
    ...over,
  })
  return context.newPage()
}

const inLanguage = (address: string, language: PageLanguage): string => `${address}?lang=${language}`

/** Everything that reaches over the side of the screen, or whose text is cut. */
const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isUnseen = getComputedStyle(element).clipPath !== 'none' || width === 0
      // A button whose words are not whole; rows let the padding of their last button hang over.
      const isCut =
        element.matches('a, button, summary, p, h1, h2') && element.scrollWidth > element.clientWidth + 1
      return !isUnseen && (left < -0.5 || right > clientWidth + 0.5 || isCut)
    })
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...wide.map(
        (element) => `${element.localName}.${element.className} "${element.textContent.slice(0, 40)}"`,
      ),
    ]
  })

/** Words of headings and buttons that go on in the next line. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const linesOf = (text: Node, start: number, end: number): number => {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, end)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }
    const texts = [...document.querySelectorAll('h1, button, summary')].flatMap(({ childNodes }) =>
      [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
    )
    return texts.flatMap((text) =>
      [...(text.nodeValue ?? '').matchAll(/\S+/g)]
        .filter(({ index, 0: word }) => linesOf(text, index, index + word.length) > 1)
        .map(([word]) => word),
    )
  })

test('no text overflows and no word is broken at 320 px, in any language and state', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page, 'Sharma Electronics and Home Appliances')
  const over = { amount: '124950.50', p_info: 'Invoice INV-2026-00417 for a refrigerator' }
  const [open, paid, declined, expired] = [
    await createOrder(page.request, key, over),
    await createOrder(page.request, key, over),
    await createOrder(page.request, key, over),
    await createOrder(page.request, key, { ...over, expires_in: 5 }),
  ]
  await simulate(page.request, paid, 'success')
  await simulate(page.request, declined, 'declined')
  await expect
    .poll(async () => (await page.request.get(expired.payment_url)).text())
    .toContain('Payment Expired')
  const customer = await phone(browser)
  // A success goes on to the shop a second later.
  await stayFromShop(customer.context())
  // A success that leaves just as the next page is opened would break that off.
  await customer.clock.install()
  await customer.clock.pauseAt(new Date(Date.now() + 60_000))
  const addresses = [
    open.payment_url,
    paid.payment_url,
    declined.payment_url,
    expired.payment_url,
    `${ORIGIN}/pay/01ARZ3NDEKTSV4RRFFQ69G5FAV`,
  ]
  for (const language of PAGE_LANGUAGE_CODES)
    for (const address of addresses) {
      await customer.goto(inLanguage(address, language))
      await expect(customer.locator('html')).toHaveAttribute('lang', language)
      const claim = customer.locator('summary')
      if ((await claim.count()) > 0) await claim.click()
      expect(await overflows(customer), `${language} ${address}`).toEqual([])
      expect(await brokenWords(customer), `${language} ${address}`).toEqual([])
    }
  await customer.context().close()
})

test('the payment page uses the language of the browser, and another can be selected with one tap', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const customer = await phone(browser, { locale: 'hi-IN' })
  await customer.goto(order.payment_url)
  await expect(customer.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(customer.getByText('किसी भी UPI ऐप से QR कोड स्कैन करें')).toBeVisible()
  // The figure is the one that the app will show.
  await expect(customer.getByText('₹499.00').first()).toBeVisible()
  await customer.getByRole('link', { name: 'اردو' }).click()
  await expect(customer.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(customer.getByText('ادائیگی کا انتظار ہے...')).toBeVisible()
  await stayFromShop(customer.context())
  await simulate(page.request, order, 'success')
  await expect(customer.getByRole('heading', { name: 'ادائیگی ہو گئی!' })).toBeVisible()
  await customer.context().close()
})

test('the script and the server replies use the language of the page, not of the browser', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const customer = await phone(browser, { locale: 'en-IN' })
  await customer.goto(inLanguage(order.payment_url, 'ta'))
  await customer.getByText('ஏற்கெனவே பணம் செலுத்திவிட்டேன்').click()
  const field = customer.getByRole('textbox', { name: 'UTR' })
  await field.fill('12')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^உங்கள் கட்டணத்தின் 12 இலக்க UTR-ஐ எழுதவும்/)
  await field.fill('612345678901')
  await field.press('Enter')
  await expect(customer.locator('.answer')).toContainText('வணிகர் உங்கள் UTR-ஐப் பார்க்க முடியும்')
  await simulate(page.request, order, 'declined')
  await expect(customer.getByRole('heading', { name: 'பணம் செலுத்தப்படவில்லை' })).toBeVisible()
  await customer.getByRole('button', { name: 'மீண்டும் செலுத்து' }).click()
  await expect(customer.getByText('எந்த UPI ஆப்பிலும் QR குறியீட்டை ஸ்கேன் செய்யவும்')).toBeVisible()
  await customer.context().close()
})

test('without JavaScript the selected language is kept through the claim and the success', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  const customer = await phone(browser, { javaScriptEnabled: false, locale: 'en-IN' })
  await customer.goto(order.payment_url)
  await customer.getByRole('link', { name: PAGE_LANGUAGES.hi }).first().click()
  await customer.getByRole('link', { name: 'मैंने पेमेंट कर दिया है' }).click()
  await customer.getByRole('textbox', { name: 'UTR' }).fill('612345678901')
  await customer.getByRole('button', { name: 'मेरा पेमेंट जाँचें' }).click()
  await expect(customer.getByText('दुकानदार आपका UTR देख सकता है')).toBeVisible()
  await customer.getByRole('link', { name: 'पेमेंट पर वापस जाएँ' }).click()
  await stayFromShop(customer.context())
  await simulate(page.request, order, 'success')
  await expect(customer.getByRole('heading', { name: 'पेमेंट हो गया!' })).toBeVisible()
  await customer.context().close()
})

test('the language of the merchant is used when the browser prefers none of the available ones', async ({
  browser,
  page,
}) => {
  const { key } = await enterDashboard(page)
  const order = await createOrder(page.request, key)
  await page.goto('/dashboard')
  await editProfile(page)
  await page.getByLabel('Payment page language').selectOption(PAGE_LANGUAGES.kn)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('definition').getByText(PAGE_LANGUAGES.kn, { exact: true })).toBeVisible()
  for (const [locale, language] of [
    ['fr-FR', 'kn'],
    ['bn-IN', 'bn'],
  ] as const) {
    const customer = await phone(browser, { locale })
    await customer.goto(order.payment_url)
    await expect(customer.locator('html')).toHaveAttribute('lang', language)
    await customer.context().close()
  }
})

for (const [language, colorScheme] of [
  ['hi', 'light'],
  ['ur', 'dark'],
] as const)
  test(`the payment page is accessible in ${language}, ${colorScheme}`, async ({ browser, page }) => {
    const { key } = await enterDashboard(page)
    const order = await createOrder(page.request, key)
    const customer = await phone(browser, { colorScheme })
    await customer.goto(inLanguage(order.payment_url, language))
    await expectNothingFound(customer, `the payment page in ${language}`)
    await customer.context().close()
  })
