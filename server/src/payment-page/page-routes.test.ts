import { pageScript, pageStyleHash } from '@galla/checkout/render'
import { readQr } from '@galla/upi/read-qr-harness'
import { describe, expect, it } from 'vitest'
import { findOrder } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { usePaymentPage } from './payment-page-harness.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; SM-A556E) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

const shown = usePaymentPage()
const { newOrder, get, statusOf, pay, decline } = shown

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

  it('sends headers that protect the page', async () => {
    const { headers } = await get((await newOrder()).address)
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src '${pageStyleHash}'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it.each(['br', 'gzip'])('is compressed as %s for browsers that accept it', async (encoding) => {
    const { headers, rawPayload } = await get((await newOrder()).address, { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(rawPayload.length).toBeLessThan(6_700)
  })

  it('opens the order once for a browser without script, and never retries it', async () => {
    const { address, orderId } = await newOrder()
    const opened = await get(`${address}?r=1`)
    expect(opened.body).toContain('data-status="pending"')
    expect((await statusOf(orderId)).status).toBe('pending')
    await decline(orderId)
    expect((await get(`${address}?r=1`)).body).toContain('Retry Payment')
    expect((await statusOf(orderId)).status).toBe('failed')
  })

  it('shows each device the links that it can open', async () => {
    const { address } = await newOrder()
    const android = (await get(address, { 'user-agent': ANDROID })).body
    expect(android).toContain('href="upi://pay?')
    expect(android).toContain('package=net.one97.paytm;end"')
    const iphone = (await get(address, { 'user-agent': IPHONE })).body
    expect(iphone).toContain('href="paytmmp://pay?')
    expect(iphone).not.toMatch(/href="(?:upi|intent):/)
    expect((await get(address)).body).toContain('apps small-only')
  })

  it('offers twelve apps by their URL schemes on iOS, and asks the customer to come back', async () => {
    const { address } = await newOrder()
    const { body } = await get(address, { 'user-agent': IPHONE })
    const apps = [...body.matchAll(/class="button" href="([a-z.-]+):\/\/(?:upi\/)?pay\?pa=/g)].map(
      ([, scheme]) => scheme,
    )
    expect(new Set(apps).size).toBe(12)
    expect(body).toContain('After paying, come back to this page.')
    expect((await get(address, { 'user-agent': ANDROID })).body).not.toContain('After paying, come back')
  })

  it.each([
    ['Instagram', `${ANDROID} Instagram 350.0.0.0 Android`],
    ['Instagram', `${IPHONE} Instagram 350.0.0.0`],
    ['Facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/480.0.0.0;]`],
    ['Facebook', `${IPHONE} [FBAN/FBIOS;FBAV/480.0.0.0]`],
  ])('shows the QR code and how to leave the browser of %s, and no links to apps', async (app, userAgent) => {
    const { body } = await get((await newOrder()).address, { 'user-agent': userAgent })
    expect(body).toContain(`UPI apps do not open from inside ${app}.`)
    expect(body).toContain('class="qr"')
    expect(body).not.toMatch(/href="(?:upi|intent|tez|phonepe):/)
    expect(body.includes('Open in your browser')).toBe(userAgent.startsWith(ANDROID))
    expect(body).toContain('Copy link')
  })

  it("shows the platform's contact until the merchant shows an email and phone", async () => {
    const { merchantId } = shown.merchant
    const { address } = await newOrder()
    expect((await get(address)).body).toContain('href="/contact"')
    await shown.ledger.db.run(sql`
      update merchants set support_email = 'help@tea.example', support_phone = '+91 98765 43210'
      where merchant_id = ${merchantId}`)
    expect((await get(address)).body).not.toContain('help@tea.example')
    await shown.ledger.db.run(sql`update merchants set show_support = true where merchant_id = ${merchantId}`)
    const { body } = await get((await newOrder()).address)
    expect(body).toContain('href="mailto:help@tea.example"')
    expect(body).toContain('href="tel:+919876543210"')
    expect(body).not.toContain('href="/contact"')
    await shown.ledger.db.run(
      sql`update merchants set show_support = false where merchant_id = ${merchantId}`,
    )
  })

  it('shows the Galla name, except while the merchant has a plan', async () => {
    const { address } = await newOrder()
    const named = async () => (await get(address)).body.includes('Powered by Galla')
    const planUntil = (at: Date) =>
      shown.ledger.db.run(sql`
        insert into quotas (merchant_id, trial_left, plan_expires_at) values (${shown.merchant.merchantId}, 25, ${at})
        on conflict (merchant_id) do update set plan_expires_at = excluded.plan_expires_at`)
    expect(await named()).toBe(true)
    await planUntil(new Date(shown.ledger.clock.now().getTime() + 1))
    expect(await named()).toBe(false)
    await planUntil(shown.ledger.clock.now())
    expect(await named()).toBe(true)
  })

  it('shows success with the redirect, expiry and decline', async () => {
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
    shown.ledger.clock.advance({ seconds: 300 })
    expect((await get(late.address)).body).toContain('Payment Expired')
    await pay(late)
    expect((await get(`${late.address}/view`)).body).toMatch(/^<main.*Payment Successful!/s)
  })

  it('shows a page for an unknown order and a malformed id', async () => {
    for (const id of ['01JD8K7Q2M4V6X8Z0B2D4F6H8K', 'x', '%3Cscript%3E', '..%2f..%2fetc', "'%20or%201=1--"]) {
      const reply = await get(`/pay/${id}`)
      expect(reply.statusCode).toBe(404)
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.body).toContain('This link does not exist. Please ask the merchant for a new one.')
      expect(reply.body).toContain('Try Again')
      expect(reply.body.match(/<script/g)).toHaveLength(1)
    }
  })
})

describe('POST /pay/:orderId', () => {
  const press = (url: string) =>
    shown.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
  const left = async (address: string) => /data-left="(\d+)"/.exec((await get(address)).body)?.[1]

  it('gives an open order its next attempt, once however often it is pressed', async () => {
    const { address, orderId } = await newOrder()
    await get(`${address}?r=1`)
    shown.ledger.clock.advance({ seconds: 100 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => press(address)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
    const page = (await get(address)).body
    expect(page).toContain('data-left="300000"')
    expect(page).toContain(`tr=${orderId}R2`)
    expect((await findOrder(shown.ledger.db, orderId))?.attempt).toBe(2)
  })

  it('is the only request that changes the time left: opening and reloading do not', async () => {
    const { address, orderId } = await newOrder()
    shown.ledger.clock.advance({ seconds: 100 })
    for (const url of [address, `${address}?r=1`, `${address}/view`, address]) await get(url)
    for (const payload of [undefined, {}, { retry: false }, { retry: true }])
      await shown.app.inject({
        method: 'POST',
        url: `/api/v1/order/pay/${orderId}`,
        ...(payload && { payload }),
      })
    expect(await left(address)).toBe('200000')
    await shown.app.inject({
      method: 'POST',
      url: `/api/v1/order/pay/${orderId}`,
      payload: { again: true },
    })
    expect(await left(address)).toBe('300000')
  })

  it('is offered by the page of an error, so that Try Again needs no script', async () => {
    const form =
      /<form data-retry="true" action="\/pay\/01JD8K7Q2M4V6X8Z0B2D4F6H8K" method="post"><button[^>]*>Try Again/
    expect((await get('/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K')).body).toMatch(form)
    expect((await press('/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K')).statusCode).toBe(303)
  })

  it('retries a declined payment without script, with a new window', async () => {
    const { address, orderId } = await newOrder()
    await decline(orderId)
    shown.ledger.clock.advance({ seconds: 60 })
    const reply = await shown.app.inject({
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
  it('is cached forever under a name with its hash', async () => {
    const reply = await get(pageScript.path, { 'accept-encoding': 'br' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(reply.headers['content-encoding']).toBe('br')
    expect(reply.headers['content-type']).toContain('text/javascript')
  })
})

describe('the picture', () => {
  it('is named after the client transaction id, and its QR code has the link of the page', async () => {
    const { address, orderId, clientTxnId } = await newOrder()
    const reply = await get(`${address}/qr.png`)
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="payment-${clientTxnId}.png"`)
    expect(await readQr(reply.rawPayload)).toContain(`tr=${orderId}&tn=Masala%20tea&am=499.00&cu=INR`)
  })

  it('is refused for an order that cannot be paid any more', async () => {
    const order = await newOrder()
    await pay(order)
    expect((await get(`${order.address}/qr.png`)).statusCode).toBe(409)
    expect((await get('/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K/qr.png')).statusCode).toBe(404)
  })
})
