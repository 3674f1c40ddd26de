import { expect, test } from 'vitest'
import { messageWithLink, whatsAppUrl } from './share-text.ts'

const shared = {
  customerName: 'Asha & Rao',
  customerMobile: '9123456780',
  amount: '₹1,234.50',
  purpose: 'School fees',
  merchantName: 'Sharma Electronics',
  url: 'https://galla.example/pay/01ABC',
}

test('the message says who asks whom for what, and ends with the link', () => {
  expect(messageWithLink(shared)).toBe(
    'Hello Asha & Rao, please pay ₹1,234.50 to Sharma Electronics for School fees: https://galla.example/pay/01ABC',
  )
})

test("the link opens the customer's own chat, whatever signs their name has", () => {
  const url = new URL(whatsAppUrl(shared))
  expect(url.origin + url.pathname).toBe('https://wa.me/919123456780')
  expect([...url.searchParams]).toEqual([['text', messageWithLink(shared)]])
})
