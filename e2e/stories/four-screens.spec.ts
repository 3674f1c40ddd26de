import { parsePayeeLink } from '@galla/upi/link'
import { qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectNothingFound } from '../support/accessible.ts'
import { bankDay } from '../support/cases.ts'
import { createOrder, enterDashboard } from '../support/merchant.ts'
import { ORIGIN } from '../support/place.ts'
import { qrOnPage } from '../support/qr-on-page.ts'

test.use({ viewport: { width: 360, height: 780 } })

/** A photo of the QR code on the shop's counter. */
const photoOf = async (text: string): Promise<Buffer> => {
  const matrix = qrMatrix(text)
  const side = matrix.length + 8
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" width="900" height="900">
    <rect x="-4" y="-4" width="${side}" height="${side}" fill="#fff"/><path d="${qrSvgPath(matrix)}" stroke="#000"/></svg>`
  return sharp(Buffer.from(svg))
    .extend({ top: 300, bottom: 300, left: 200, right: 200, background: '#a98' })
    .jpeg()
    .toBuffer()
}

interface Count {
  readonly inputs: number
  readonly words: number
}

/** What a merchant reads and fills in on this screen. A group of choices is one input. */
const countOf = (page: Page): Promise<Count> =>
  page.locator('main').evaluate((main) => {
    const fields = [...main.querySelectorAll<HTMLInputElement>('input:not([type=file]), select, textarea')]
    const shown = fields.filter((field) => field.checkVisibility())
    const names = shown.map(({ type, name }, n) => (type === 'radio' ? name : String(n)))
    let words = 0
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      // The options of a closed list are not read.
      if (text.parentElement?.checkVisibility() && text.parentElement.closest('option') === null)
        words += (text.textContent ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
    return { inputs: new Set(names).size, words }
  })

/** The phone of the shop: a forwarder app that imported the rule from the code on the screen. */
const scanRule = async (page: Page) => {
  await page.getByRole('img', { name: /QR/ }).scrollIntoViewIfNeeded()
  const rules = await page.request.get(new URL(await qrOnPage(page)).pathname)
  const [rule] = (await rules.json()) as { url: string }[]
  const { pathname } = new URL(rule?.url ?? '')
  return async (from: string, text: string): Promise<void> => {
    const reply = await page.request.post(pathname, { data: { from, text } })
    expect(reply.status(), await reply.text()).toBe(200)
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a shop with one phone comes from its QR to a recognised rupee in four screens, in Hindi', async ({
  page,
}, testInfo) => {
  await enterDashboard(page, 'Sharma Tea')
  await page.evaluate(() => localStorage.setItem('galla-language', 'hi'))
  const counts: Count[] = []
  const done = async (): Promise<void> => {
    counts.push(await countOf(page))
    await page.screenshot({ path: testInfo.outputPath(`screen-${counts.length}.png`), fullPage: true })
    await expectNothingFound(page, `screen ${counts.length}`)
  }

  await page.goto('/dashboard/connect-merchant')
  await page.getByRole('link', { name: '2 मिनट में चालू करें' }).click()
  await expect(page.getByRole('heading', { name: 'आपका UPI', level: 1 })).toBeVisible()
  const photo = await photoOf('upi://pay?pa=sharmatea@hdfcbank&pn=Sharma%20Tea&mc=5411&cu=INR')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'qr.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByText('HDFC Bank · Sharma Tea')).toBeVisible()
  await done()
  await button(page, 'यही मेरा है').click()

  await expect(page.getByRole('heading', { name: 'पेमेंट का पता अभी कैसे चलता है?' })).toBeVisible()
  const strip = page.getByRole('region', { name: 'सुनना' })
  await expect(strip).toContainText('Galla को अभी आपके पेमेंट नहीं दिखते।')
  await expect(page.getByText('सिर्फ़ ₹500 से ऊपर')).toBeVisible()
  await page.getByRole('radio', { name: 'बैंक का SMS' }).check()
  await done()
  await button(page, 'अगला').click()

  await expect(page.getByRole('heading', { name: 'जोड़ें' })).toBeVisible()
  const phone = await scanRule(page)
  await done()
  await button(page, 'अगला').click()

  await expect(page.getByText('Galla सुन रहा है...')).toBeVisible()
  await done()
  const asked = parsePayeeLink(await qrOnPage(page))
  expect(asked?.payeeVpa).toBe('sharmatea@hdfcbank')
  const paise = asked?.amount ?? 0n
  // Up to ₹500 this bank sends no SMS, and a whole rupee could be anyone's.
  expect(paise).toBeGreaterThan(50_000n)
  expect(paise % 100n).not.toBe(0n)
  const rupees = `501.${String(paise % 100n).padStart(2, '0')}`
  const day = bankDay(new Date())
  await phone(
    'VM-HDFCBK-S',
    `Credit Alert! Rs.${rupees} credited to HDFC Bank A/c XX7722 on ${day} from VPA asha@okaxis (UPI 612345679001)`,
  )
  await expect(page.getByText(`सुना: ₹${rupees}`)).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('heard.png') })
  await button(page, 'यही था').click()
  await expect(page.getByText(/हर ऑर्डर 1 से 99 पैसे कम होगा/)).toBeVisible()
  await expect(strip).toContainText('हर ऑनलाइन ऑर्डर को आपके टैप की ज़रूरत है')
  await page.screenshot({ path: testInfo.outputPath('own-amounts.png') })
  await expectNothingFound(page, 'own amounts')
  await button(page, 'मंज़ूर है').click()
  await expect(page.getByText('Galla आपके पेमेंट सुनता है')).toBeVisible()
  await expect(strip).toBeHidden()
  const saved = page.waitForEvent('download')
  await button(page, 'मेरा QR छापें').click()
  expect((await saved).suggestedFilename()).toBe('qr.svg')
  await expect(page.getByRole('link', { name: 'मेरा काउंटर खोलें' })).toHaveAttribute(
    'href',
    '/dashboard/counters',
  )

  const headers = { origin: ORIGIN }
  const details = await page.request.post('/api/v1/user/get-api-details', { data: {}, headers })
  const order = await createOrder(page.request, (await details.json()).data.apiKey)
  expect(order.amount).toMatch(/^498\.(?!00)\d\d$/)
  await phone(
    'AX-IDFCFB-S',
    `Your A/C XX7722 is credited with INR ${order.amount} on ${day}. Your new balance is INR 90,000.00. Team IDFC FIRST Bank`,
  )
  const statusOf = async () =>
    (await (await page.request.get(`/api/v1/order/status/${order.order_id}`)).json()).status
  await expect.poll(statusOf).toBe('success')
  expect((await (await page.request.get('/api/v1/user/cases')).json()).data.total).toBe(0)

  const inputs = counts.reduce((sum, count) => sum + count.inputs, 0)
  const words = counts.reduce((sum, count) => sum + count.words, 0)
  expect({ screens: counts.length, inputs }).toEqual({ screens: 4, inputs: 3 })
  expect(words, JSON.stringify(counts)).toBeLessThanOrEqual(120)
})
