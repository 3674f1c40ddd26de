import { paise } from '@galla/upi/rupees'
import { expect, test } from 'vitest'
import { parseProviderLink } from './connector.ts'

const LINK =
  'upi://pay?pa=rzr.qrteahouse5446@icic&pn=TeaHouse&tr=RZPI39xhFWWLO4wjMqrv2&tn=PaymenttoTea&cu=INR&mc=5811&am=3&invoiceDate=2021-09-29T13:42:35+05:30&gstBrkUp=GST:40%7CSGST:20'

test("a provider's link is passed on unchanged, whatever tags it adds", () => {
  expect(parseProviderLink(LINK, paise(300n))).toBe(LINK)
})

test.each([
  ['another amount', LINK, 301n],
  ['no amount', LINK.replace('&am=3', ''), 300n],
  ['an amount given twice', `${LINK}&am=3`, 300n],
  ['no payee', LINK.replace('pa=rzr.qrteahouse5446@icic&', ''), 300n],
  ['another scheme', LINK.replace('upi:', 'https:'), 300n],
  ['capital letters, which would be cut wrongly for the apps', LINK.replace('upi:', 'UPI:'), 300n],
  ['a space', LINK.replace('TeaHouse', 'Tea House'), 300n],
  ['a line break', `${LINK}\n`, 300n],
  ['letters beyond ASCII', LINK.replace('TeaHouse', 'चाय'), 300n],
  ['another currency', LINK.replace('INR', 'USD'), 300n],
  ['more than a phone can read from a code', `${LINK}&x=${'x'.repeat(1_024)}`, 300n],
  ['nothing', '', 300n],
])('a link with %s is none', (_what, text, amount) => {
  expect(parseProviderLink(text, paise(amount))).toBeUndefined()
})
