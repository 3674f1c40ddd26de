import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { androidIntents, appLinks } from './app-links.ts'
import { LINK_CHARS_MAX, type PaymentRequest, parsePayLink, payLink } from './link.ts'
import { MAX_AMOUNT_PAISE, MIN_AMOUNT_PAISE, type Paise, paise } from './rupees.ts'
import type { Vpa } from './vpa.ts'

const REFERENCE = '01JD2Z8Q4W3V5X6Y7Z8A9BCDEF'
const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  payeeVpa: 'sharma.traders@hdfcbank' as Vpa,
  payeeName: 'Sharma Traders',
  reference: REFERENCE,
  amount: paise(49_900n),
  ...changes,
})

const HEAD = 'upi://pay?pa=sharma.traders@hdfcbank'
const TAIL = 'am=499.00&cu=INR'

describe('payLink writes', () => {
  it.each<[string, Partial<PaymentRequest>, string]>([
    ['the least link', {}, `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&${TAIL}`],
    ['a note', { note: 'Order 1042' }, `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&tn=Order%201042&${TAIL}`],
    [
      "the merchant's own category code, last",
      { note: 'Tea', merchantCode: '5499' },
      `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&tn=Tea&${TAIL}&mc=5499`,
    ],
    [
      'an ampersand as "and"',
      { payeeName: 'Ram & Sons', note: 'M&M' },
      `${HEAD}&pn=Ram%20and%20Sons&tr=${REFERENCE}&tn=M%20and%20M&${TAIL}`,
    ],
    [
      'Devanagari in UTF-8, its joiners left out',
      { payeeName: 'शर्मा मिठाई', note: 'क्\u200dष १२' },
      `${HEAD}&pn=%E0%A4%B6%E0%A4%B0%E0%A5%8D%E0%A4%AE%E0%A4%BE%20%E0%A4%AE%E0%A4%BF%E0%A4%A0%E0%A4%BE%E0%A4%88` +
        `&tr=${REFERENCE}&tn=%E0%A4%95%E0%A5%8D%E0%A4%B7%20%E0%A5%A7%E0%A5%A8&${TAIL}`,
    ],
    [
      'a space for other signs, nothing for apostrophes and invisible ones',
      { payeeName: "Ram's #1 Café 🎉", note: ' Tea/Coffee\u202E (large)?=100%+tax;\r\n' },
      `${HEAD}&pn=Rams%201%20Caf%C3%A9&tr=${REFERENCE}&tn=Tea%20Coffee%20large%20100%20tax&${TAIL}`,
    ],
    [
      'an accent as part of its letter',
      { payeeName: 'Cafe\u0301' },
      `${HEAD}&pn=Caf%C3%A9&tr=${REFERENCE}&${TAIL}`,
    ],
    ['no empty note', { note: '' }, `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&${TAIL}`],
    [
      'no note of which nothing is left',
      { note: ' 🎉🎉 ' },
      `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&${TAIL}`,
    ],
    [
      'the name in the UPI ID, where nothing is left of the name',
      { payeeName: '🎉' },
      `${HEAD}&pn=sharma.traders&tr=${REFERENCE}&${TAIL}`,
    ],
    ['no lone surrogate', { payeeName: 'A\uD800B' }, `${HEAD}&pn=A%20B&tr=${REFERENCE}&${TAIL}`],
    [
      'the least amount',
      { amount: MIN_AMOUNT_PAISE },
      `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&am=0.01&cu=INR`,
    ],
    [
      'the most, without grouping',
      { amount: MAX_AMOUNT_PAISE },
      `${HEAD}&pn=Sharma%20Traders&tr=${REFERENCE}&am=1000000.00&cu=INR`,
    ],
  ])('%s', (_, changes, expected) => {
    expect(payLink(request(changes))).toBe(expected)
  })

  it('at most 50 whole characters of the note, without a space at the end', () => {
    expect(parsePayLink(payLink(request({ note: 'a'.repeat(51) })))?.note).toBe('a'.repeat(50))
    expect(parsePayLink(payLink(request({ note: '𝐀'.repeat(51) })))?.note).toBe('𝐀'.repeat(50))
    expect(parsePayLink(payLink(request({ note: `${'a'.repeat(49)} bc` })))?.note).toBe('a'.repeat(49))
  })

  it.each<[string, Partial<PaymentRequest>]>([
    ['an empty reference', { reference: '' }],
    ['a reference of 36', { reference: 'A'.repeat(36) }],
    ['a reference with a sign', { reference: 'ORD-1' }],
    ['a reference with a letter of another script', { reference: 'ORDé' }],
    ['a reference with a line end', { reference: 'ORD1\n' }],
    ['no amount', { amount: paise(0n) }],
    ['more than the most', { amount: paise(MAX_AMOUNT_PAISE + 1n) }],
    ['an empty merchant code', { merchantCode: '' }],
    ['a merchant code that is not four digits', { merchantCode: '54A9' }],
  ])('nothing and throws for %s', (_, changes) => {
    expect(() => payLink(request(changes))).toThrow(RangeError)
  })
})

const anyText = fc.string({ unit: 'binary', maxLength: 120 })
const requests: fc.Arbitrary<PaymentRequest> = fc.record(
  {
    payeeVpa: fc.stringMatching(/^[a-z0-9][a-z0-9._-]{1,30}@[a-z][a-z0-9]{1,12}$/).map((text) => text as Vpa),
    payeeName: fc.oneof(anyText, fc.string({ unit: 'grapheme' })),
    reference: fc.stringMatching(/^[A-Za-z0-9]{1,35}$/),
    amount: fc.bigInt({ min: MIN_AMOUNT_PAISE, max: MAX_AMOUNT_PAISE }).map(paise),
    note: fc.oneof(anyText, fc.string({ unit: 'grapheme' })),
    merchantCode: fc.stringMatching(/^[0-9]{4}$/),
  },
  { requiredKeys: ['payeeVpa', 'payeeName', 'reference', 'amount'] },
)

describe('every link', () => {
  it('is parsed to its payee, reference and amount, in each app and intent form', () => {
    fc.assert(
      fc.property(requests, (made) => {
        const link = payLink(made)
        const forms = [
          ...Object.values(appLinks(link)),
          ...Object.values(androidIntents(link, 'https://x.in/?a=1;b#c')),
        ]
        for (const form of [link, ...forms]) {
          expect(parsePayLink(form)).toMatchObject({
            payeeVpa: made.payeeVpa,
            reference: made.reference,
            amount: made.amount,
          })
        }
      }),
    )
  })

  it('is escaped ASCII, with each tag once, in order and with a value', () => {
    const shape =
      /^upi:\/\/pay\?pa=[a-z0-9._-]+@[a-z0-9]+&pn=[A-Za-z0-9%.-]+&tr=[A-Za-z0-9]{1,35}(&tn=[A-Za-z0-9%.-]+)?&am=[0-9]+\.[0-9]{2}&cu=INR(&mc=[0-9]{4})?$/
    fc.assert(
      fc.property(requests, (made) => {
        const link = payLink(made)
        expect(link).toMatch(shape)
        expect(link.length).toBeLessThanOrEqual(LINK_CHARS_MAX)
      }),
    )
  })

  it('keeps its name and note when it is parsed and written again', () => {
    fc.assert(
      fc.property(requests, (made) => {
        const once = parsePayLink(payLink(made))
        if (once === undefined) throw new Error('not read back')
        expect(parsePayLink(payLink(once))).toEqual(once)
      }),
    )
  })
})

const GOOD = 'pa=shop@upi&pn=Shop&tr=R1&am=5.00&cu=INR'
const PAYMENT = { payeeVpa: 'shop@upi', payeeName: 'Shop', reference: 'R1', amount: 500n as Paise }

describe('parsePayLink reads', () => {
  it.each([
    `upi://pay?${GOOD}`,
    `UPI://PAY?${GOOD}`,
    `tez://upi/pay?${GOOD}`,
    `gpay://upi/pay?${GOOD}`,
    `phonepe://pay?${GOOD}`,
    `paytmmp://pay?${GOOD}`,
    `bhim://upi/pay?${GOOD}`,
    `credpay://upi/pay?${GOOD}`,
    `intent://pay?${GOOD}#Intent;scheme=upi;end`,
    `intent://pay?${GOOD}#Intent;package=com.phonepe.app;scheme=upi;S.browser_fallback_url=https%3A%2F%2Fx.in;end`,
    `intent://upi/pay?${GOOD}#Intent;scheme=tez;end`,
    `upi://pay?cu=INR&am=5&tr=R1&pn=Shop&pa=SHOP%40UPI`,
    `upi://pay?${GOOD}&tid=&mode=02&orgid=000000&sign=AbC%2B/==`,
    'upi://pay?pa=shop@upi&pn=Shop&tr=R1&am=5.0',
  ])('%s', (link) => {
    expect(parsePayLink(link)).toEqual(PAYMENT)
  })

  it("the QR code in Razorpay's documentation", () => {
    const link =
      'upi://pay?pa=rzr.qrfoodapp54462255833@icic&pn=FoodApp&tr=RZPI39xhFWWLO4wjMqrv2&tn=PaymenttoFoodApp&cu=INR&mc=5811&am=3' +
      '&invoiceNo=INV001&invoiceDate=2021-09-29T13:42:35+05:30&invoiceName=GauravKumar&gstBrkUp=GST:40%7CSGST:2'
    expect(parsePayLink(link)).toEqual({
      payeeVpa: 'rzr.qrfoodapp54462255833@icic',
      payeeName: 'FoodApp',
      reference: 'RZPI39xhFWWLO4wjMqrv2',
      note: 'PaymenttoFoodApp',
      amount: 300n,
    })
  })

  it('a plus as a plus, not as a space', () => {
    expect(parsePayLink('upi://pay?pa=shop@upi&pn=A+B&tr=R1&am=5.00')?.payeeName).toBe('A+B')
  })
})

describe('parsePayLink refuses', () => {
  it.each([
    ['nothing', ''],
    ['a bare scheme', 'upi://pay'],
    ['no tags', 'upi://pay?'],
    ['another page', `https://pay?${GOOD}`],
    ['a script', `javascript:alert(1)//upi://pay?${GOOD}`],
    ['a mandate', `upi://mandate?${GOOD}`],
    ['text before the link', ` upi://pay?${GOOD}`],
    ['no payee', 'upi://pay?pn=Shop&tr=R1&am=5.00&cu=INR'],
    ['a payee that is no UPI ID', 'upi://pay?pa=shop&pn=Shop&tr=R1&am=5.00'],
    ['no reference', 'upi://pay?pa=shop@upi&pn=Shop&am=5.00'],
    ['an empty reference', 'upi://pay?pa=shop@upi&tr=&am=5.00'],
    ['a reference of 36', `upi://pay?pa=shop@upi&tr=${'A'.repeat(36)}&am=5.00`],
    ['no amount', 'upi://pay?pa=shop@upi&tr=R1'],
    ['a zero amount', 'upi://pay?pa=shop@upi&tr=R1&am=0.00'],
    ['an amount with three decimals', 'upi://pay?pa=shop@upi&tr=R1&am=5.001'],
    ['an amount with an exponent', 'upi://pay?pa=shop@upi&tr=R1&am=5e2'],
    ['a tag in other letters', 'upi://pay?PA=shop@upi&tr=R1&am=5.00'],
    ['another currency', 'upi://pay?pa=shop@upi&tr=R1&am=5.00&cu=USD'],
    ['two payees', `upi://pay?${GOOD}&pa=thief@upi`],
    ['two amounts', `upi://pay?am=1.00&${GOOD}`],
    ['two amounts in other letters', `upi://pay?AM=1.00&${GOOD}`],
    ['two amounts in other letters, the other way round', `upi://pay?${GOOD}&AM=1.00`],
    ['a tag without a value sign', `upi://pay?${GOOD}&sign`],
    ['a tag without a name', `upi://pay?${GOOD}&=1`],
    ['an end that is cut', `upi://pay?${GOOD}&`],
    ['a broken escape', 'upi://pay?pa=shop@upi&pn=%E0%A4&tr=R1&am=5.00'],
    ['a broken percent', 'upi://pay?pa=shop@upi&pn=100%&tr=R1&am=5.00'],
    ['a control character', 'upi://pay?pa=shop@upi&pn=a%00b&tr=R1&am=5.00'],
    ['a fragment', `upi://pay?${GOOD}#am=1`],
    ['a fragment behind a tag that does not matter', `upi://pay?${GOOD}&mode=04#x`],
    ['an intent without its end', `intent://pay?${GOOD}#Intent;scheme=upi;`],
    ['an intent without a scheme', `intent://pay?${GOOD}#Intent;package=com.phonepe.app;end`],
    ['an intent with two schemes', `intent://pay?${GOOD}#Intent;scheme=upi;scheme=https;end`],
    ['an intent of another scheme', `intent://pay?${GOOD}#Intent;scheme=https;end`],
    ['an intent with two fragments', `intent://pay?${GOOD}#Intent;scheme=upi;end#Intent;scheme=upi;end`],
    ['a link without an end', `upi://pay?${GOOD}&x=${'a'.repeat(LINK_CHARS_MAX)}`],
  ])('%s', (_, text) => {
    expect(parsePayLink(text)).toBeUndefined()
  })

  it('hostile text without ever throwing', () => {
    const pieces = fc.constantFrom(
      'upi://pay?',
      'intent://',
      '#Intent;',
      ';end',
      'scheme=upi;',
      'pa=',
      'am=',
      'tr=',
      'shop@upi',
      '5.00',
      '&',
      '=',
      '%',
      '%E0%A4',
      '%00',
      '+',
      '#',
      ';',
      '\n',
      '\uD800',
      '𝐀',
      '__proto__=',
      'constructor=1',
    )
    const hostile = fc.oneof(
      anyText,
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const read = parsePayLink(text)
        if (read !== undefined) expect(read.amount).toBeGreaterThanOrEqual(MIN_AMOUNT_PAISE)
      }),
      { numRuns: 1_000 },
    )
  })
})
