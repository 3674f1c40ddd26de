import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  EXAMPLE_ORDER,
  EXAMPLE_SIMULATION,
  EXAMPLE_WEBHOOK,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/integrator-examples'
import { simulatorPay } from '@galla/contract/payment-page'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANNOUNCED, type Change } from '../server/src/orders/order.ts'
import { signWebhook } from '../server/src/webhooks/sign-webhook.ts'
import { freePort } from '../server/testing/free-port.ts'
import { openShop, type Shop, type ShopMerchant } from '../server/testing/shop.ts'
import { LANGUAGES, type Language } from '../web/src/guide/code-language.ts'
import {
  type CodePlace,
  callCode,
  checkStatusCode,
  createOnceCode,
  createOrderCode,
} from '../web/src/guide/order-code.ts'
import { SIMULATED_LIVES } from '../web/src/guide/simulator-outcomes.ts'
import { TOLERANCE_SECONDS, WEBHOOK_CODE } from '../web/src/guide/webhook-code.ts'

/**
 * The integration guide's examples, run as they stand against the real app. Node is always here; of the others a machine runs
 * those that it has, and the report names the rest as skipped.
 */
const PROGRAMS = {
  curl: ['curl', []],
  node: [process.execPath, []],
  php: ['php', []],
  python: ['python3', []],
} as const satisfies Record<Language, readonly [string, readonly string[]]>
const ENDINGS = { curl: 'sh', node: 'mjs', php: 'php', python: 'py' } as const
const RUN_MS_MAX = 20_000
const WAIT = { timeout: 20_000, interval: 50 }

const isHere = (language: Language): boolean =>
  spawnSync(PROGRAMS[language][0], ['--version'], { stdio: 'ignore' }).status === 0
const here = Object.fromEntries(LANGUAGES.map((each) => [each, isHere(each)])) as Record<Language, boolean>

const folder = mkdtempSync(join(tmpdir(), 'galla-guide-'))
let shop: Shop
let origin = ''
let files = 0

beforeAll(async () => {
  // Receivers compare the signature's time with their own clock.
  shop = await openShop({}, new Date())
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const placeOf = (key: string): CodePlace => ({ apiUrl: `${origin}/api/v1`, key })

const fileOf = (language: Language, code: string): string => {
  files += 1
  const file = join(folder, `example-${files}.${ENDINGS[language]}`)
  writeFileSync(file, code)
  return file
}

const commandOf = (language: Language, code: string): [string, string[]] =>
  language === 'curl' ? ['sh', [fileOf(language, code)]] : [PROGRAMS[language][0], [fileOf(language, code)]]

/** What a developer sees who pastes an example into a file and runs it. */
const run = async (
  language: Language,
  code: string,
): Promise<{ code: number | null; out: string; err: string }> => {
  const [program, given] = commandOf(language, code)
  const child = spawn(program, given, { timeout: RUN_MS_MAX })
  let out = ''
  let err = ''
  child.stdout.on('data', (part) => (out += String(part)))
  child.stderr.on('data', (part) => (err += String(part)))
  const [status] = await once(child, 'close')
  return { code: status, out, err }
}

const orderIdIn = (out: string): string => {
  const found = /[0-9A-HJKMNP-TV-Z]{26}/.exec(out)?.[0]
  if (found === undefined) throw new Error(`no order in: ${out}`)
  return found
}

const bhimLinkOf = async (merchant: ShopMerchant, orderId: string): Promise<string> => {
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  expect(opened.statusCode, `${merchant.email}: ${opened.body}`).toBe(200)
  return opened.json().data.upiIntentUrl.bhim
}

const simulate = (upi: string) =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome: 'success' } })

describe.each(LANGUAGES)('in %s', (language) => {
  test.skipIf(!here[language])('an order is created, checked, paid and checked again', async () => {
    const merchant = await shop.merchant()
    const place = placeOf(merchant.key)
    const created = await run(language, createOrderCode(place)[language])
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('/pay/') })
    const waiting = await run(language, checkStatusCode(place)[language])
    expect(waiting).toMatchObject({ code: 0, out: expect.stringContaining('Waiting for payment') })
    const upi = await bhimLinkOf(merchant, orderIdIn(created.out))
    expect((await simulate(upi)).statusCode).toBe(200)
    const paid = await run(language, checkStatusCode(place)[language])
    expect(paid.out).toMatch(
      language === 'curl' ? /"status":"success".*"utr":"\d{12}"/ : /^Paid, UTR \d{12}\s*$/,
    )
  })

  test.skipIf(!here[language])('with the Idempotency-Key a second run gets the same order', async () => {
    const code = createOnceCode(placeOf((await shop.merchant()).key))[language]
    const first = await run(language, code)
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('/pay/') })
    expect(await run(language, code)).toMatchObject({ code: 0, out: first.out })
  })

  test.skipIf(!here[language])("a refusal shows the reply's msg", async () => {
    const refused = await run(language, createOrderCode(placeOf('key_test_wrong'))[language])
    expect(refused.out + refused.err).toContain('The API key is missing or not valid')
    // curl succeeds with whatever is answered; the others must not go on.
    expect(refused.code === 0).toBe(language === 'curl')
  })
})

test.skipIf(!here.curl)("the simulator's line pays a test order", async () => {
  const merchant = await shop.merchant()
  const created = await run('node', createOrderCode(placeOf(merchant.key)).node)
  const upi = await bhimLinkOf(merchant, orderIdIn(created.out))
  const paid = await run(
    'curl',
    callCode({ endpoint: simulatorPay, exampleBody: { ...EXAMPLE_SIMULATION, upi } }, placeOf(merchant.key)),
  )
  expect(paid.out).toMatch(/"utr":"\d{12}"/)
})

test.each(Object.entries(SIMULATED_LIVES))(
  'the outcome %s leads where the guide says',
  async (outcome, life) => {
    const merchant = await shop.merchant()
    const created = await run('node', createOrderCode(placeOf(merchant.key)).node)
    const upi = await bhimLinkOf(merchant, orderIdIn(created.out))
    const done = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })
    expect(done.statusCode, done.body).toBe(200)
    const checked = await shop.call({
      method: 'POST',
      url: '/api/v1/order/check-order-status',
      headers: { authorization: `Bearer ${merchant.key}` },
      payload: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
    })
    const { status, failureReason, paidLate, events } = life
    expect(checked.json().data).toMatchObject({ status, failureReason, paidLate })
    const told = await merchant.get(`/user/transactions/${orderIdIn(created.out)}`)
    const { history } = told.json().data as { history: { event: string }[] }
    const announced = history
      .map(({ event }) => ANNOUNCED[event as Change] ?? null)
      .filter((event) => event !== null)
    expect(announced).toEqual(events)
  },
)

const RECEIVERS = ['node', 'php', 'python'] as const satisfies Language[]

describe.each(RECEIVERS)('the webhook receiver in %s', (language) => {
  /** The guide's receiver while `work` runs, listening where its merchant's webhooks go. */
  const whileReceiving = async (
    work: (url: string, secret: string, merchant: ShopMerchant) => Promise<void>,
  ): Promise<void> => {
    const merchant = await shop.merchant()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/webhook`
    const { webhookSecret } = (await merchant.post('/user/get-api-details')).json().data
    const [program, given] = commandOf(language, WEBHOOK_CODE[language])
    const child = spawn(program, language === 'php' ? ['-S', `127.0.0.1:${port}`, ...given] : given, {
      env: { ...process.env, GALLA_WEBHOOK_SECRET: webhookSecret, PORT: String(port) },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    try {
      await expect
        .poll(
          () =>
            fetch(url, { method: 'POST' }).then(
              () => true,
              () => false,
            ),
          WAIT,
        )
        .toBe(true)
      await work(url, webhookSecret, merchant)
    } finally {
      child.kill('SIGKILL')
      await ended
    }
  }

  const send = async (url: string, secret: string, over: { body?: object; at?: Date; spoil?: string }) => {
    const body = JSON.stringify(over.body ?? EXAMPLE_WEBHOOK)
    const webhookId = EXAMPLE_WEBHOOK.eventId
    const headers = signWebhook({ webhookId, at: over.at ?? new Date(), body, secrets: [secret] })
    const reply = await fetch(url, { method: 'POST', headers, body: body + (over.spoil ?? '') })
    return { status: reply.status, body: await reply.json() }
  }

  test.skipIf(!here[language])('takes what the server really sends', async () => {
    await whileReceiving(async (url, _secret, merchant) => {
      expect((await merchant.post('/user/update-webhook-url', { webhookUrl: url })).statusCode).toBe(200)
      const created = await run('node', createOrderCode(placeOf(merchant.key)).node)
      const orderId = orderIdIn(created.out)
      await simulate(await bhimLinkOf(merchant, orderId))
      const deliveries = async () =>
        (await merchant.get(`/user/transactions/${orderId}`)).json().data.deliveries
      await expect.poll(deliveries, WAIT).toMatchObject([{ event: 'order.success', state: 'delivered' }])
    })
  })

  test.skipIf(!here[language])('knows true from false, and says so as documented', async () => {
    await whileReceiving(async (url, secret) => {
      const aged = (seconds: number) => new Date(Date.now() - seconds * 1000)
      expect(await send(url, secret, {})).toEqual({ status: 200, body: { success: true } })
      expect(await send(url, secret, { at: aged(TOLERANCE_SECONDS - 30) })).toMatchObject({ status: 200 })
      expect(await send(url, secret, { at: aged(TOLERANCE_SECONDS + 30) })).toMatchObject({ status: 401 })
      expect(await send(url, secret, { spoil: ' ' })).toMatchObject({ status: 401 })
      expect(await send(url, 'whsec_AAAA', {})).toMatchObject({ status: 401 })
      const unknown = { ...EXAMPLE_WEBHOOK, client_txn_id: `${EXAMPLE_ORDER.client_txn_id}-NOT` }
      expect(await send(url, secret, { body: unknown })).toEqual(WEBHOOK_ANSWER_UNKNOWN)
      const ping = { event: 'test.ping', eventId: EXAMPLE_WEBHOOK.eventId, sequence: 1, mode: 'test' }
      expect(await send(url, secret, { body: ping })).toMatchObject({ status: 200 })
    })
  })
})
