import {
  CORPUS,
  type CorpusMessage,
  channelOf,
  ofAccount,
  paidNow,
  SOURCES_MIN,
  sourcesOf,
  withAmount,
} from '@galla/upi/corpus-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

const HEARD_MIN = 0.95
/** A message of each shape of a bank, and two of those that count. */
const MESSAGES = [
  ...Map.groupBy(
    CORPUS.filter(({ is, channel }) => channel !== 'email' && is.amount !== undefined && is.rail === 'upi'),
    ({ bank, shape }) => `${bank} ${shape}`,
  ).values(),
].flatMap((messages) => messages.slice(0, sourcesOf(messages[0]?.shape ?? '') >= SOURCES_MIN ? 2 : 1))

interface Phone {
  readonly merchant: ShopMerchant
  readonly url: string
}
const phones = new Map<string, Phone>()
/** Each bank reports to a shop of its own. */
const phoneOf = async (bank: string): Promise<Phone> => {
  const known = phones.get(bank)
  if (known !== undefined) return known
  const merchant = await shop.merchant()
  await shop.db.run(sql`update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId}`)
  await merchant.post('/user/account-last-digits', { lastDigits: '1234' })
  const phone = { merchant, url: await alertPathOf(merchant) }
  phones.set(bank, phone)
  return phone
}

/** As the merchant ties a business app to the account when its first payment was heard. */
const tieApp = ({ merchant }: Phone, { channel, sender }: CorpusMessage) =>
  shop.db.run(sql`
    update accounts set heard_app = ${channel === 'app' ? sender : null} where merchant_id = ${merchant.merchantId}`)

/** Sends the message of a payment of an order's lowered amount. */
const settles = async (message: CorpusMessage, price: string): Promise<string> => {
  const phone = await phoneOf(message.bank)
  const { merchant, url } = phone
  await tieApp(phone, message)
  const orderId = await placeOrder(shop, merchant, price)
  const payable = await shop.db.value<string>(
    sql`select (payable_paise / 100.0)::numeric(12, 2)::text as payable from orders where order_id = ${orderId}`,
  )
  shop.clock.advance({ seconds: 20 })
  const {
    sender: from,
    title,
    text,
  } = ofAccount(paidNow(withAmount(message, payable), shop.clock.now()), '1234')
  const sentStamp = shop.clock.now().getTime()
  const reply = await shop.call({
    method: 'POST',
    url,
    payload: { from, text, sentStamp, ...(title !== undefined && { title }) },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  await recordAlertsOf(shop)
  const settled = await shop.db.values<string>(sql`
    select order_id from orders where merchant_id = ${merchant.merchantId} and status = 'success' and paid_at = ${shop.clock.now()}`)
  expect(
    settled.filter((id) => id !== orderId),
    message.text,
  ).toEqual([])
  return settled.length === 1 ? 'heard' : text
}

const sourceOf = (message: CorpusMessage): string =>
  `${channelOf(message)}, ${sourcesOf(message.shape) >= SOURCES_MIN ? 'two sources' : 'fewer'}`

test('with one phone, at least 95 % of the payments of lowered amounts are settled, and no other order', {
  timeout: 300_000,
}, async () => {
  const counts = new Map<string, { heard: number; missed: string[] }>()
  for (const [n, message] of MESSAGES.entries()) {
    const result = await settles(message, `${400 + (n % 400)}.00`)
    const source = sourceOf(message)
    const count = counts.get(source) ?? { heard: 0, missed: [] }
    counts.set(
      source,
      result === 'heard'
        ? { ...count, heard: count.heard + 1 }
        : { ...count, missed: [...count.missed, `${message.bank} ${message.sender}: ${result}`] },
    )
  }
  for (const [source, { heard, missed }] of counts)
    console.info(`${source}: ${heard} of ${heard + missed.length}`)
  for (const source of ['SMS of a registered header, two sources', 'business app, two sources']) {
    const { heard, missed } = counts.get(source) ?? { heard: 0, missed: [] }
    expect(heard / (heard + missed.length), `${source}:\n${missed.join('\n')}`).toBeGreaterThanOrEqual(
      HEARD_MIN,
    )
  }
})
