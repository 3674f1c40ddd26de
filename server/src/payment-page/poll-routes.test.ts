import { beforeAll, describe, expect, it } from 'vitest'
import { usePaymentPage } from './payment-page-harness.ts'

const shown = usePaymentPage()
const { newOrder, get, post, statusOf, pay } = shown

describe('the status', () => {
  it('is current after every change, and redirects only after success', async () => {
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
      serverTime: shown.ledger.clock.now().toISOString(),
    })
    expect((await post(`/api/v1/order/checkstatus/${order.orderId}`)).json()).toMatchObject({
      success: true,
      redirect: true,
      data: { status: 'success' },
    })
  })

  it('of an unknown order is 404 with the envelope', async () => {
    for (const url of ['/api/v1/order/status/x', '/api/v1/order/events/x']) {
      const reply = await get(url)
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'order_not_found'])
    }
  })
})

describe('POST order/pay', () => {
  it('returns what a payment page needs, and no data of the customer', async () => {
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

  it('returns no link and no QR code for a paid order', async () => {
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
    base = await shown.app.listen({ port: 0, host: '127.0.0.1' })
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

  it('send the current status, then each committed change', async () => {
    const order = await newOrder()
    const { reply, until, stop } = await listen(order.orderId)
    expect(reply.headers.get('content-type')).toContain('text/event-stream')
    expect(reply.headers.get('x-accel-buffering')).toBe('no')
    await until(/event: status\ndata: \{"status":"created"/)
    await pay(order)
    expect(await until(/"status":"success"/)).toContain('"redirectUrl":"https://shop.example/done?cart=7')
    stop()
  })

  it('include heartbeats', async () => {
    const { until, stop } = await listen((await newOrder()).orderId)
    await until(/created/)
    shown.ledger.clock.advance({ seconds: 10 })
    await until(/event: beat/)
    stop()
  })

  it('are refused beyond the limits, and a closed one frees its slot', async () => {
    const { orderId } = await newOrder()
    await expect.poll(() => shown.events.count).toBe(0)
    const open = [await listen(orderId), await listen(orderId), await listen(orderId)]
    expect((await fetch(`${base}/api/v1/order/events/${orderId}`)).status).toBe(503)
    for (const { stop } of open) stop()
    await expect.poll(() => shown.events.count).toBe(0)
  })
})
