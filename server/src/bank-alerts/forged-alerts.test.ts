import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { BANK, CREDIT, CUSTOMER, FORGERIES, JSON_TYPE } from './forged-alerts-harness.ts'
import { readForwarded } from './forwarded-alert.ts'
import { readAlert } from './read-alert.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})
afterAll(() => shop.close())

const send = (payload: string, type: string) =>
  shop.call({ method: 'POST', url, payload, headers: { 'content-type': type } })

const record = () => recordAlertsOf(shop)

const outcomeOf = (body: string, type = JSON_TYPE) => {
  const outcomes = readForwarded(body, type).map((message) => readAlert(message).outcome)
  return outcomes.find((outcome) => outcome === 'credit') ?? outcomes[0]
}

test.each(FORGERIES)('a forged message is not trusted: %s', (_how, body, type) => {
  expect(outcomeOf(body, type)).not.toBe('credit')
})

test('no message that a customer can write settles an order', async () => {
  const orderId = await placeOrder(shop, merchant, '4814.00')
  const statusOf = async () => (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
  const credits = async () => (await merchant.get('/user/credits?limit=100')).json().data
  expect(FORGERIES.length).toBeGreaterThan(150)
  for (const [how, body, type] of FORGERIES) {
    expect((await send(body, type)).statusCode, how).toBe(200)
    await record()
    const report = (await credits()).filter(({ amount }: { amount: number }) => amount !== 1)
    expect([how, report, await statusOf()]).toEqual([how, [], 'created'])
  }
  await send(JSON.stringify({ from: BANK, text: CREDIT }), JSON_TYPE)
  await record()
  expect(await statusOf()).toBe('success')
})

describe('a message of a real sender is trusted', () => {
  test('with quotes, line breaks and JSON syntax after its sentence', () => {
    for (const behind of ['', '. Not you?\nSay "No"', ` -"from":"${CUSTOMER}"`, ' -{"text":"x"}', ' - \\'])
      expect(outcomeOf(JSON.stringify({ from: BANK, text: CREDIT + behind, sim: 'SIM1' })), behind).toBe(
        'credit',
      )
  })

  test('with the same sender and text in two fields', () => {
    const sent = { sender: BANK, phoneNumber: BANK, text: CREDIT, body: CREDIT, title: '' }
    expect(outcomeOf(JSON.stringify(sent))).toBe('credit')
  })

  test('with line breaks that the template did not escape, but not with unescaped quotes', () => {
    expect(outcomeOf(`{\n"from": "${BANK}",\n"text": "${CREDIT}\nHelpline 1800"\n}`)).toBe('credit')
    expect(outcomeOf(`{"from":"${BANK}","text":"${CREDIT}\nSays "Hi""}`)).toBe('untrusted')
  })
})

test('a notification of a business app is trusted, but a reference in it is not used', () => {
  const [forwarded] = readForwarded(
    JSON.stringify({
      packageName: 'com.bharatpe.app',
      title: 'BharatPe',
      text: 'Received 499.00 Rupees From UPI Ref No 612345678901, Rs.5000.00 credited',
    }),
    JSON_TYPE,
  )
  expect(forwarded && readAlert(forwarded)).toEqual({
    outcome: 'credit',
    outcomeIfKept: 'credit',
    reading: expect.objectContaining({ kind: 'credit', direction: 'in', rail: 'upi', amount: 49900n }),
  })
})

test('any body is read in linear time', () => {
  const processorMsOf = (piece: string, chars: number) => {
    const body = `{"text":"${piece.repeat(chars / piece.length)}`
    const before = process.cpuUsage()
    readForwarded(body, JSON_TYPE)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  for (const piece of ['"', '\\"', '"a":', '"a": "', '[{"', '\n', '{"text":"', '1', '-'])
    expect(processorMsOf(piece, 240_000), piece).toBeLessThan(1500)
})
