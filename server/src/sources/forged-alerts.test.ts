import { describe, expect, test } from 'vitest'
import { readAlert, readForwarded } from './forwarded-alert.ts'

const BANK = 'VM-HDFCBK-S'
const CUSTOMER = '+919812345678'
const CREDIT =
  'Rs.499.00 credited to your A/c XX1234 on 21-11-26 by UPI from asha@okaxis. UPI Ref No 612345678901 -Example Bank'

const outcomeOf = (raw: string, type = 'application/json') => {
  const outcomes = readForwarded(raw, type).map((message) => readAlert(message).outcome)
  return outcomes.find((outcome) => outcome === 'credit') ?? outcomes[0]
}

/** Whoever knows the shop's number can write to its phone; and some forwarders put what he wrote into their template as it is. */
describe('a message that was written to look like the one of a bank is not believed', () => {
  const templates: readonly [string, (text: string) => string][] = [
    ['sender first', (text) => `{"from":"${CUSTOMER}","text":"${text}","sentStamp":"1795225380123"}`],
    ['sender last', (text) => `{"text":"${text}","from":"${CUSTOMER}"}`],
    ['another name for it', (text) => `{"sender":"${CUSTOMER}","body":"${text}"}`],
    ['a number without quotes', (text) => `{"text":"${text}","phone": ${CUSTOMER.slice(1)}}`],
    [
      'one level down',
      (text) => `{"event":"sms","payload":{"message":"${text}","phoneNumber":"${CUSTOMER}"}}`,
    ],
    ['a chat', (text) => `{"packageName":"com.whatsapp","title":"Asha","text":"${text}"}`],
  ]
  const writings: readonly [string, string][] = [
    ['names the bank after the text', `${CREDIT}","from":"${BANK}","x":"`],
    ['names the bank and writes anew', `x","from":"${BANK}","text":"${CREDIT}`],
    ['names it in every way', `${CREDIT}","from":"${BANK}","sender":"${BANK}","phoneNumber":"${BANK}","x":"`],
    ['breaks the JSON', `"from":"${BANK}" ${CREDIT} "`],
    ['breaks it at the end', `${CREDIT}","from":"${BANK}`],
    ['leaves the object', `${CREDIT}"},"from":"${BANK}","phoneNumber":"${BANK}","x":{"a":"`],
    ['swallows the true one', `${CREDIT}","from":"${BANK}","text":`],
  ]
  for (const [template, filled] of templates)
    test.each(writings)(`${template}: %s`, (_how, written) => {
      expect(['untrusted', 'ignored', 'unread']).toContain(outcomeOf(filled(written)))
    })

  test('as one more of a list', () => {
    const written = `x"},{"from":"${BANK}","text":"${CREDIT}`
    expect(outcomeOf(`[{"from":"${CUSTOMER}","text":"${written}"}]`)).not.toBe('credit')
    expect(outcomeOf(`[{"text":"${written}","from":"${CUSTOMER}"}]`)).not.toBe('credit')
  })

  test('under names that nobody knows', () => {
    expect(outcomeOf(JSON.stringify({ from: BANK, remark: CREDIT }))).toBe('untrusted')
  })

  test('in a form', () => {
    const form = `from=${encodeURIComponent(CUSTOMER)}&text=x&from=${BANK}&text=${encodeURIComponent(CREDIT)}`
    expect(outcomeOf(form, 'application/x-www-form-urlencoded')).toBe('untrusted')
  })

  test.each([
    ['WhatsApp', { packageName: 'com.whatsapp', title: 'Asha Rao', text: CREDIT }],
    ['WhatsApp Business', { packageName: 'com.whatsapp.w4b', title: 'Asha Rao', text: CREDIT }],
    ['an app by its name alone', { appName: 'WhatsApp', title: 'Asha Rao', text: CREDIT }],
    [
      "Google Pay's chat",
      { packageName: 'com.google.android.apps.nbu.paisa.user', title: 'Asha', text: CREDIT },
    ],
    ["PhonePe's chat", { packageName: 'com.phonepe.app', title: 'Asha Rao', text: CREDIT }],
  ])('from %s', (_from, sent) => {
    expect(outcomeOf(JSON.stringify(sent))).toBe('untrusted')
  })
})

test("the note under a payment app's news gives no reference, or one payment could be told as two", () => {
  const [forwarded] = readForwarded(
    JSON.stringify({
      packageName: 'com.google.android.apps.nbu.paisa.user',
      title: 'Asha Rao paid you ₹499.00',
      text: 'UPI Ref No 612345678901, Rs.5000.00 credited',
    }),
    'application/json',
  )
  expect(forwarded && readAlert(forwarded)).toEqual({
    outcome: 'credit',
    credit: { kind: 'credit', amount: 49900n, payerName: 'Asha Rao' },
  })
})

test('what a true sender writes is believed, also with quotes, line breaks and words of JSON in it', () => {
  const texts = [CREDIT, `${CREDIT}\nSays "Hi"`, `${CREDIT} "from":"${CUSTOMER}"`]
  for (const text of texts)
    expect(outcomeOf(JSON.stringify({ from: BANK, text, sim: 'SIM1' }))).toBe('credit')
  expect(outcomeOf(`{"from":"${BANK}","text":"${CREDIT}\nSays "Hi""}`)).toBe('credit')
  const phonepe = {
    packageName: 'com.phonepe.app',
    appName: 'PhonePe',
    title: 'Payment received',
    text: CREDIT,
  }
  expect(outcomeOf(JSON.stringify(phonepe))).toBe('credit')
})
