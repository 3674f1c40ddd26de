import type { StandeeSize } from '@galla/contract/counters/counters'
import { PAGE_LANGUAGE_CODES, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { findQr } from '@galla/upi/read-qr-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photographPdf, randomShot, shoot, shootStraight } from '../../testing/camera.ts'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'
import { type Counter, staticLinkOf } from './counter.ts'
import { openCounter } from './counters-harness.ts'
import { renderStandee } from './render-standee.ts'

const PAPERS: readonly (readonly [StandeeSize, width: number, height: number])[] = [
  ['a4', 210, 297],
  ['a5', 148, 210],
  ['a6', 105, 148],
  ['sticker', 75, 100],
]
const QR_MM_MIN = 30

const COUNTER: Counter = {
  merchantId: 'mer_1',
  counterId: '01J00000000000000000000000',
  accountId: 'acc_1',
  mode: 'live',
  name: 'Front desk',
  language: 'en',
  upiId: 'sharmatea@okhdfcbank',
  payeeName: 'Sharma Tea & Snacks',
  accountIsCurrent: true,
  createdAt: new Date('2026-11-21T04:00:00Z'),
}
/** The densest code that there is: long names in a script that a link writes with nine characters a letter. */
const LONGEST: Counter = {
  ...COUNTER,
  payeeName: 'சர்மா தேநீர் கடை மற்றும் சிற்றுண்டி நிலையம் '.repeat(2),
  name: 'முன் மேசை முதல் தளம் கிழக்கு வாயில் அருகே',
  upiId: `${'paytmqr28100505'.repeat(8)}@okhdfcbank`,
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const decode = ({ bytes, width, height }: ReturnType<typeof shoot>) => findQr({ data: bytes, width, height })

test.each(PAPERS)(
  'the standee for %s is one page of that paper with a code of 30 mm or more',
  async (size, width, height) => {
    for (const counter of size === 'sticker' ? [COUNTER, LONGEST] : [COUNTER]) {
      const standee = await photographPdf(await renderStandee(counter, size, 'ta'), 1000)
      expect(standee.width / standee.height).toBeCloseTo(width / height, 2)
      const code = await decode(shootStraight(standee))
      expect(code?.text).toBe(staticLinkOf(counter))
      const { topLeft, topRight } = code?.position ?? { topLeft: { x: 0 }, topRight: { x: 0 } }
      expect(((topRight.x - topLeft.x) * width) / standee.width).toBeGreaterThan(QR_MM_MIN)
    }
  },
)

test.each(PAGE_LANGUAGE_CODES)(
  'the standee in %s is one page and names shop, UPI ID and apps',
  async (language) => {
    const pdf = await renderStandee(COUNTER, 'a6', language)
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    const text = textOfPdf(pdf)
    for (const part of ['Sharma Tea & Snacks', 'Google Pay', 'PhonePe', 'Paytm', 'BHIM', COUNTER.upiId])
      expect(text).toContain(part)
    expect(text).not.toContain('Test mode')
    expect(text.includes('Scan and pay')).toBe(language === 'en')
  },
)

test('the standee of the same counter has the same bytes each time', async () => {
  expect(await renderStandee(COUNTER, 'a6', 'ur')).toEqual(await renderStandee(COUNTER, 'a6', 'ur'))
})

test('a phone reads every standee rotated and tilted by up to 30 degrees, blurred, noisy and in low light', async () => {
  const standees = await Promise.all(
    (
      [
        ['a4', 'en', 'Sharma Tea & Snacks'],
        ['a5', 'ur', 'شرما چائے'],
        ['a6', 'ta', 'சர்மா கடை'],
        ['sticker', 'hi', 'शर्मा चाय'],
      ] as const satisfies [StandeeSize, PageLanguage, string][]
    ).map(async ([size, language, payeeName]) => {
      const counter = { ...COUNTER, payeeName }
      return {
        link: staticLinkOf(counter),
        standee: await photographPdf(await renderStandee(counter, size, language), 1000),
      }
    }),
  )
  for (let seed = 1; seed <= fuzzRuns(8); seed += 1) {
    const random = seededRandom(seed)
    const shot = randomShot(random)
    const { link, standee } = standees[seed % standees.length] ?? {
      link: '',
      standee: { pixels: new Float32Array(), width: 0, height: 0 },
    }
    expect((await decode(shoot(standee, shot, random)))?.text, JSON.stringify({ seed, ...shot })).toBe(link)
  }
}, 300_000)

test('only the merchant downloads a standee, and only of an open counter of the connected account', async () => {
  const [merchant, other] = [await shop.merchant('Sharma Tea'), await shop.merchant()]
  const counter = await openCounter(shop, merchant)
  const path = `/user/counters/${counter.counterId}/standee.pdf`
  const { statusCode, headers, rawPayload } = await merchant.get(`${path}?size=sticker&language=ur`)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toBe('attachment; filename="qr-sticker.pdf"')
  expect(textOfPdf(rawPayload)).toContain('Test mode: no real money moves')
  const [{ staticLink }] = (await merchant.get('/user/counters')).json().data
  expect((await decode(shootStraight(await photographPdf(rawPayload, 1000))))?.text).toBe(staticLink)
  expect((await merchant.get(`${path}?size=a3`)).statusCode).toBe(400)
  expect((await other.get(path)).statusCode).toBe(404)
  await shop.db.run(sql`update accounts set is_current = false where merchant_id = ${merchant.merchantId}`)
  expect((await merchant.get(path)).json().code).toBe('counter_account_replaced')
  await merchant.post(`/user/counters/${counter.counterId}/close`)
  expect((await merchant.get(path)).statusCode).toBe(404)
})
