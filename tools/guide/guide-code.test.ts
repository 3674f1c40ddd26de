import {
  EXAMPLE_EVENTS_QUERY,
  EXAMPLE_ORDER,
  EXAMPLE_SIMULATION,
} from '@galla/contract/api-reference/integrator-examples'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { listEvents } from '@galla/contract/webhooks/events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANNOUNCED, type Change } from '../../server/src/orders/order.ts'
import { openShop, type Shop } from '../../server/testing/shop.ts'
import {
  CALL_LANGUAGES,
  LANGUAGES,
  type Language,
} from '../../web/src/features/docs/guide/code/code-language.ts'
import { cutepeCode, ekqrCode } from '../../web/src/features/docs/guide/code/dialect-code.ts'
import {
  callCode,
  checkStatusCode,
  createOnceCode,
  createOrderCode,
  QUICKSTART_ID,
} from '../../web/src/features/docs/guide/code/order-code.ts'
import type { CodeTarget } from '../../web/src/features/docs/guide/code/request-code.ts'
import { SIMULATED_LIVES } from '../../web/src/features/docs/guide/sections/simulator-outcomes.ts'
import { createExamples, type Examples, isHere } from './guide-programs.ts'
import { bhimLinkOf, orderIdIn, payInSimulator, testReceiver } from './guide-receivers.ts'

/**
 * The integration guide's examples, run as they stand against the real app. Node is always here; of the others a machine runs
 * those that it has, and the report names the rest as skipped.
 */
let examples: Examples
let shop: Shop
let origin = ''

beforeAll(async () => {
  examples = createExamples()
  // Receivers compare the time of the signature with their clock.
  shop = await openShop({}, new Date())
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await shop.close()
  examples.remove()
})

const placeOf = (key: string): CodeTarget => ({ apiUrl: `${origin}/api/v1`, key })
const here = Object.fromEntries(LANGUAGES.map((each) => [each, isHere(each)])) as Record<Language, boolean>

describe.each(CALL_LANGUAGES)('in %s', (language) => {
  test.skipIf(!here[language])('an order is created, checked, paid and checked again', async () => {
    const merchant = await shop.merchant()
    const place = placeOf(merchant.key)
    const created = await examples.run(language, createOrderCode(place)[language])
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('/pay/') })
    const waiting = await examples.run(language, checkStatusCode(place)[language])
    expect(waiting).toMatchObject({ code: 0, out: expect.stringContaining('Waiting for payment') })
    await payInSimulator(shop, orderIdIn(created.out))
    const paid = await examples.run(language, checkStatusCode(place)[language])
    expect(paid.out).toMatch(
      language === 'curl' ? /"status":"success".*"utr":"\d{12}"/ : /^Paid, UTR \d{12}\s*$/,
    )
    const events = { endpoint: listEvents, exampleBody: EXAMPLE_EVENTS_QUERY }
    const result = await examples.run(language, callCode(events, place)[language])
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining('order.success') })
  })

  test.skipIf(!here[language])('with the Idempotency-Key a second run gets the same order', async () => {
    const code = createOnceCode(placeOf((await shop.merchant()).key))[language]
    const first = await examples.run(language, code)
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('/pay/') })
    expect(await examples.run(language, code)).toMatchObject({ code: 0, out: first.out })
  })

  test.skipIf(!here[language])("a refusal shows the reply's msg", async () => {
    const refused = await examples.run(language, createOrderCode(placeOf('key_test_wrong'))[language])
    expect(refused.out + refused.err).toContain('The API key is missing or not valid')
    // curl succeeds with every reply; the others must stop.
    expect(refused.code === 0).toBe(language === 'curl')
  })
})

test.skipIf(!here.curl)("the simulator's line pays a test order", async () => {
  const merchant = await shop.merchant()
  const created = await examples.run('node', createOrderCode(placeOf(merchant.key)).node)
  const upi = await bhimLinkOf(shop, orderIdIn(created.out))
  const paid = await examples.run(
    'curl',
    callCode({ endpoint: simulatorPay, exampleBody: { ...EXAMPLE_SIMULATION, upi } }, placeOf(merchant.key))
      .curl,
  )
  expect(paid.out).toMatch(/"utr":"\d{12}"/)
})

test.skipIf(!here.curl)(
  'the samples of the guide, run in their order by one merchant, all succeed',
  async () => {
    const { key } = await shop.merchant()
    const place = placeOf(key)
    const run = async (code: string) => JSON.parse((await examples.run('curl', code)).out)
    const success = { success: true, data: { amount: '499.00' } }
    for (const id of [QUICKSTART_ID, undefined]) {
      expect(await run(createOrderCode(place, id).curl)).toMatchObject(success)
      expect(await run(checkStatusCode(place, id).curl)).toMatchObject(success)
    }
    expect(await run(createOnceCode(place).curl)).toMatchObject(success)
    expect(await run(ekqrCode({ origin, key }))).toMatchObject({
      status: true,
      data: { order_id: expect.any(Number) },
    })
    expect(await run(cutepeCode({ origin, key }))).toMatchObject({
      status: 'success',
      payment_url: expect.stringContaining('/pay/'),
    })
  },
)

test.each(Object.entries(SIMULATED_LIVES))(
  'the outcome %s leads where the guide says',
  async (outcome, life) => {
    const merchant = await shop.merchant()
    const created = await examples.run('node', createOrderCode(placeOf(merchant.key)).node)
    await payInSimulator(shop, orderIdIn(created.out), outcome)
    const checked = await shop.call({
      method: 'POST',
      url: '/api/v1/order/check-order-status',
      headers: { authorization: `Bearer ${merchant.key}` },
      payload: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
    })
    const { status, failureReason, paidLate, events } = life
    expect(checked.json().data).toMatchObject({ status, failureReason, paidLate })
    const result = await merchant.get(`/user/transactions/${orderIdIn(created.out)}`)
    const { history } = result.json().data as { history: { event: string }[] }
    const announced = history
      .map(({ event }) => ANNOUNCED[event as Change] ?? null)
      .filter((event) => event !== null)
    expect(announced).toEqual(events)
  },
)

describe.each(['node', 'php', 'python'] as const)('the webhook receiver in %s', (language) => {
  testReceiver(language, { shop: () => shop, place: placeOf, examples: () => examples })
})
