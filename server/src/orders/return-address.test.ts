import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnAddress } from './return-address.ts'

const ORDER_ID = '01JD8K7Q2M4V6X8Z0B2D4F6H8K'
const back = (redirectUrl: string, clientTxnId = 'TXN_1'): string | undefined =>
  returnAddress({ redirectUrl, clientTxnId, orderId: ORDER_ID })?.href

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
  ])('is none for %j', (redirectUrl) => {
    expect(back(redirectUrl)).toBeUndefined()
  })

  it('names the host that is really gone to', () => {
    const address = returnAddress({
      redirectUrl: 'https://bank.example@evil.example/',
      clientTxnId: 'a',
      orderId: ORDER_ID,
    })
    expect(address?.host).toBe('evil.example')
  })

  it('carries both ids whatever they contain, no status, and nothing that ends an attribute', () => {
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
