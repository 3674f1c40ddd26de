import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../server/testing/shop.ts'
import { buildSdk, done, type InstalledSdk, installSdk, nodesHere, outputOf, TSC } from './installed-sdk.ts'

/** The package as a developer gets it: installed from the real app, and used against it. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Compiling and installing take a while where other work goes on. */
const INSTALL_MS_MAX = 240_000

let sdk: InstalledSdk
let shop: Shop
let origin = ''

beforeAll(async () => {
  await buildSdk()
  shop = await openShop({ ALLOW_PRIVATE_WEBHOOKS: 'on' }, new Date())
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
  sdk = await installSdk(origin)
}, INSTALL_MS_MAX)
afterAll(async () => {
  await shop.close()
  sdk.remove()
})

test('a lockfile written with the package has the checksum that the app shows', async () => {
  const { packages } = JSON.parse(readFileSync(join(sdk.folder, 'package-lock.json'), 'utf8'))
  const { resolved, integrity, ...entry } = packages['node_modules/@galla/sdk']
  expect(resolved).toBe(`${origin}/sdk/galla-sdk-${entry.version}.tgz`)
  const { headers } = await shop.call({ url: new URL(resolved).pathname })
  expect(headers['repr-digest']).toBe(`${integrity.replace('-', '=:').replace('sha', 'sha-')}:`)
})

test('the PHP package has every file of its source and the version of the SDK', async () => {
  const own = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8')).version
  const reply = await shop.call({ url: `/sdk/galla-php-${own}.zip` })
  expect(reply.headers['content-type']).toBe('application/zip')
  const files = unzipSync(new Uint8Array(reply.rawPayload))
  const tracked = done('git', ['ls-files', 'sdk/php'], ROOT).trim().split('\n')
  expect(Object.keys(files).sort()).toEqual(
    ['LICENSE', ...tracked.map((path) => path.slice('sdk/php/'.length))].sort(),
  )
  const { version } = JSON.parse(Buffer.from(files['composer.json'] ?? []).toString())
  expect(version).toBe(own)
})

const command: InstalledSdk['command'] = (given, env) => sdk.command(given, env)

test('the package has no dependencies, and its types are next to its code', () => {
  const own = readdirSync(join(sdk.folder, 'node_modules/@galla/sdk'))
  expect(own.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const installed = readdirSync(join(sdk.folder, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['@galla'])
  writeFileSync(
    join(sdk.folder, 'shop.ts'),
    `import { Galla, type OrderState, verifyWebhook } from '@galla/sdk'
     const galla = new Galla({ apiKey: 'key', baseUrl: 'https://pay.example.com' })
     export const state: Promise<OrderState> = galla.checkOrderStatus('A-1')
     // @ts-expect-error the amount is missing
     export const wrong = galla.createOrder({ client_txn_id: 'A-1' })
     export const event = verifyWebhook('', new Headers(), 'whsec_')`,
  )
  const options = '--noEmit --strict --module nodenext --target es2022 --lib es2022,dom'.split(' ')
  done(process.execPath, [TSC, ...options, '--ignoreConfig', 'shop.ts'], sdk.folder)
})

test.each([...nodesHere()])(
  'on Node %s a CommonJS program loads the package, also where require reads no ES modules',
  (_version, node) => {
    const program = join(sdk.folder, 'shop.cjs')
    writeFileSync(
      program,
      `const { Galla, ConflictError, verifyWebhook } = require('@galla/sdk')
     const { verifyWebhook: same } = require('@galla/sdk/webhook')
     const galla = new Galla({ apiKey: 'key', baseUrl: 'https://pay.example.com' })
     console.log(typeof galla.createOrder, ConflictError.prototype instanceof Error, same === verifyWebhook)`,
    )
    // Jest loads modules itself, and can't require ES modules on any Node.
    const known = process.allowedNodeEnvironmentFlags.has('--no-experimental-require-module')
    const flags = known && node === process.execPath ? ['--no-experimental-require-module'] : []
    expect(done(node, [...flags, program], sdk.folder)).toBe('function true true\n')
  },
)

test('a CommonJS project in TypeScript compiles with the types of the package', () => {
  writeFileSync(
    join(sdk.folder, 'shop-common.cts'),
    `import { Galla, type OrderState } from '@galla/sdk'
     import { verifyWebhook } from '@galla/sdk/webhook'
     const galla = new Galla({ apiKey: 'key', baseUrl: 'https://pay.example.com' })
     export const state: Promise<OrderState> = galla.checkOrderStatus('A-1')
     // @ts-expect-error the amount is missing
     export const wrong = galla.createOrder({ client_txn_id: 'A-1' })
     export const event = verifyWebhook('', new Headers(), 'whsec_')`,
  )
  const options = '--noEmit --strict --module node16 --target es2022 --lib es2022,dom'.split(' ')
  done(process.execPath, [TSC, ...options, '--ignoreConfig', 'shop-common.cts'], sdk.folder)
})

test.each([...nodesHere()])(
  'on Node %s the package creates, repeats, pays and checks an order, and a refusal has its reason',
  async (_version, node) => {
    const { key } = await shop.merchant()
    const out = await sdk.run(
      `import { ConflictError, Galla } from '@galla/sdk'
     const galla = new Galla({ apiKey: process.env.KEY, baseUrl: process.env.ORIGIN })
     const order = { client_txn_id: 'SDK-1', amount: 499, p_info: 'Masala tea', customer_name: 'Asha Rao',
       customer_email: 'asha@example.com', customer_mobile: '9876543210', redirect_url: 'https://shop.example/done' }
     const made = await galla.createOrder(order, { idempotencyKey: 'once' })
     const again = await galla.createOrder(order, { idempotencyKey: 'once' })
     const conflict = await galla.createOrder(order).catch((error) => error)
     const invalid = await galla.createOrder({ ...order, amount: 'much' }).catch((error) => error)
     const { utr } = await galla.simulatePayment(made.upi_intent.bhim_link)
     const state = await galla.checkOrderStatus('SDK-1')
     console.log(JSON.stringify({ same: made.order_id === again.order_id, conflict: conflict instanceof ConflictError,
       code: conflict.code, invalid: String(invalid), paid: state.status, utr: utr === state.utr, amount: state.amount }))`,
      { KEY: key, ORIGIN: origin },
      node,
    )
    expect(JSON.parse(out)).toEqual({
      same: true,
      conflict: true,
      code: 'duplicate_client_txn_id',
      invalid: expect.stringMatching(
        /^InvalidRequestError: .*amount: .*\[invalid_fields, HTTP 400, request /,
      ),
      paid: 'success',
      utr: true,
      amount: '499.00',
    })
  },
)

test('the package verifies a notification of the app, and refuses a changed one', async () => {
  const merchant = await shop.merchant()
  const receiver = createServer()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await merchant.post('/user/update-webhook-url', { webhookUrl: url })
  const { webhookSecret } = (await merchant.post('/user/get-api-details')).json().data
  const called = once(receiver, 'request')
  await merchant.post('/user/test-webhook')
  const [request, response] = await called
  let body = ''
  for await (const part of request) body += part
  response.end()
  const out = await sdk.run(
    `import { verifyWebhook } from '@galla/sdk/webhook'
     const { body, headers, secret } = JSON.parse(process.env.GOT)
     const event = await verifyWebhook(body, headers, secret)
     const changed = await verifyWebhook(body + ' ', headers, secret).catch((error) => error.name)
     console.log(event.event, changed)`,
    { GOT: JSON.stringify({ body, headers: request.headers, secret: webhookSecret }) },
  )
  expect(out.trim()).toBe('test.ping WebhookVerificationError')
  receiver.close()
})

test('galla-sdk listen forwards the events of galla-sdk trigger, signed for this run', async () => {
  const { key } = await shop.merchant()
  const env = { GALLA_API_KEY: key, GALLA_URL: origin }
  const mine = ['--client-txn-id', 'ORDER-1002', '--amount', '499.00']
  expect(await outputOf(command(['trigger', 'order.success', ...mine], env))).toMatch(
    /^order\.success for \w{26}\nclient_txn_id ORDER-1002, amount 499\.00\nhttp/,
  )
  expect(await outputOf(command(['trigger', 'order.success', ...mine], env))).toContain(
    'An order with this client_txn_id already exists',
  )
  // What happened before is not passed on.
  expect(await outputOf(command(['trigger', 'order.success'], env))).toMatch(/^order\.success for \w{26}/)
  const receiver = createServer()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`
  const listening = command(['listen', '--forward', forward], env)
  const lines = createInterface({ input: listening.stdout ?? process.stdin })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value)
  expect(await next()).toBe(`Ready. Forwarding events to ${forward}`)
  const secret = /whsec_\S+/.exec(await next())?.[0] ?? ''
  const arrived = once(receiver, 'request')
  const triggered = await outputOf(command(['trigger', 'order.failed'], env))
  const [request, response] = await arrived
  let body = ''
  for await (const part of request) body += part
  response.writeHead(200).end()
  const { verifyWebhook } = await import('../../sdk/src/webhook.ts')
  const event = await verifyWebhook(body, request.headers, secret)
  expect(event).toMatchObject({ event: 'order.failed', mode: 'test' })
  expect(triggered).toContain('orderId' in event ? event.orderId : 'no order')
  expect(await next()).toMatch(/^order\.failed {2}\w{26} {2}HTTP 200 {2}\d+ ms$/)
  // Ctrl-C in a terminal.
  const closed = once(listening, 'close')
  listening.kill('SIGINT')
  expect(await next()).toBe('Stopped. 1 delivered, 0 not.')
  expect(await closed).toEqual([0, null])
  receiver.close()
})

test('galla-sdk listen sends the same bytes and headers as the webhook, in the format of each order', async () => {
  const taking = async () => {
    const got: { body: string; headers: Record<string, unknown> }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      got.push({ body, headers: request.headers })
      response.writeHead(200).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { got, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook` }
  }
  const merchant = await shop.merchant()
  const { key } = merchant
  const env = { GALLA_API_KEY: key, GALLA_URL: origin }
  const [sent, forwarded] = [await taking(), await taking()]
  await merchant.post('/user/update-webhook-url', { webhookUrl: sent.url })
  const listening = command(['listen', '--forward', forwarded.url], env)
  const lines = createInterface({ input: listening.stdout ?? process.stdin })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toContain('Ready')
  const fields = { key, amount: '5', customer_name: 'Asha', customer_mobile: '', customer_email: 'none' }
  const paths = ['/api/v1/order/create-order', '/api/create_order', '/api/orders/create-order']
  for (const [n, path] of paths.entries()) {
    const own = { p_info: 'चाय & ☕', customer_email: 'a@b.in', customer_mobile: '9876543210' }
    const payload = { ...fields, ...own, client_txn_id: `L${n}`, redirect_url: 'https://shop.example/' }
    const made = (await shop.call({ method: 'POST', url: path, payload })).json()
    const orderId: string = (made.payment_url ?? made.data.payment_url).slice(-26)
    const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
    const { generic } = opened.json().data.upiIntentUrl
    await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi: generic } })
    shop.clock.advance({ seconds: 1 })
  }
  await expect.poll(() => [sent.got.length, forwarded.got.length]).toEqual([3, 3])
  const comparable = ({ got }: Awaited<ReturnType<typeof taking>>) =>
    got
      .map(({ body, headers }) => ({
        body,
        type: headers['content-type'],
        agent: headers['user-agent'],
        id: headers['webhook-id'],
        names: Object.keys(headers).sort(),
      }))
      .sort((a, b) => String(a.id).localeCompare(String(b.id)))
  expect(comparable(forwarded)).toEqual(comparable(sent))
  const form = 'application/x-www-form-urlencoded'
  expect(comparable(forwarded).map(({ type }) => type)).toEqual(['application/json', form, form])
  listening.kill()
  sent.server.close()
  forwarded.server.close()
})

test('the command names missing arguments, and refuses a live key', async () => {
  const none = { GALLA_API_KEY: '', GALLA_URL: '' }
  expect(await outputOf(command([], none))).toContain('galla-sdk listen --forward')
  expect(await outputOf(command(['trigger', 'order.success'], none))).toContain(
    '--key or GALLA_API_KEY is missing',
  )
  const live = { GALLA_API_KEY: 'key_live_1', GALLA_URL: origin }
  expect(await outputOf(command(['trigger', 'order.success'], live))).toContain('Use a test API key')
  const wrong = { GALLA_API_KEY: 'key_test_1', GALLA_URL: origin }
  expect(await outputOf(command(['trigger', 'order.success'], wrong))).toMatch(
    /^galla-sdk: The API key is missing or not valid \[bad_key, HTTP 401/,
  )
  expect(await outputOf(command(['listen', '--forward', origin], wrong))).toContain(
    'Copy the test key from API Documentation in the dashboard.',
  )
  expect(await outputOf(command(['trigger', 'order.paid'], wrong))).toContain('Name the event to trigger')
  expect(await outputOf(command(['lisen'], none))).toContain('Unknown command: lisen')
  for (const [name, given] of [
    ['--url', ['trigger', 'order.success', '--url', 'localhost:3000']],
    ['--forward', ['listen', '--forward', 'localhost:4000/webhook']],
  ] as const) {
    const said = await outputOf(command(given, wrong))
    expect(said).toContain(`galla-sdk: ${name} must be a URL that starts with http:// or https://`)
    expect(said).not.toContain('at run')
  }
  const help = await outputOf(command(['listen', '--help'], none))
  expect(help).toBe(await outputOf(command(['-h'], none)))
  expect(help).toContain('Stop it with Ctrl-C')
})
