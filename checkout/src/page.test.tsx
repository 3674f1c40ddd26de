import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PageDocument, type PageMain } from './page-document.tsx'
import { sampleViews } from './testing/sample-views.ts'
import { textIn } from './text.ts'
import { timeLeft } from './time-left.ts'

const page = (view: Parameters<typeof PageMain>[0]['view']): string =>
  renderToStaticMarkup(<PageDocument view={view} style="" scriptPath="/pay/script/x.js" />)

const textOf = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

/** The sentences of the product, to the letter. */
const SENTENCES = {
  payable: [
    'Payment Details',
    'Amount to Pay',
    '₹1,24,950.50',
    'Expires in ',
    '5:00',
    'Sharma Electronics',
    'Scan QR code using any UPI app',
    'Download QR',
    'Pay using UPI apps',
  ],
  declined: ['Payment Failed', 'The payment could not be completed. Please try again.', 'Retry Payment'],
  paid: [
    'Payment Successful!',
    'Your payment has been processed successfully',
    'Redirecting...',
    'Continue to shop.example',
  ],
  expired: [
    'Payment Expired',
    'The payment link has expired. Please generate a new payment link.',
    'Go Back',
  ],
  held: [
    'Another amount was received',
    '₹1,24,950.00 of ₹1,24,950.50 has been received. Please do not pay again: the merchant can see your payment and decides what happens next.',
  ],
  broken: ['This link does not exist. Please ask the merchant for a new one.', 'Try Again'],
} as const

describe('each state of the page', () => {
  for (const [kind, sentences] of Object.entries(SENTENCES)) {
    it(`has the specified texts when it is ${kind}`, () => {
      const lines = textOf(page(sampleViews[kind as keyof typeof SENTENCES])).split('\n')
      for (const sentence of sentences) expect(lines).toContain(sentence)
    })

    it(`has one heading, one main and no inline script or style attribute when it is ${kind}`, () => {
      const html = page(sampleViews[kind as keyof typeof SENTENCES])
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html.match(/<main/g)).toHaveLength(1)
      expect(html.match(/<script/g)).toHaveLength(1)
      expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+)=/)
      expect(html).toContain('<meta name="robots" content="noindex,nofollow"/>')
      expect(html).toMatch(/<title>[^<]+<\/title>/)
    })
  }
})

describe('the payable page', () => {
  it('contains the QR code in the first response', () => {
    expect(page(sampleViews.payable)).toContain(`href="${sampleViews.payable.qr.bitmap}"`)
  })

  it('makes a browser without JavaScript open the order once, then refresh every 5 s', () => {
    const fresh = page(sampleViews.payable)
    expect(fresh).toContain(
      `<noscript><meta http-equiv="refresh" content="0;url=/pay/${sampleViews.payable.orderId}?r=1"/></noscript>`,
    )
    const opened = page({ ...sampleViews.payable, status: 'pending' })
    expect(opened).toContain(`content="5;url=/pay/${sampleViews.payable.orderId}"`)
    expect(opened).not.toContain('?r=1')
  })

  it('shows no app links where UPI refuses them, and shows the limit for shared QR codes', () => {
    const html = page({ ...sampleViews.payable, apps: null, galleryLimit: '₹2,000.00' })
    expect(html).not.toMatch(/href="(?:upi|tez|phonepe|paytmmp|bhim|credpay|intent):/)
    expect(html).toContain('Scan QR code using any UPI app')
    expect(textOf(html)).toContain(
      "Above ₹2,000.00, you can't pay this UPI ID with a saved or shared picture",
    )
    expect(html.indexOf('₹2,000.00')).toBeLessThan(html.indexOf('Download QR'))
  })

  it('shows the test mode notice and the simulator link in test mode only', () => {
    expect(page(sampleViews.payable)).toContain('Test mode: no real money moves')
    expect(page(sampleViews.payable)).toContain('Pay in the simulator')
    expect(page({ ...sampleViews.payable, mode: 'live', simulatorHref: null })).not.toMatch(
      /Test mode|simulator/,
    )
  })
})

describe('the terminal pages', () => {
  it('retry with a form that works without JavaScript, while a retry is allowed', () => {
    expect(page(sampleViews.declined)).toContain(
      `<form data-retry="true" action="/pay/${sampleViews.declined.orderId}" method="post">`,
    )
    expect(page({ ...sampleViews.declined, mayRetry: false })).not.toContain('Retry Payment')
  })

  it('link to the reusable link of the order to start again, in the language that the customer selected', () => {
    const againCode = '4TQK9M2X7B'
    const { expired, declined } = sampleViews
    const over = { ...declined, mayRetry: false, againCode }
    for (const view of [{ ...expired, againCode }, over]) {
      expect(page(view)).toContain('href="/l/4TQK9M2X7B">Start again')
      expect(page({ ...view, isLanguageChosen: true })).toContain('href="/l/4TQK9M2X7B?lang=en"')
      expect(page(view)).not.toMatch(/new payment link|Go Back/)
    }
    expect(page({ ...over, mayRetry: true })).not.toContain('Start again')
    expect(page(expired)).toContain('Please generate a new payment link.')
  })

  it('mention a redirect only if there is one', () => {
    expect(page({ ...sampleViews.paid, redirect: null })).not.toContain('Redirecting...')
  })

  it('link to the receipt, with and without a redirect', () => {
    const link = `href="/receipt/${sampleViews.paid.orderId}?lang=en"`
    expect(page({ ...sampleViews.paid, redirect: null })).toContain(link)
    expect(page(sampleViews.paid)).toContain(link)
  })

  it('hide the Galla brand if the merchant removed it', () => {
    expect(page(sampleViews.paid)).toContain('Powered by Galla')
    expect(page({ ...sampleViews.paid, branded: false })).not.toContain('Galla')
  })
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '</noscript><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '&lt;b&gt;',
  '\u202e<b>\u0000',
]

describe('a text that a merchant typed', () => {
  for (const text of HOSTILE) {
    it(`stays plain text: ${JSON.stringify(text)}`, () => {
      const views = [
        { ...sampleViews.payable, merchantName: text, purpose: text, clientTransactionId: text },
        { ...sampleViews.declined, merchantName: text, clientTransactionId: text },
        { ...sampleViews.paid, merchantName: text, clientTransactionId: text },
        { ...sampleViews.expired, merchantName: text, clientTransactionId: text },
        { ...sampleViews.broken, orderId: text, message: text },
      ]
      for (const view of views) {
        const html = page(view)
        const harmless = page({
          ...view,
          ...('merchantName' in view
            ? { merchantName: 'x', clientTransactionId: 'x' }
            : { orderId: 'x', message: 'x' }),
          ...('purpose' in view ? { purpose: 'x' } : {}),
        })
        const tags = (markup: string): string[] => [...markup.matchAll(/<\/?[a-z0-9]+/gi)].map(([tag]) => tag)
        expect(tags(html)).toEqual(tags(harmless))
        expect(html).not.toMatch(/<[^>"]*\son\w+=/)
      }
    })
  }
})

describe('the time left', () => {
  it.each([
    [0, '0:00'],
    [9, '0:09'],
    [60, '1:00'],
    [300, '5:00'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [86_399, '23:59:59'],
    [86_400, '1 day 0:00'],
    [7 * 86_400 - 1, '6 days 23:59'],
    [-5, '0:00'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(timeLeft(seconds, (days) => textIn('en')('days', { days }))).toBe(text)
  })
})

describe('"I have already paid"', () => {
  const answered = (outcome: 'not_seen' | 'other_order' | 'refused') => ({
    ...sampleViews.payable,
    status: 'pending' as const,
    claim: { isOpen: true, utr: '612345678901', error: null, answer: { outcome, text: 'What is known.' } },
  })

  it('is offered while the order is open or expired, and not after a success, decline or unknown order', () => {
    for (const kind of ['payable', 'expired'] as const)
      expect(page(sampleViews[kind])).toContain('I have already paid')
    for (const kind of ['paid', 'declined', 'broken'] as const)
      expect(page(sampleViews[kind])).not.toContain('I have already paid')
  })

  it('opens at its own URL without JavaScript, where no refresh clears the typed text', () => {
    const { orderId } = sampleViews.payable
    expect(page(sampleViews.payable)).toContain(`href="/pay/${orderId}?paid=1#claim"`)
    const open = page({ ...sampleViews.payable, claim: { ...sampleViews.payable.claim, isOpen: true } })
    expect(open).toContain(`action="/pay/${orderId}/claim#claim"`)
    expect(open).not.toContain('http-equiv="refresh"')
  })

  it('announces its reply to screen readers, and refreshes only after a UTR that was not seen', () => {
    expect(page(answered('not_seen'))).toMatch(/role="status" data-outcome="not_seen">What is known\./)
    expect(page(answered('not_seen'))).toContain(`content="30;url=/pay/${sampleViews.payable.orderId}"`)
    for (const outcome of ['other_order', 'refused'] as const)
      expect(page(answered(outcome))).not.toContain('http-equiv="refresh"')
  })
})

it('shows the price beside an amount that was lowered to be unique', () => {
  const html = page({ ...sampleViews.payable, amount: '₹498.63', price: '₹499.00' })
  expect(textOf(html)).toContain(
    'The price is ₹499.00. Please pay exactly ₹498.63, so that we can recognise your payment.',
  )
  expect(page(sampleViews.payable)).not.toContain('The price is')
})
