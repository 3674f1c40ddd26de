import { expect, test } from 'vitest'
import { hmacSha256 } from '../platform/crypto/crypto.ts'
import { verifyRazorpayNotification } from './razorpay.ts'

test.each([null, ''])(
  'without a webhook secret no notification is taken, however it is signed: %j',
  (secret) => {
    const body = Buffer.from('{"event":"qr_code.credited","payload":{}}')
    const headers = { 'x-razorpay-signature': hmacSha256('', body).toString('hex') }
    expect(verifyRazorpayNotification(secret, { body, headers })).toMatchObject({ kind: 'forged' })
  },
)
