import { expect, test } from 'vitest'
import { messageWithLink, whatsAppUrl } from './generated-link.tsx'

const shared = {
  customerName: 'Asha & Rao',
  customerMobile: '9123456780',
  amount: '₹1,234.50',
  purpose: 'School fees',
  merchantName: 'Sharma Electronics',
  url: 'https://galla.example/pay/01ABC',
}

test('the message names the customer, amount, merchant and purpose, and ends with the link', () => {
  expect(messageWithLink(shared)).toBe(
    'Hello Asha & Rao, please pay ₹1,234.50 to Sharma Electronics for School fees: https://galla.example/pay/01ABC',
  )
})

test('the WhatsApp link opens the chat of the customer, with special characters encoded', () => {
  const url = new URL(whatsAppUrl(shared))
  expect(url.origin + url.pathname).toBe('https://wa.me/919123456780')
  expect([...url.searchParams]).toEqual([['text', messageWithLink(shared)]])
})
