import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as errors from '../../sdk/src/errors.ts'
import { errorOf } from '../../sdk/src/errors.ts'
import { signWebhook } from '../../sdk/src/webhook.ts'
import { openShop, type Shop, type ShopMerchant } from '../../server/testing/shop.ts'
import { guideText } from '../../web/guide-text.ts'
import { SOME_ORIGIN } from '../../web/src/features/docs/guide/guide-shape.ts'
import { buildSdk, type InstalledSdk, installSdk, outputOf, README } from './installed-sdk.ts'

/** Runs the examples of the package's README unchanged, except for the address of this test's Galla. */
const CREATE = 'Create an order'
const LEARN = "Check the order's status"
const WEBHOOKS = 'Verify webhooks'
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** Compiling and installing take a while where other work goes on. */
const INSTALL_MS_MAX = 240_000

let sdk: InstalledSdk
let shop: Shop
let merchant: ShopMerchant
let origin = ''

beforeAll(async () => {
  await buildSdk()
  shop = await openShop({ ALLOW_PRIVATE_WEBHOOKS: 'on' }, new Date())
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
  sdk = await installSdk(origin)
  merchant = await shop.merchant()
}, INSTALL_MS_MAX)
afterAll(async () => {
  await shop.close()
  sdk.remove()
})

/** The examples of a chapter, in their order. */
const examplesOf = (chapter: string): string[] => {
  const text = README.split(/^## /m).find((each) => each.startsWith(`${chapter}\n`)) ?? ''
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

const example = (chapter: string, number = 0): string => {
  const code = examplesOf(chapter)[number]
  if (code === undefined) throw new Error(`${chapter} has no example ${number}`)
  return code.replace("'https://pay.example.com'", `'${origin}'`)
}

const env = () => ({ GALLA_API_KEY: merchant.key, GALLA_WEBHOOK_SECRET: SECRET })

test('this file runs each example of the README', () => {
  const all = [...README.matchAll(/^```js$/gm)]
  const run = [CREATE, LEARN, WEBHOOKS].flatMap(examplesOf)
  expect(run).toHaveLength(all.length)
  expect(all).toHaveLength(6)
})

test('the guide shows these examples unchanged', () => {
  const guide = guideText('sdk').replaceAll(SOME_ORIGIN, 'https://pay.example.com')
  const shown = (language: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code)
  expect(shown('js')).toEqual([CREATE, LEARN, WEBHOOKS].flatMap(examplesOf))
  const lines = [...README.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, text]) => text)
  const atHome = (line = '') => line.replace('http://localhost:3000', 'https://pay.example.com')
  expect(lines.map((line) => `${atHome(line)}\n`)).toEqual(shown('sh'))
})

test("the README's example creates an order and reads it", async () => {
  const out = await sdk.run(
    `${example(CREATE)}
     const asked = await (async () => {
       ${example(LEARN)}
       return { status, utr }
     })()
     await galla.simulatePayment(order.upi_intent.bhim_link)
     const paid = await galla.checkOrderStatus('A-1042')
     console.log(JSON.stringify({ page: order.payment_url, asked, paid: paid.status }))`,
    env(),
  )
  expect(JSON.parse(out)).toEqual({
    page: expect.stringMatching(/\/pay\/\w{26}$/),
    asked: { status: 'created', utr: null },
    paid: 'success',
  })
})

const FORM = 'client_txn_id=A-1042&amount=499&status=success&upi_txn_id=640112345678'
const BODY = JSON.stringify({
  event: 'order.success',
  eventId: 'evt_1',
  client_txn_id: 'A-1042',
  amount: '499.00',
})

/** Posts a notification, one that was changed on its way, and one whose work fails. */
const tryReceiver = async (url: string, payload = BODY, type = 'application/json'): Promise<number[]> => {
  const headers = await signWebhook({ id: 'evt_1', at: new Date(), body: payload }, SECRET)
  const statuses: number[] = []
  for (const body of [payload, `${payload} `, payload]) {
    const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
    statuses.push((await fetch(url, sent)).status)
  }
  return statuses
}

const RECEIVED = `
  const got = []
  const markPaid = async (...payload) => {
    if (got.push(payload) > 1) throw new Error('the database is down')
    console.log(JSON.stringify(payload))
  }`

test.each([
  ['JSON', 0, '/webhook', BODY, 'application/json', ['A-1042', '499.00', 'evt_1']],
  ['forms', 2, '/callback', FORM, 'application/x-www-form-urlencoded', ['A-1042', '499', '640112345678']],
])(
  'the receiver of %s for Express takes what Galla signed, refuses what was changed, and asks again when work fails',
  async (...all) => {
    const [, number, path, payload, type, paid] = all
    // Express where the example touches it: a path, a raw body, status and end.
    const child = sdk.start(
      `import { createServer } from 'node:http'
     ${RECEIVED}
     const express = { raw: ({ type }) => type }
     const app = {
       post: (path, type, take) =>
         createServer(async (request, response) => {
           const parts = []
           for await (const part of request) parts.push(part)
           if (request.url !== path || request.headers['content-type'] !== type) return response.writeHead(404).end()
           request.body = Buffer.concat(parts)
           await take(request, { sendStatus: (status) => response.writeHead(status).end() })
         }).listen(0, '127.0.0.1', function () { console.log(this.address().port) }),
     }
     ${example(WEBHOOKS, number)}`,
      env(),
    )
    const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
    const port = String((await lines.next()).value)
    expect(await tryReceiver(`http://127.0.0.1:${port}${path}`, payload, type)).toEqual([200, 400, 500])
    expect(JSON.parse(String((await lines.next()).value))).toEqual(paid)
    child.kill()
  },
)

test('the receiver for Deno, Bun and edge runtimes does the same', async () => {
  const child = sdk.start(
    `import { createServer } from 'node:http'
     ${RECEIVED}
     ${example(WEBHOOKS, 1)}
     createServer(async (incoming, response) => {
       const parts = []
       for await (const part of incoming) parts.push(part)
       const { method, headers } = incoming
       const answer = await receive(new Request('http://here' + incoming.url, { method, headers, body: Buffer.concat(parts) }))
       response.writeHead(answer.status).end()
     }).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`,
    env(),
  )
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  const port = String((await lines.next()).value)
  expect(await tryReceiver(`http://127.0.0.1:${port}/webhook`)).toEqual([200, 400, 500])
  expect(JSON.parse(String((await lines.next()).value))).toEqual(['A-1042', '499.00', 'evt_1'])
  child.kill()
})

test("the README's receiver catches up once after an outage", async () => {
  const paid = await shop.merchant()
  const catchUp = (from: string) =>
    sdk.run(
      `import { Galla } from '@galla/sdk'
       const galla = new Galla({ apiKey: process.env.GALLA_API_KEY, baseUrl: '${origin}' })
       let cursor = ${from}
       const handled = []
       const loadCursor = async () => cursor
       const saveCursor = async (now) => { cursor = now }
       const handle = async (event) => { handled.push(event.event) }
       await (async () => {
         ${example(WEBHOOKS, 3)}
       })()
       console.log(JSON.stringify({ handled, cursor }))`,
      { GALLA_API_KEY: paid.key },
    )
  for (const event of ['order.success', 'order.failed']) {
    await outputOf(sdk.command(['trigger', event], { GALLA_API_KEY: paid.key, GALLA_URL: origin }))
    shop.clock.advance({ seconds: 1 })
  }
  const first = JSON.parse(await catchUp('undefined'))
  expect(first.handled).toEqual(['order.success', 'order.failed'])
  const second = JSON.parse(await catchUp(`'${first.cursor}'`))
  expect(second).toEqual({ handled: [], cursor: first.cursor })
})

test('the README names the right error class for each status', () => {
  const named = [...README.matchAll(/`(\w+Error)`\s+\(([0-9x, ]+)\)/g)]
  expect(named.length).toBeGreaterThan(5)
  for (const [, name, statuses = ''] of named)
    for (const status of statuses.split(',').map((each) => Number(each.trim().replace('xx', '03')))) {
      const refusal = { status, code: '', msg: '', errors: [], requestId: null, retryAfterSeconds: null }
      expect({ status, name: errorOf(refusal).name }).toEqual({ status, name })
    }
  const ofGuide = [...guideText('sdk').matchAll(/^\| `(\w+Error)` · ([0-9x, ]+?) *\|/gm)]
  expect(ofGuide.length).toBeGreaterThan(5)
  for (const [, name, statuses = ''] of ofGuide)
    for (const status of statuses.split(', ').map((each) => Number(each.replace('xx', '03')))) {
      const refusal = { status, code: '', msg: '', errors: [], requestId: null, retryAfterSeconds: null }
      expect({ status, name: errorOf(refusal).name }).toEqual({ status, name })
    }
  const known = new Set(Object.keys(errors).filter((each) => each.endsWith('Error')))
  const all = new Set([...README.matchAll(/\b\w+Error\b/g)].map(([name]) => name))
  expect(all).toEqual(known)
})

test("the README's shell commands work", async () => {
  const lines =
    /^## Test on your machine\n+```sh\n([\s\S]*?)^```$/m.exec(README)?.[1]?.trim().split('\n') ?? []
  const [settings = '', listen = '', trigger = ''] = lines
  expect(settings).toBe('export GALLA_URL=http://localhost:3000 GALLA_API_KEY=key_test_...')
  const words = (line: string): string[] => line.replace(/^npx galla-sdk /, '').split(' ')
  const receiver = createServer((_request, response) => response.writeHead(200).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const given = { GALLA_URL: origin, GALLA_API_KEY: merchant.key }
  const listening = sdk.command(
    words(listen).map((word) => word.replace('localhost:4000', `127.0.0.1:${port}`)),
    given,
  )
  const said = createInterface({ input: listening.stdout ?? process.stdin })[Symbol.asyncIterator]()
  expect((await said.next()).value).toBe(`Ready. Forwarding events to http://127.0.0.1:${port}/webhook`)
  await said.next()
  await outputOf(sdk.command(words(trigger), given))
  expect((await said.next()).value).toMatch(/^order\.success {2}\w{26} {2}HTTP 200 /)
  listening.kill()
  receiver.close()
})
