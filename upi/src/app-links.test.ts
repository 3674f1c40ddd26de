import { expect, it } from 'vitest'
import { androidIntents, appLinks } from './app-links.ts'
import { payLink } from './link.ts'
import { paise } from './rupees.ts'
import type { Vpa } from './vpa.ts'

const LINK = payLink({
  payeeVpa: 'sharma.traders@hdfcbank' as Vpa,
  payeeName: 'शर्मा & Sons',
  reference: '01JD2Z8Q4W3V5X6Y7Z8A9BCDEF',
  note: 'Order 1042',
  amount: paise(49_900n),
})
const QUERY =
  'pa=sharma.traders@hdfcbank&pn=%E0%A4%B6%E0%A4%B0%E0%A5%8D%E0%A4%AE%E0%A4%BE%20and%20Sons' +
  '&tr=01JD2Z8Q4W3V5X6Y7Z8A9BCDEF&tn=Order%201042&am=499.00&cu=INR'

it('each app gets the same payment under its own scheme', () => {
  expect(appLinks(LINK)).toEqual({
    generic: `upi://pay?${QUERY}`,
    bhim: `bhim://upi/pay?${QUERY}`,
    paytm: `paytmmp://pay?${QUERY}`,
    phonepe: `phonepe://pay?${QUERY}`,
    googlepay: `tez://upi/pay?${QUERY}`,
    cred: `credpay://upi/pay?${QUERY}`,
  })
})

it('on Android each app is named by its package', () => {
  expect(androidIntents(LINK)).toEqual({
    bhim: `intent://pay?${QUERY}#Intent;scheme=upi;package=in.org.npci.upiapp;end`,
    paytm: `intent://pay?${QUERY}#Intent;scheme=upi;package=net.one97.paytm;end`,
    phonepe: `intent://pay?${QUERY}#Intent;scheme=upi;package=com.phonepe.app;end`,
    googlepay: `intent://pay?${QUERY}#Intent;scheme=upi;package=com.google.android.apps.nbu.paisa.user;end`,
    cred: `intent://pay?${QUERY}#Intent;scheme=upi;package=com.dreamplug.androidapp;end`,
  })
})

it('on Android a missing app falls back to the page, whose address is escaped', () => {
  expect(androidIntents(LINK, 'https://pay.example.in/pay/01J?app=1;end#x').phonepe).toBe(
    `intent://pay?${QUERY}#Intent;scheme=upi;package=com.phonepe.app;` +
      'S.browser_fallback_url=https%3A%2F%2Fpay.example.in%2Fpay%2F01J%3Fapp%3D1%3Bend%23x;end',
  )
})
