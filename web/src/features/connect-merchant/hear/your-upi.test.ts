import { parseShopQr } from '@galla/upi/link'
import { expect, test } from 'vitest'
import { connectMessages } from '../connect-fields.ts'
import { fieldsFrom, providerOf, wordsOf } from './your-upi.ts'

const scanned = (link: string) => {
  const qr = parseShopQr(link)
  return fieldsFrom(qr?.payeeVpa ?? '', qr, 'Ravi')
}

test('a shop’s own QR fills all four fields, the kind of account and the printed QR', () => {
  const fields = scanned('upi://pay?pa=BHARATPE.905@yesbankltd&pn=Sharma%20Tea&mc=5411&mid=M77&cu=INR')
  expect(fields).toMatchObject({
    merchantProvider: 'bharatpe',
    merchantName: 'Sharma Tea',
    merchantId: 'M77',
    merchantUpiId: 'bharatpe.905@yesbankltd',
    kind: 'verified_merchant',
    hasPrintedQr: 'yes',
  })
  expect(connectMessages(fields)).toEqual({})
  expect(wordsOf(fields)).toBe('BharatPe · Sharma Tea')
})

test('a QR without a merchant code is no verified merchant’s, and one with an amount is not printed', () => {
  expect(scanned('upi://pay?pa=ravi@okicici&pn=Ravi&am=10.00&cu=INR')).toMatchObject({
    merchantProvider: 'googlepay',
    merchantId: 'ravi@okicici',
    kind: 'personal',
    hasPrintedQr: '',
  })
  expect(scanned('upi://pay?pa=Q55501@ybl&pn=Ravi&mc=0000')).toMatchObject({
    merchantProvider: 'phonepe',
    kind: 'small_merchant',
  })
})

test('a typed UPI ID takes the shop’s name, and nothing of another QR', () => {
  const qr = parseShopQr('upi://pay?pa=a@sbi&pn=Other&mc=5411')
  const fields = fieldsFrom(' sharma@hdfcbank ', qr, 'Sharma Tea')
  expect(fields).toMatchObject({
    merchantUpiId: 'sharma@hdfcbank',
    merchantName: 'Sharma Tea',
    merchantId: 'sharma@hdfcbank',
    hasPrintedQr: '',
  })
  expect(wordsOf(fields)).toBe('HDFC Bank · Sharma Tea')
  expect(connectMessages(fieldsFrom('sharma', undefined, 'Sharma Tea'))).toHaveProperty('merchantUpiId')
})

test.each(['', 'https://shop.example', 'upi://pay?pn=Nobody', 'upi://pay?pa=a@sbi&pa=b@sbi'])(
  'the code %j is no shop’s',
  (text) => expect(parseShopQr(text)).toBeUndefined(),
)

test('each app’s UPI IDs are known', () => {
  expect(
    ['paytmqr1@ptys', 'paytm.s1@pty', 'x@ybl', 'x@oksbi', 'bharatpe1@fbl', 'x@sbi', 'x@okay'].map(providerOf),
  ).toEqual(['paytm', 'paytm', 'phonepe', 'googlepay', 'bharatpe', 'other', 'other'])
})
