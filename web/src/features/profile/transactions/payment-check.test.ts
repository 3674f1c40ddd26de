import { expect, test } from 'vitest'
import { paymentCheckOf, UNCHECKED } from './transactions-table.tsx'

const url = 'https://shop.example/done'

test.each([
  [
    'success',
    true,
    url,
    { status: 'success', message: 'Payment successful! Redirecting...', redirectUrl: url },
  ],
  [
    'pending',
    true,
    url,
    { status: 'success', message: 'Payment successful! Redirecting...', redirectUrl: url },
  ],
  ['success', false, null, { status: 'success', message: 'Payment completed successfully' }],
  ['success', true, null, { status: 'success', message: 'Payment completed successfully' }],
  ['failed', false, null, { status: 'failed', message: 'Payment failed' }],
  ['pending', false, null, UNCHECKED],
  ['created', true, '', UNCHECKED],
] as const)(
  'a %s reply with redirect %s to %s shows the expected message and status',
  (status, redirect, redirectUrl, seen) => {
    expect(paymentCheckOf({ redirect, redirectUrl, data: { status } })).toEqual({
      redirectUrl: undefined,
      ...seen,
    })
  },
)
