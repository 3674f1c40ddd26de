import { pageScript, pageStyleHash } from '@galla/checkout/render'
import type { FastifyInstance } from 'fastify'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder } from '../orders/change-order.ts'
import { sql } from '../platform/database/database.ts'
import { createPngRenderer } from '../platform/files/svg-to-png.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { loadOrderSnapshots } from './find-page.ts'
import { createPageEvents, type PageEvents } from './page-events.ts'
import { pageRoutes } from './page-routes.ts'
import { createQrImages } from './qr-image.ts'
import { createStatusCache, type StatusCache } from './status-cache.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; SM-A556E) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

let ledger: Ledger
let app: FastifyInstance
let cache: StatusCache
let events: PageEvents
let deps: Ledger
let merchant: Awaited<ReturnType<typeof addMerchant>>

beforeAll(async () => {
  ledger = await openLedger()
  const { db, clock } = ledger
  cache = createStatusCache({ clock, load: loadOrderSnapshots(db) })
  events = createPageEvents({ clock, cache, connectionsMax: 3 })
  deps = { ...ledger, changed: (orderId) => cache.changed(orderId) }
  merchant = await addMerchant(db)
  const log = createLog({ level: 'silent' })
  app = createHttpServer({
    settings: { production: false, publicUrl: new URL('https://galla.example'), trustProxy: [] },
    log,
    clock,
    ids: randomIds,
  })
  const refuse = async (): Promise<never> => {
    throw new Refusal('not_logged_in')
  }
  pageRoutes(app, {
    ...deps,
    log,
    authenticate: {
      session: refuse,
      operator: refuse,
      key: refuse,
      limitKey: () => {},
      assertConfirmed: () => {},
    },
    statusCache: cache,
    pageEvents: events,
    qrImage: createQrImages(createPngRenderer()),
  })
  await app.ready()
})

afterAll(async () => {
  events.close()
  cache.close()
  await app.close()
  await ledger.close()
})

const newOrder = async (over = {}) => {
  const created = await ledger.create(merchant, orderForm(over))
  return { ...created, address: `/pay/${created.orderId}` }
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const post = (url: string) => app.inject({ method: 'POST', url })
const statusOf = async (orderId: string) => (await get(`/api/v1/order/status/${orderId}`)).json()
const pay = (order: { orderId: string; merchantId: string }) => recordCredit(deps, creditFor(ledger, order))
const decline = (orderId: string) => changeOrder(deps, orderId, () => ({ kind: 'declined', attempt: 1 }))

describe('GET /pay/:orderId', () => {
  it('shows the order and changes nothing', async () => {
    const { address, orderId } = await newOrder()
    const reply = await get(address)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('Payment Details')
    expect(reply.body).toContain('₹499.00')
    expect(reply.body).toContain('Sharma Tea')
    expect(reply.body).toContain('data-left="300000"')
    expect((await statusOf(orderId)).status).toBe('created')
  })

  it('sends what keeps the page to itself', async () => {
    const { headers } = await get((await newOrder()).address)
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src '${pageStyleHash}'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it.each(['br', 'gzip'])('comes packed as %s for who takes it', async (encoding) => {
    const { headers, rawPayload } = await get((await newOrder()).address, { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(rawPayload.length).toBeLessThan(6_000)
  })

  it('opens the order for a browser without script, once, and never retries by it', async () => {
    const { address, orderId } = await newOrder()
    const opened = await get(`${address}?r=1`)
    expect(opened.body).toContain('data-status="pending"')
    expect((await statusOf(orderId)).status).toBe('pending')
    await decline(orderId)
    expect((await get(`${address}?r=1`)).body).toContain('Retry Payment')
    expect((await statusOf(orderId)).status).toBe('failed')
  })

  it('gives each device the links that it can follow', async () => {
    const { address } = await newOrder()
    const android = (await get(address, { 'user-agent': ANDROID })).body
    expect(android).toContain('href="upi://pay?')
    expect(android).toContain('package=net.one97.paytm;end"')
    const iphone = (await get(address, { 'user-agent': IPHONE })).body
    expect(iphone).toContain('href="paytmmp://pay?')
    expect(iphone).not.toMatch(/href="(?:upi|intent):/)
    expect((await get(address)).body).toContain('apps small-only')
  })

  it("names the platform's contact until the merchant shows an e-mail and phone", async () => {
    const { merchantId } = merchant
    const { address } = await newOrder()
    expect((await get(address)).body).toContain('href="/contact"')
    await ledger.db.run(sql`
      update merchants set support_email = 'help@tea.example', support_phone = '+91 98765 43210'
      where merchant_id = ${merchantId}`)
    expect((await get(address)).body).not.toContain('help@tea.example')
    await ledger.db.run(sql`update merchants set show_support = true where merchant_id = ${merchantId}`)
    const { body } = await get((await newOrder()).address)
    expect(body).toContain('href="mailto:help@tea.example"')
    expect(body).toContain('href="tel:+919876543210"')
    expect(body).not.toContain('href="/contact"')
    await ledger.db.run(sql`update merchants set show_support = false where merchant_id = ${merchantId}`)
  })

  it('carries our name, but not while a plan of the merchant runs', async () => {
    const { address } = await newOrder()
    const named = async () => (await get(address)).body.includes('Powered by Galla')
    const planUntil = (at: Date) =>
      ledger.db.run(sql`
        insert into quotas (merchant_id, trial_left, plan_expires_at) values (${merchant.merchantId}, 25, ${at})
        on conflict (merchant_id) do update set plan_expires_at = excluded.plan_expires_at`)
    expect(await named()).toBe(true)
    await planUntil(new Date(ledger.clock.now().getTime() + 1))
    expect(await named()).toBe(false)
    await planUntil(ledger.clock.now())
    expect(await named()).toBe(true)
  })

  it('shows the outcome: success with the way back, expiry, decline', async () => {
    const paid = await newOrder()
    await pay(paid)
    const success = (await get(paid.address)).body
    expect(success).toContain('Payment Successful!')
    expect(success).toContain(
      `data-to="https://shop.example/done?cart=7&amp;client_txn_id=${paid.clientTxnId}&amp;txn_id=${paid.orderId}"`,
    )
    const declined = await newOrder()
    await decline(declined.orderId)
    expect((await get(declined.address)).body).toContain('Payment Failed')
    const late = await newOrder()
    ledger.clock.advance({ seconds: 300 })
    expect((await get(late.address)).body).toContain('Payment Expired')
    await pay(late)
    expect((await get(`${late.address}/view`)).body).toMatch(/^<main.*Payment Successful!/s)
  })

  it('says that there is no such order, as a page, whatever is asked for', async () => {
    for (const id of ['01JD8K7Q2M4V6X8Z0B2D4F6H8K', 'x', '%3Cscript%3E', '..%2f..%2fetc', "'%20or%201=1--"]) {
      const reply = await get(`/pay/${id}`)
      expect(reply.statusCode).toBe(404)
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.body).toContain('Order not found')
      expect(reply.body).toContain('Try Again')
      expect(reply.body.match(/<script/g)).toHaveLength(1)
    }
  })
})

describe('POST /pay/:orderId', () => {
  it('retries a declined payment without script, with a new window', async () => {
    const { address, orderId } = await newOrder()
    await decline(orderId)
    ledger.clock.advance({ seconds: 60 })
    const reply = await app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, address])
    const page = (await get(address)).body
    expect(page).toContain('data-left="300000"')
    expect(page).toContain(`tr=${orderId}R2`)
  })
})

describe('the script', () => {
  it('may be cached forever under the name of its content', async () => {
    const reply = await get(pageScript.path, { 'accept-encoding': 'br' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(reply.headers['content-encoding']).toBe('br')
    expect(reply.headers['content-type']).toContain('text/javascript')
  })
})

describe('the picture', () => {
  it('is named after the transaction and its code is the link of the page', async () => {
    const { address, orderId, clientTxnId } = await newOrder()
    const reply = await get(`${address}/qr.png`)
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="payment-${clientTxnId}.png"`)
    const { data, info } = await sharp(reply.rawPayload)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const code = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
    expect(code?.data).toContain(`tr=${orderId}&tn=Masala%20tea&am=499.00&cu=INR`)
  })

  it('of an order that can no longer be paid is not made', async () => {
    const order = await newOrder()
    await pay(order)
    expect((await get(`${order.address}/qr.png`)).statusCode).toBe(409)
    expect((await get('/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K/qr.png')).statusCode).toBe(404)
  })
})

describe('the status', () => {
  it('is right at once after every change, and sends on only after success', async () => {
    const order = await newOrder()
    expect(await statusOf(order.orderId)).toMatchObject({
      success: true,
      status: 'created',
      redirect: false,
      redirectUrl: null,
    })
    await post(`/api/v1/order/pay/${order.orderId}`)
    expect(await statusOf(order.orderId)).toMatchObject({ status: 'pending', version: 2 })
    await pay(order)
    expect(await statusOf(order.orderId)).toMatchObject({
      status: 'success',
      redirect: true,
      redirectUrl: `https://shop.example/done?cart=7&client_txn_id=${order.clientTxnId}&txn_id=${order.orderId}`,
      serverTime: ledger.clock.now().toISOString(),
    })
    expect((await post(`/api/v1/order/checkstatus/${order.orderId}`)).json()).toMatchObject({
      success: true,
      redirect: true,
      data: { status: 'success' },
    })
  })

  it('of an unknown order is 404 in the envelope', async () => {
    for (const url of ['/api/v1/order/status/x', '/api/v1/order/events/x']) {
      const reply = await get(url)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'order_not_found'])
    }
  })
})

describe('POST order/pay', () => {
  it('gives what a customer page needs, and nothing of the customer', async () => {
    const { orderId, clientTxnId } = await newOrder()
    const { data } = (await post(`/api/v1/order/pay/${orderId}`)).json()
    expect(Object.keys(data.upiIntentUrl).sort()).toEqual([
      'bhim',
      'cred',
      'generic',
      'googlepay',
      'paytm',
      'phonepe',
    ])
    expect(data).toMatchObject({
      amount: 499,
      merchantName: 'Sharma Tea',
      clientTransactionId: clientTxnId,
      status: 'pending',
      mode: 'test',
    })
    expect(data.qrCode).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(JSON.stringify(data)).not.toMatch(/asha|9876543210/i)
  })

  it('of a paid order carries neither link nor code', async () => {
    const order = await newOrder()
    await pay(order)
    const { data } = (await post(`/api/v1/order/pay/${order.orderId}`)).json()
    expect(data.status).toBe('success')
    expect(data).not.toHaveProperty('upiIntentUrl')
    expect(data).not.toHaveProperty('qrCode')
    expect((await post('/api/v1/order/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K')).statusCode).toBe(404)
  })
})

describe('the events', () => {
  let base: string
  beforeAll(async () => {
    base = await app.listen({ port: 0, host: '127.0.0.1' })
  })

  const listen = async (orderId: string) => {
    const abort = new AbortController()
    const reply = await fetch(`${base}/api/v1/order/events/${orderId}`, { signal: abort.signal })
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (wanted: RegExp): Promise<string> => {
      while (!wanted.test(text)) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done) throw new Error(`ended before ${wanted}: ${text}`)
        text += value
      }
      return text
    }
    return { reply, until, stop: () => abort.abort() }
  }

  it('send the present state, then each change as it is committed', async () => {
    const order = await newOrder()
    const { reply, until, stop } = await listen(order.orderId)
    expect(reply.headers.get('content-type')).toContain('text/event-stream')
    expect(reply.headers.get('x-accel-buffering')).toBe('no')
    await until(/event: status\ndata: \{"status":"created"/)
    await pay(order)
    expect(await until(/"status":"success"/)).toContain('"redirectUrl":"https://shop.example/done?cart=7')
    stop()
  })

  it('beat while nothing happens', async () => {
    const { until, stop } = await listen((await newOrder()).orderId)
    await until(/created/)
    ledger.clock.advance({ seconds: 10 })
    await until(/event: beat/)
    stop()
  })

  it('refuse what is too many, and forget who has gone', async () => {
    const { orderId } = await newOrder()
    await expect.poll(() => events.count).toBe(0)
    const open = [await listen(orderId), await listen(orderId), await listen(orderId)]
    expect((await fetch(`${base}/api/v1/order/events/${orderId}`)).status).toBe(503)
    for (const { stop } of open) stop()
    await expect.poll(() => events.count).toBe(0)
  })
})
