import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnAddress } from './return-address.ts'

const ORDER_ID = '01JD8K7Q2M4V6X8Z0B2D4F6H8K'
const OWN = { dialect: null, orderNumber: null, status: 'success' } as const
const back = (redirectUrl: string, clientTxnId = 'TXN_1'): string | undefined =>
  returnAddress({ ...OWN, redirectUrl, clientTxnId, orderId: ORDER_ID })?.href

describe('the address a customer returns to', () => {
  it.each([
    ['https://shop.example', `https://shop.example/?client_txn_id=TXN_1&txn_id=${ORDER_ID}`],
    ['https://shop.example/done', `https://shop.example/done?client_txn_id=TXN_1&txn_id=${ORDER_ID}`],
    ['https://shop.example/done?', `https://shop.example/done?client_txn_id=TXN_1&txn_id=${ORDER_ID}`],
    [
      'https://shop.example/done?a=1&b=2',
      `https://shop.example/done?a=1&b=2&client_txn_id=TXN_1&txn_id=${ORDER_ID}`,
    ],
    [
      'https://shop.example/done?a=1&',
      `https://shop.example/done?a=1&client_txn_id=TXN_1&txn_id=${ORDER_ID}`,
    ],
    [
      'https://shop.example/#/cart?x=1',
      `https://shop.example/?client_txn_id=TXN_1&txn_id=${ORDER_ID}#/cart?x=1`,
    ],
    ['https://shop.example/?a=1#top', `https://shop.example/?a=1&client_txn_id=TXN_1&txn_id=${ORDER_ID}#top`],
    [
      'https://shop.example/?q=a+b%20c&k=%E0%A4%B6',
      `https://shop.example/?q=a+b%20c&k=%E0%A4%B6&client_txn_id=TXN_1&txn_id=${ORDER_ID}`,
    ],
    ['http://localhost:8080/x', `http://localhost:8080/x?client_txn_id=TXN_1&txn_id=${ORDER_ID}`],
  ])('of %s keeps its query and fragment', (redirectUrl, expected) => {
    expect(back(redirectUrl)).toBe(expected)
  })

  it.each([
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://shop.example',
    '\u0000javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    'upi://pay?pa=x@y',
    '//evil.example/x',
    '/done',
    'https://',
    'https:// evil.example',
    'not a url',
  ])('is null for %j', (redirectUrl) => {
    expect(back(redirectUrl)).toBeUndefined()
  })

  it('shows the real host', () => {
    const address = returnAddress({
      ...OWN,
      redirectUrl: 'https://bank.example@evil.example/',
      clientTxnId: 'a',
      orderId: ORDER_ID,
    })
    expect(address?.host).toBe('evil.example')
  })

  it('has both ids escaped, no status, and nothing that ends an HTML attribute', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string({ unit: 'binary', maxLength: 64 }),
        (redirectUrl, clientTxnId) => {
          const before = new URL(redirectUrl)
          const after = new URL(back(redirectUrl, clientTxnId) ?? '')
          expect(after.searchParams.getAll('client_txn_id').at(-1)).toBe(clientTxnId.toWellFormed())
          expect(after.searchParams.getAll('txn_id').at(-1)).toBe(ORDER_ID)
          expect(after.search.startsWith(before.search.replace(/&$/, ''))).toBe(true)
          expect(after.hash).toBe(before.hash)
          expect(after.origin + after.pathname).toBe(before.origin + before.pathname)
          if (!before.searchParams.has('status')) expect(after.searchParams.has('status')).toBe(false)
          expect(after.href).not.toMatch(/["<>\s]/)
        },
      ),
    )
  })
})

describe('the address that the customer of an EKQR order returns to', () => {
  const NUMBER = 80_260_148
  const ekqr = (redirectUrl: string): string | undefined =>
    returnAddress({
      dialect: 'ekqr',
      orderNumber: NUMBER,
      status: 'success',
      redirectUrl,
      clientTxnId: '1234fa56789',
      orderId: ORDER_ID,
    })?.href

  it.each([
    ['https://www.google.com/', `https://www.google.com/?client_txn_id=1234fa56789&txn_id=${NUMBER}`],
    [
      'https://shop.example/r?a=1%20b#x',
      `https://shop.example/r?a=1%20b&client_txn_id=1234fa56789&txn_id=${NUMBER}#x`,
    ],
    [
      'https://shop.example/r?client_txn_id=old&a=1&txn_id=2',
      `https://shop.example/r?a=1&client_txn_id=1234fa56789&txn_id=${NUMBER}`,
    ],
    [
      'https://shop.example/r?client%5Ftxn%5Fid=old',
      `https://shop.example/r?client_txn_id=1234fa56789&txn_id=${NUMBER}`,
    ],
  ])('of %s has client_txn_id and the integer id once, and nothing else', (redirectUrl, expected) => {
    expect(ekqr(redirectUrl)).toBe(expected)
  })
})

describe('the address that the customer of a CutePe order returns to', () => {
  const cutepe = (redirectUrl: string, status: 'success' | 'failed' = 'success'): URLSearchParams =>
    new URL(
      returnAddress({
        dialect: 'cutepe',
        orderNumber: null,
        status,
        redirectUrl,
        clientTxnId: '17_99',
        orderId: ORDER_ID,
      })?.href ?? '',
    ).searchParams

  it('has the three parameters that the WHMCS module requires', () => {
    const query = cutepe('https://shop.example/modules/gateways/callback/cutepe.php')
    expect([query.get('status'), query.get('order_id')]).toEqual(['success', '17_99'])
    expect(query.get('hash')).not.toBe('')
    expect(cutepe('https://shop.example/x', 'failed').get('status')).not.toBe('success')
  })

  it('keeps the order_id and key of the shop, and adds the txn_id that its plugin reads', () => {
    const query = cutepe('https://shop.example/checkout/order-received/17/?key=wc_order_x&order_id=17')
    expect(query.getAll('order_id')).toEqual(['17'])
    expect(query.getAll('key')).toEqual(['wc_order_x'])
    expect(query.has('txn_id')).toBe(true)
  })
})
