import { expect, test } from 'vitest'
import { firstAmount, heardBy, heardWords, WAYS, wayIn } from './ways.ts'

const shares = (upiId: string, provider: 'bharatpe' | 'paytm' | 'other' = 'other') =>
  WAYS.map((way) => heardWords(heardBy(way, { upiId, provider })))

test('each way says what it leaves out at this bank and app', () => {
  expect(shares('sharma@hdfcbank', 'paytm')).toEqual(['only above ₹500', '0 %', 'nearly all', '0 %'])
  expect(shares('sharma@oksbi', 'bharatpe')).toEqual(['nearly all', 'nearly all', 'nearly all', '0 %'])
  expect(shares('sharma@nobank')).toEqual([
    'each needs your tap',
    'each needs your tap',
    'each needs your tap',
    '0 %',
  ])
})

test('the first payment has paise, and is one that the source reports', () => {
  expect([firstAmount('most', 0), firstAmount('most', 98)]).toEqual([101n, 199n])
  expect(firstAmount({ aboveRupees: 500 }, 0)).toBe(50_101n)
})

test('an unknown way in the address is none', () => {
  expect([wayIn('sms'), wayIn('letter'), wayIn(null)]).toEqual(['sms', undefined, undefined])
})
