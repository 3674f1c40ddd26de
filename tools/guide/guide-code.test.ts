import { EXAMPLE_ORDER, EXAMPLE_SIMULATION } from '@galla/contract/api-reference/integrator-examples'
import { SIMULATOR_OUTCOMES } from '@galla/contract/payment-page/payment-page'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANNOUNCED, type Change } from '../../server/src/orders/order.ts'
import { openShop, type Shop } from '../../server/testing/shop.ts'
import { guideText } from '../../web/guide-text.ts'
import { CALL_LANGUAGES, createSamples, isHere, type Place, type Samples } from './guide-programs.ts'
import { bhimLinkOf, orderIdIn, payInSimulator, testReceiver } from './guide-receivers.ts'

/**
 * The guide's samples, run as they stand against the real app. Node is always here; of the others a machine runs those that it has,
 * and the report names the rest as skipped.
 */
let samples: Samples
let shop: Shop
let origin = ''

beforeAll(async () => {
  samples = createSamples()
  // Receivers compare the time of the signature with their clock.
  shop = await openShop({}, new Date())
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await shop.close()
  samples.remove()
})

const placeOf = (key: string): Place => ({ origin, key })

describe.each(CALL_LANGUAGES)('in %s', (language) => {
  test.skipIf(!isHere(language))('an order is created, checked, paid and checked again', async () => {
    const place = placeOf((await shop.merchant()).key)
    const created = await samples.run('create-order', language, place)
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('/pay/') })
    const waiting = await samples.run('check-order-status', language, place)
    expect(waiting).toMatchObject({ code: 0, out: expect.stringContaining('Waiting for payment') })
    await payInSimulator(shop, orderIdIn(created.out))
    const paid = await samples.run('check-order-status', language, place)
    expect(paid.out).toMatch(
      language === 'curl' ? /"status":"success".*"utr":"\d{12}"/ : /^Paid, UTR \d{12}\s*$/,
    )
    const result = await samples.run('events', language, place)
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining('order.success') })
  })

  test.skipIf(!isHere(language))('with the Idempotency-Key a second run gets the same order', async () => {
    const place = placeOf((await shop.merchant()).key)
    const first = await samples.run('create-order', language, place)
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('/pay/') })
    expect(await samples.run('create-order', language, place)).toMatchObject({ code: 0, out: first.out })
  })

  test.skipIf(!isHere(language))("the simulator's sample pays a test order", async () => {
    const place = placeOf((await shop.merchant()).key)
    const created = await samples.run('create-order', 'node', place)
    const upi = await bhimLinkOf(shop, orderIdIn(created.out))
    const replaced = { [EXAMPLE_SIMULATION.upi]: upi }
    const paid = await samples.run('simulator-pay', language, { ...place, replaced })
    expect(paid.out).toMatch(/utr['"]?: ?['"]\d{12}['"]/)
  })

  test.skipIf(!isHere(language))("a refusal shows the reply's msg", async () => {
    const refused = await samples.run('create-order', language, placeOf('key_test_wrong'))
    expect(refused.out + refused.err).toContain('The API key is missing or not valid')
    // curl succeeds with every reply; the others must stop.
    expect(refused.code === 0).toBe(language === 'curl')
  })
})

test.skipIf(!isHere('curl'))(
  'the samples of the guide, run in their order by one merchant, all succeed',
  async () => {
    const place = placeOf((await shop.merchant()).key)
    // In the order of the pages: a reader may copy each, and repeat a call.
    const text = ['quickstart', 'orders', 'moving'].map(guideText).join('\n')
    const calls = [...text.matchAll(/^```sh\n(curl .*?)^```$/gms)].map(([, code]) => code)
    expect(calls).toHaveLength(6)
    const success = { success: true, data: { amount: '499.00' } }
    const quickstart = [
      ['create-order', success],
      ['check-order-status', success],
    ] as const
    const replies = [
      ...quickstart,
      ...quickstart,
      ['ekqr-create', { status: true, data: { order_id: expect.any(Number) } }],
      ['cutepe-create', { status: 'success', payment_url: expect.stringContaining('/pay/') }],
    ] as const
    for (const [name, reply] of replies) {
      const { out } = await samples.run(name, 'curl', place)
      expect(JSON.parse(out), name).toMatchObject(reply)
    }
  },
)

/** `| **Pay late** · `late` | What happens. · status success · paidLate true · webhook order.failed, then order.success |` */
const OUTCOME =
  /^\| \*\*.*\*\* · `(\w+)` *\| .* · status (\w+)(?: · failureReason (\w+))?( · paidLate true)? · (.*?) *\|$/gm
const outcomes = [...guideText('test-mode').matchAll(OUTCOME)].map(
  ([, outcome = '', status, failureReason = null, paidLate, events = '']) => ({
    outcome,
    state: { status, failureReason, paidLate: paidLate !== undefined },
    events: events === 'no webhook yet' ? [] : events.replace('webhook ', '').split(', then '),
  }),
)

test('the guide lists every outcome of the simulator', () => {
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([...SIMULATOR_OUTCOMES])
})

test.each(outcomes)('the outcome $outcome leads where the guide says', async ({ outcome, state, events }) => {
  const merchant = await shop.merchant()
  const created = await samples.run('create-order', 'node', placeOf(merchant.key))
  await payInSimulator(shop, orderIdIn(created.out), outcome)
  const checked = await shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
  })
  expect(checked.json().data).toMatchObject(state)
  const result = await merchant.get(`/user/transactions/${orderIdIn(created.out)}`)
  const { history } = result.json().data as { history: { event: string }[] }
  const announced = history
    .map(({ event }) => ANNOUNCED[event as Change] ?? null)
    .filter((event) => event !== null)
  expect(announced).toEqual(events)
})

describe.each(['node', 'php', 'python'] as const)('the webhook receiver in %s', (language) => {
  testReceiver(language, { shop: () => shop, origin: () => origin, samples: () => samples })
})
