import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signWebhook } from '../sdk/src/webhook.ts'
import { openShop, type Shop, type ShopMerchant } from '../server/testing/shop.ts'

/**
 * The plugin's own code in PHP's own server, with WordPress stubbed where it ends, against the real app: orders are made and checked
 * over HTTP, and notifications come from the app's deliveries.
 */
const SHOP_PHP = new URL('../plugins/woocommerce/tests/shop.php', import.meta.url).pathname
const PHP_IS_HERE = spawnSync('php', ['--version'], { stdio: 'ignore' }).status === 0

interface ShopOrder {
  total: string
  status?: string
  phone?: string
  notes?: string[]
  transaction_id?: string
  meta?: Record<string, string>
}
interface State {
  settings: Record<string, string>
  notices: string[]
  orders: Record<string, ShopOrder>
}

let place = ''
let galla: Shop
let origin = ''
let merchant: ShopMerchant
let shopUrl = ''
let secret = ''
let php: ChildProcess

const stateFile = (): string => join(place, 'state.json')
const state = (): State => JSON.parse(readFileSync(stateFile(), 'utf8')) as State
const orderOf = (id: number): ShopOrder => state().orders[id] ?? { total: '' }
const change = (by: (state: State) => void): void => {
  const now = state()
  by(now)
  writeFileSync(stateFile(), JSON.stringify(now))
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe.skipIf(!PHP_IS_HERE)('the WooCommerce plugin', () => {
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'galla-woo-'))
    galla = await openShop({ ALLOW_PRIVATE_WEBHOOKS: 'on' }, new Date())
    origin = await galla.app.http.listen({ host: '127.0.0.1', port: 0 })
    merchant = await galla.merchant()
    const port = await freePort()
    shopUrl = `http://127.0.0.1:${port}`
    await merchant.post('/user/update-webhook-url', { webhookUrl: `${shopUrl}/?wc-api=galla_upi` })
    const details = (await merchant.post('/user/get-api-details')).json().data
    secret = details.webhookSecret
    const settings = {
      enabled: 'yes',
      base_url: `${origin}/`,
      api_key: merchant.key,
      webhook_secret: secret,
    }
    writeFileSync(stateFile(), JSON.stringify({ settings, notices: [], orders: {} }))
    const given = ['-d', 'variables_order=EGPCS', '-S', `127.0.0.1:${port}`, SHOP_PHP]
    php = spawn('php', given, { env: { ...process.env, STATE_FILE: stateFile() }, stdio: 'ignore' })
    await vi.waitFor(() => fetch(`${shopUrl}/available`), { timeout: 20_000 })
  })
  afterAll(async () => {
    php.kill()
    await once(php, 'exit')
    await galla.close()
    rmSync(place, { recursive: true, force: true })
  })

  let id = 100
  beforeEach(() => {
    id += 1
    change((each) => {
      each.notices = []
      each.orders[id] = { total: '1499.50' }
    })
  })

  const ask = async (path: string) => (await fetch(`${shopUrl}${path}`)).json()
  const checkout = () => ask(`/checkout?id=${id}`) as Promise<{ result: string; redirect: string }>
  const gallaOrder = (redirect: string): string => redirect.split('/pay/')[1] ?? ''
  const bhimLink = async (redirect: string): Promise<string> => {
    const reply = await galla.call({ method: 'POST', url: `/api/v1/order/pay/${gallaOrder(redirect)}` })
    return reply.json().data.upiIntentUrl.bhim
  }
  const simulate = async (redirect: string, outcome: string): Promise<{ utr: string; secondUtr: string }> => {
    const payload = { upi: await bhimLink(redirect), outcome }
    return (await galla.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })).json().data
  }
  const notify = async (event: object, signedFor = secret, at = new Date()) => {
    const body = JSON.stringify(event)
    const headers = await signWebhook({ id: 'evt_by_hand', at, body }, signedFor)
    return (await fetch(`${shopUrl}/?wc-api=galla_upi`, { method: 'POST', headers, body })).status
  }
  const eventOf = (over: object = {}) => ({
    event: 'order.success',
    mode: 'test',
    sequence: 9,
    client_txn_id: orderOf(id).meta?._galla_client_txn_id,
    orderAmount: '1499.50',
    utr: '400000000009',
    payerUpiId: 'asha@gallatest',
    failureReason: null,
    ...over,
  })

  test('an order is paid and completed by the signed notification, once, with its UTR', async () => {
    const { result, redirect } = await checkout()
    expect(result).toBe('success')
    expect(redirect).toMatch(/\/pay\/\w{26}$/)
    const { utr } = await simulate(redirect, 'success')
    await vi.waitFor(() => expect(orderOf(id).status).toBe('processing'), { timeout: 20_000 })
    expect(orderOf(id)).toMatchObject({ transaction_id: utr })
    expect(orderOf(id).notes?.filter((note) => note.includes(utr))).toHaveLength(1)
    expect(await notify(eventOf({ utr }))).toBe(200)
    expect(orderOf(id).notes?.filter((note) => note.includes(utr))).toHaveLength(1)
  })

  test('who tries again is led to the same page while it can be paid, and to a new one after it failed', async () => {
    const first = await checkout()
    expect(await checkout()).toEqual(first)
    await simulate(first.redirect, 'declined')
    await vi.waitFor(() => expect(orderOf(id).status).toBe('failed'), { timeout: 20_000 })
    const second = await checkout()
    expect(second.result).toBe('success')
    expect(second.redirect).not.toBe(first.redirect)
  })

  test('who comes back with the money paid is believed because Galla is asked, not because he comes', async () => {
    await checkout()
    await ask(`/thanks?id=${id}`)
    expect(orderOf(id).status).toBe('pending')
    change((each) => {
      // As if notifications did not arrive.
      each.settings.webhook_secret = 'whsec_AAAA'
    })
    const { redirect } = await checkout()
    const { utr } = await simulate(redirect, 'success')
    await ask(`/thanks?id=${id}`)
    change((each) => {
      each.settings.webhook_secret = secret
    })
    expect(orderOf(id)).toMatchObject({ status: 'processing', transaction_id: utr })
    // A double click on Pay leads to the thanks, not to another payment.
    change((each) => {
      const order = each.orders[id]
      if (order !== undefined) order.status = 'pending'
    })
    expect((await checkout()).redirect).toBe(`${shopUrl}/thanks?id=${id}`)
  })

  test('another amount than the order costs completes nothing', async () => {
    await checkout()
    change((each) => {
      const order = each.orders[id]
      if (order !== undefined) order.total = '1999.50'
    })
    expect(await notify(eventOf())).toBe(200)
    expect(orderOf(id).status).toBe('on-hold')
    expect(orderOf(id).notes?.at(-1)).toBe(
      'Paid by UPI for Rs 1499.50 (UTR 400000000009), but the order costs Rs 1999.50.',
    )
  })

  test('a second payment is noted, once', async () => {
    await checkout()
    await notify(eventOf())
    for (const utr of ['400000000010', '400000000010']) await notify(eventOf({ utr }))
    expect(orderOf(id).notes?.filter((note) => note.startsWith('Paid once more'))).toHaveLength(1)
    expect(orderOf(id)).toMatchObject({ status: 'processing', transaction_id: '400000000009' })
  })

  test('what is not signed for this shop just now, is of the other mode, old or unknown, changes nothing', async () => {
    await checkout()
    const before = orderOf(id)
    expect(await notify(eventOf(), 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')).toBe(400)
    expect(await notify(eventOf(), undefined, new Date(Date.now() - 301_000))).toBe(400)
    const unsigned = { method: 'POST', body: JSON.stringify(eventOf()) }
    expect((await fetch(`${shopUrl}/?wc-api=galla_upi`, unsigned)).status).toBe(400)
    expect(await notify(eventOf({ mode: 'live' }))).toBe(200)
    expect(await notify({ event: 'test.ping', mode: 'test' })).toBe(200)
    for (const wrong of [`wc-${id}-1-00000000`, 'somebody-else-1', '', `wc-999999-1-00000000`])
      expect(await notify(eventOf({ client_txn_id: wrong }))).toBe(200)
    expect(orderOf(id)).toEqual(before)
    change((each) => {
      each.settings.webhook_secret = ''
    })
    expect(await notify(eventOf(), 'whsec_AAAA')).toBe(400)
    change((each) => {
      each.settings.webhook_secret = secret
    })
  })

  test('an older failure that comes after the success is ignored, and while the secret changes both are taken', async () => {
    await checkout()
    const fresh = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    change((each) => {
      each.settings.webhook_secret = `${fresh} ${secret}`
    })
    expect(await notify(eventOf(), secret)).toBe(200)
    const failed = eventOf({ event: 'order.failed', sequence: 8, failureReason: 'expired' })
    expect(await notify(failed, fresh)).toBe(200)
    expect(orderOf(id).status).toBe('processing')
    change((each) => {
      each.settings.webhook_secret = secret
    })
  })

  test('a refund is noted with where to send it', async () => {
    await checkout()
    await notify(eventOf())
    expect(await ask(`/refund?id=${id}&amount=100.5&reason=broken`)).toBe(true)
    expect(orderOf(id).notes?.at(-1)).toContain('Refund of Rs 100.50 noted (broken)')
    expect(orderOf(id).notes?.at(-1)).toContain('asha@gallatest, who paid with UTR 400000000009')
    expect(await ask(`/refund?id=${id}&amount=0&reason=`)).toBe('Please enter the amount of the refund.')
  })

  test('a field that Galla refuses is told to the customer, anything else to the shop alone', async () => {
    change((each) => {
      each.orders[id] = { total: '1499.50', phone: '12345' }
    })
    expect(await checkout()).toMatchObject({ result: 'failure' })
    expect(state().notices.at(-1)).toContain('customer_mobile: Please enter a valid 10-digit mobile number')
    change((each) => {
      each.orders[id] = { total: '1499.50' }
      each.settings.api_key = 'key_test_wrong'
    })
    expect(await checkout()).toMatchObject({ result: 'failure' })
    expect(state().notices.at(-1)).toBe(
      'The UPI payment could not be begun. Please try again, or choose another way to pay.',
    )
    expect(orderOf(id).notes?.at(-1)).toContain('The API key is missing or not valid')
    change((each) => {
      each.settings.api_key = merchant.key
    })
  })

  test('without its settings, or in another currency, it is not offered', async () => {
    expect(await ask('/available')).toBe(true)
    for (const [name, value] of [
      ['currency', 'USD'],
      ['base_url', ''],
      ['api_key', ''],
      ['webhook_secret', ''],
      ['enabled', 'no'],
    ] as const) {
      const { [name]: before = 'INR' } = state().settings
      change((each) => {
        each.settings[name] = value
      })
      expect({ name, offered: await ask('/available') }).toEqual({ name, offered: false })
      change((each) => {
        each.settings[name] = before
      })
    }
  })
})
