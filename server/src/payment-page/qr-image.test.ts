import { readQr } from '@galla/upi/read-qr-harness'
import { paise } from '@galla/upi/rupees'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Order } from '../orders/order.ts'
import { createPngRenderer } from '../platform/files/svg-to-png.ts'
import { linkOfPage, type PageOrder } from './page-view.ts'
import { createQrImages, qrImageDisposition, qrImageSvg } from './qr-image.ts'

const CREATED_AT = new Date('2026-11-20T19:30:00Z')

const order: Order = {
  merchantId: 'mer_1',
  orderId: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  mode: 'live',
  accountId: 'acc_1',
  dialect: null,
  orderNumber: null,
  clientTxnId: 'TXN_1795225380123',
  status: 'pending',
  failureReason: null,
  version: 2,
  attempt: 1,
  amount: paise(1_24_950_50n),
  payable: paise(1_24_950_50n),
  purpose: 'Invoice 17',
  customerName: '',
  customerEmail: '',
  customerMobile: '',
  redirectUrl: '',
  udf1: null,
  udf2: null,
  udf3: null,
  createdAt: CREATED_AT,
  windowSeconds: 300,
  expiresAt: CREATED_AT,
  openedAt: CREATED_AT,
  dueAt: null,
  paidAt: null,
  paidLate: false,
  settledByCreditId: null,
  settled: null,
}

const pageOf = (merchantName: string, over: Partial<Order> = {}): PageOrder => ({
  order: { ...order, ...over },
  payee: {
    merchantName,
    upiId: 'sharma@icici',
    payeeName: 'Sharma',
    registeredName: '',
    accountKind: 'verified_merchant',
    supportEmail: null,
    supportPhone: null,
    pageLanguage: 'en',
    planExpiresAt: null,
    colour: null,
    logoHash: null,
    providerLink: null,
    notice: null,
  },
})

const renderer = createPngRenderer()
const draw = (page: PageOrder): Promise<Buffer> => renderer.png(qrImageSvg(page), 'm')
const nameArea = async (merchantName: string): Promise<string> => {
  const top = sharp(await draw(pageOf(merchantName))).extract({ left: 0, top: 20, width: 720, height: 100 })
  return (await top.raw().toBuffer()).toString('base64')
}

describe('the branded picture', () => {
  it('shows the merchant, the amount, the order and the date in India', () => {
    const svg = qrImageSvg(pageOf('Sharma Electronics'))
    for (const text of [
      'Sharma Electronics',
      'Scan to Pay',
      '₹1,24,950.50',
      'TXN_1795225380123',
      '21 Nov 2026',
    ])
      expect(svg).toContain(`>${text}</text>`)
  })

  it('has the link of the page, with a QR code of any version', async () => {
    for (const purpose of [
      'Tea',
      'An invoice with a purpose that is as long as it gets',
      'शर्मा इलेक्ट्रॉनिक्स का बिल नंबर सत्रह',
    ]) {
      const page = pageOf('Sharma', { purpose })
      expect(await readQr(await draw(page))).toBe(linkOfPage(page))
    }
  })

  it.each([
    ['Devanagari', 'शर्मा', 'वर्मा'],
    ['Bengali', 'দোকান', 'বাজার'],
    ['Tamil', 'கடை', 'தமிழ'],
    ['Telugu', 'కొట్టు', 'బజారు'],
    ['Kannada', 'ಅಂಗಡಿ', 'ಕನ್ನಡ'],
    ['Malayalam', 'കട', 'മല'],
    ['Gujarati', 'દુકાન', 'બજાર'],
    ['Gurmukhi', 'ਦੁਕਾਨ', 'ਬਾਜ਼ਾਰ'],
    ['Odia', 'ଦୋକାନ', 'ବଜାର'],
    ['Urdu', 'دکان', 'بازار'],
    ['Assamese', 'দোকানী', 'ৰেষ্টুৰেণ্ট'],
  ])('renders %s with the bundled fonts', async (_script, one, other) => {
    // Without a font every letter is the same box.
    const drawn = await nameArea(one)
    expect(drawn).not.toBe(await nameArea(other))
    expect(drawn).not.toBe(await nameArea('\u{F0000}'.repeat([...one].length)))
  })

  it('joins Devanagari letters', async () => {
    const width = async (text: string): Promise<number> => {
      const png = await draw(pageOf(text))
      const { info } = await sharp(
        await sharp(png).extract({ left: 0, top: 20, width: 720, height: 100 }).toBuffer(),
      )
        .trim()
        .toBuffer({ resolveWithObject: true })
      return info.width
    }
    // With a zero-width non-joiner the same letters stand apart, which is wider.
    expect(await width('क्षक्षक्ष')).toBeLessThan(await width('क्\u200cषक्\u200cषक्\u200cष'))
  })

  it('keeps every line inside the margins', async () => {
    const page = pageOf('Wholesale Merchandise and Warehousing Company of Western Maharashtra', {
      clientTxnId: 'W'.repeat(64),
    })
    const png = await draw(page)
    for (const left of [0, 700]) {
      const edge = await sharp(png).extract({ left, top: 20, width: 20, height: 980 }).raw().toBuffer()
      expect(edge.every((value) => value === 255)).toBe(true)
    }
  })

  it.each([
    '<script>',
    '&amp;',
    '"\'',
    ']]>',
    '\u0000\u0001\uFFFE',
    '\uD800',
    '</text><image href="file:///etc/passwd"/>',
  ])('renders the hostile name %j as text', async (merchantName) => {
    const svg = qrImageSvg(pageOf(merchantName, { clientTxnId: merchantName }))
    expect(svg).not.toMatch(/<(?:script|image)/)
    expect((await sharp(await draw(pageOf(merchantName))).metadata()).width).toBe(720)
  })

  it('is rendered once for concurrent requests', async () => {
    let drawn = 0
    const qrImage = createQrImages({
      png: async () => {
        drawn += 1
        return Buffer.from('png')
      },
    })
    await Promise.all(Array.from({ length: 20 }, () => qrImage(pageOf('Sharma'), CREATED_AT)))
    await qrImage(pageOf('Sharma', { attempt: 2 }), CREATED_AT)
    expect(drawn).toBe(2)
  })

  it('shows the Galla name only without a running plan', async () => {
    const drawn: string[] = []
    const qrImage = createQrImages({
      png: async (svg) => {
        drawn.push(svg)
        return Buffer.from('png')
      },
    })
    const page = pageOf('Sharma', { mode: 'live' })
    await qrImage(page, CREATED_AT)
    const expiresAt = new Date(CREATED_AT.getTime() + 1)
    const subscriber = { ...page, payee: { ...page.payee, planExpiresAt: expiresAt } }
    await qrImage(subscriber, CREATED_AT)
    expect(drawn.map((svg) => svg.includes('Powered by Galla'))).toEqual([true, false])
  })

  it('is refused when too many requests wait', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => renderer.png(svg, 'm')))
    expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(30)
    expect((await draw(pageOf('Sharma'))).length).toBeGreaterThan(1_000)
  })
})

describe('its file name', () => {
  it.each([
    ['TXN_1', 'attachment; filename="payment-TXN_1.png"'],
    ['a/../b', `attachment; filename="payment-a_.._b.png"; filename*=UTF-8''payment-a%2F..%2Fb.png`],
    [
      '"\r\nX: y',
      `attachment; filename="payment-___X__y.png"; filename*=UTF-8''payment-%22%0D%0AX%3A%20y.png`,
    ],
    [
      'चाय',
      `attachment; filename="payment-___.png"; filename*=UTF-8''payment-%E0%A4%9A%E0%A4%BE%E0%A4%AF.png`,
    ],
  ])('of %j is %s', (clientTxnId, expected) => {
    expect(qrImageDisposition(clientTxnId)).toBe(expected)
  })
})
