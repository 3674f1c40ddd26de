import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  EXAMPLE_ORDER,
  EXAMPLE_WEBHOOK,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/api-reference/integrator-examples'
import { expect, test } from 'vitest'
import { signWebhook } from '../../server/src/webhooks/endpoints/sign-webhook.ts'
import { freePort } from '../../server/testing/free-port.ts'
import type { Shop, ShopMerchant } from '../../server/testing/shop.ts'
import { isHere, type SampleLanguage, type Samples, sampleCommand } from './guide-programs.ts'

/** Receivers reject older notifications, so that a replayed one is useless. The Standard Webhooks specification has the same tolerance. */
export const TOLERANCE_SECONDS = 300

/** Read while a test runs, because they are created after the tests are named. */
export interface ReceiverDeps {
  readonly shop: () => Shop
  readonly origin: () => string
  readonly samples: () => Samples
}

const WAIT = { timeout: 20_000, interval: 50 }

export const orderIdIn = (out: string): string => {
  const found = /[0-9A-HJKMNP-TV-Z]{26}/.exec(out)?.[0]
  if (found === undefined) throw new Error(`no order in: ${out}`)
  return found
}

export const bhimLinkOf = async (shop: Shop, orderId: string): Promise<string> => {
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
  expect(opened.statusCode, opened.body).toBe(200)
  return opened.json().data.upiIntentUrl.bhim
}

export const payInSimulator = async (shop: Shop, orderId: string, outcome = 'success'): Promise<void> => {
  const payload = { upi: await bhimLinkOf(shop, orderId), outcome }
  const done = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect(done.statusCode, done.body).toBe(200)
}

export interface RunningReceiver {
  readonly url: string
  readonly secret: string
  readonly merchant: ShopMerchant
  /** The output so far. */
  readonly printed: () => string
}

/** A sample receiver, where it lies, while `work` runs, listening where its merchant's webhooks go. */
export const whileRunning = async (
  name: string,
  language: SampleLanguage,
  { shop }: Pick<ReceiverDeps, 'shop'>,
  work: (running: RunningReceiver) => Promise<void>,
): Promise<void> => {
  const merchant = await shop().merchant()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/webhook`
  const { webhookSecret: secret } = (await merchant.post('/user/get-api-details')).json().data
  const [program, given] = sampleCommand(name, language)
  // In its own process group, because `go run` does not stop the program that it built.
  const child = spawn(program, language === 'php' ? ['-S', `127.0.0.1:${port}`, ...given] : given, {
    detached: true,
    env: { ...process.env, GALLA_WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (printed += String(part)))
  const ended = once(child, 'exit')
  try {
    const answers = () =>
      fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      )
    await expect.poll(answers, WAIT).toBe(true)
    await work({ url, secret, merchant, printed: () => printed })
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
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

/** Sends an event that is signed without knowing the secret; resolves to the status, or 0 if no receiver listens. */
const forge = (url: string): Promise<number> => {
  const body = JSON.stringify(EXAMPLE_WEBHOOK)
  const [id, at] = [EXAMPLE_WEBHOOK.eventId, String(Math.floor(Date.now() / 1000))]
  const signed = createHmac('sha256', '').update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signed}` }
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Starts the receiver without a secret: it accepts no event, and prints what is missing. */
const expectSecretNeeded = async (language: SampleLanguage): Promise<void> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/webhook`
  const [program, given] = sampleCommand('webhook', language)
  const child = spawn(program, language === 'php' ? ['-S', `127.0.0.1:${port}`, ...given] : given, {
    detached: true,
    env: { ...process.env, GALLA_WEBHOOK_SECRET: '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr?.on('data', (part) => (printed += String(part)))
  const ended = once(child, 'close')
  try {
    await expect.poll(async () => child.exitCode !== null || (await forge(url)) !== 0, WAIT).toBe(true)
    expect([0, 401]).toContain(await forge(url))
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  expect(printed).toMatch(/set GALLA_WEBHOOK_SECRET to your signing secret/i)
}

/** Tests the guide's receiver of one language with real and forged notifications. */
export const testReceiver = (language: SampleLanguage, { shop, origin, samples }: ReceiverDeps): void => {
  const here = isHere(language)

  /** The guide's receiver while `work` runs, listening where its merchant's webhooks go. */
  const whileReceiving = (
    work: (url: string, secret: string, merchant: ShopMerchant) => Promise<void>,
  ): Promise<void> =>
    whileRunning('webhook', language, { shop }, ({ url, secret, merchant }) => work(url, secret, merchant))

  test.skipIf(!here)('takes what the server really sends', async () => {
    await whileReceiving(async (url, _secret, merchant) => {
      expect((await merchant.post('/user/update-webhook-url', { webhookUrl: url })).statusCode).toBe(200)
      const place = { origin: origin(), key: merchant.key }
      const created = await samples().run('create-order', 'node', place)
      const orderId = orderIdIn(created.out)
      await payInSimulator(shop(), orderId)
      const deliveries = async () =>
        (await merchant.get(`/user/transactions/${orderId}`)).json().data.deliveries
      await expect.poll(deliveries, WAIT).toMatchObject([{ event: 'order.success', state: 'delivered' }])
    })
  })

  test.skipIf(!here)('takes nothing without its secret, and says what is missing', () =>
    expectSecretNeeded(language),
  )

  test.skipIf(!here)('knows true from false, and says so as documented', async () => {
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
      const silent = { ...ping, event: 'source.silent', silenceId: EXAMPLE_WEBHOOK.eventId, reason: 'pings' }
      const refund = { id: EXAMPLE_WEBHOOK.eventId, type: 'refund.sent', mode: 'test', data: {} }
      for (const body of [ping, silent, refund])
        expect(await send(url, secret, { body })).toEqual({ status: 200, body: { success: true } })
    })
  })
}
