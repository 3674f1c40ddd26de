import { expect, test } from 'vitest'
import { alertHints } from './alert-hints.ts'

test.each([
  ['Money landed: Rs 250.00 by UPI, RRN 630000000001', 25_000n, '630000000001'],
  ['Your shop got something today, INR 1,20,000.50, 630000000002', 12_000_050n, '630000000002'],
  ['Bal Rs 900.00. Collected Rs. 75', 7_500n, undefined],
  ['630000000003 and 630000000004 were seen', undefined, undefined],
  ['Hello, how are you?', undefined, undefined],
  ['Call 919876543210@ybl', undefined, undefined],
])('%s', (text, amount, utr) => {
  expect(alertHints(text)).toEqual({ amount, utr })
})
