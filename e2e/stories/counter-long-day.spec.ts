import { expect, type Page, test } from '@playwright/test'
import { addCounter, openDevice, payPrintedQr, sentencesOf, startAgain } from '../support/counter.ts'

/** A day of twelve hours, each with a dozen payments and one thing that goes wrong; in `npm test` each kind of trouble once. */
const [HOURS, PAYMENTS_AN_HOUR] = process.env.GALLA_TEST_SUITE === 'slow' ? [12, 12] : [4, 5]
const PATIENCE_MS = 120_000

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
    .concat(' seventeen eighteen nineteen')
    .split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALE = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
])

/** "two thousand and forty-five" is 2045. */
const numberOf = (words: string): number => {
  let [sum, part] = [0, 0]
  for (const word of words.split(/[\s-]+/)) {
    const scale = SCALE.get(word)
    if (scale === 1_000) [sum, part] = [sum + part * scale, 0]
    else if (scale !== undefined) part *= scale
    else if (word !== 'and') part += ONES.includes(word) ? ONES.indexOf(word) : 10 * TENS.indexOf(word)
  }
  return sum + part
}

/** What was said in all: payments, and their rupees. */
const heardBy = async (device: Page): Promise<{ payments: number; rupees: number }> => {
  const heard = { payments: 0, rupees: 0 }
  for (const sentence of await sentencesOf(device)) {
    const [, earlier, amount = ''] =
      /^(?:(.+) earlier payments: )?(.+) rupees? received$/.exec(sentence) ?? []
    expect(amount, sentence).not.toBe('')
    heard.payments += earlier === undefined ? 1 : numberOf(earlier)
    heard.rupees += numberOf(amount)
  }
  return heard
}

const indianDay = (): string => new Date().toLocaleDateString('en-IN', { timeZone: 'Asia/Kolkata' })

/** Around the payments of an hour. */
const TROUBLES: readonly ((device: Page, trade: () => Promise<void>) => Promise<void>)[] = [
  (_device, trade) => trade(),
  async (device, trade) => {
    await device.context().setOffline(true)
    await trade()
    await device.context().setOffline(false)
  },
  async (device, trade) => {
    const reloaded = device.reload()
    await trade()
    await reloaded
    await startAgain(device)
  },
  async (device, trade) => {
    await device.route('**/api/v1/counter**', (route) => route.abort())
    await device.reload()
    await trade()
    await device.unroute('**/api/v1/counter**')
    await startAgain(device)
  },
]

test('every payment of a long day with disconnections and reloads is spoken once, sold and counted', async ({
  page,
}) => {
  const day = indianDay()
  const { staticLink, loginUrl } = await addCounter(page)
  const device = await openDevice(page, loginUrl)
  const paid = { payments: 0, rupees: 0 }
  for (let hour = 0; hour < HOURS; hour += 1) {
    await TROUBLES[hour % TROUBLES.length]?.(device, async () => {
      for (let n = 0; n < PAYMENTS_AN_HOUR; n += 1) {
        const rupees = 10 + ((hour * 31 + n * 17) % 89)
        await payPrintedQr(page.request, staticLink, `${rupees}.00`)
        paid.payments += 1
        paid.rupees += rupees
      }
    })
    await expect.poll(() => heardBy(device), { timeout: PATIENCE_MS }).toEqual(paid)
    await expect(
      device.getByRole('region', { name: 'Recent payments' }).getByText('Counter sale'),
    ).not.toHaveCount(0, { timeout: PATIENCE_MS })
  }
  await expect(device.getByText('Payments to the printed QR appear here.')).toBeVisible({
    timeout: PATIENCE_MS,
  })
  const { data } = await (await device.request.get('/api/v1/counter')).json()
  expect(data.waiting).toEqual([])
  // Sums of a day start again at midnight.
  if (indianDay() === day)
    expect(data.today).toEqual({
      count: paid.payments,
      amount: paid.rupees,
      waiting: { count: 0, amount: 0 },
    })
})
