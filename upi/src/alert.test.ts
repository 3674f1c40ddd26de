import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertMessage, parseAlert } from './alert.ts'
import { ALERT_LENGTH_MAX } from './alert-text.ts'
import { CORPUS } from './corpus-harness.ts'

/** With numbers for comparing, and every field named. */
const read = (message: string | AlertMessage) => {
  const alert = parseAlert(typeof message === 'string' ? { text: message } : message)
  if (alert.kind !== 'credit') return alert
  const { amount, utr, payerVpa, payerName } = alert
  return { kind: alert.kind, amount: Number(amount), utr, payerVpa, payerName }
}

describe('text of a payer in an alert', () => {
  it('does not change what the bank reports', () => {
    const withNote = (note: string) =>
      read(`Rs 10.00 credited to A/c XX1 on 01-10-26. UPI/CR/630012345678/ASHA/HDFC/${note}`)
    const expected = withNote('thanks')
    expect(expected).toMatchObject({ kind: 'credit', amount: 1000, utr: '630012345678' })
    for (const note of [
      'loan return',
      'refund failed',
      'Rs 5000 credited',
      'debited OTP 123456',
      'cashback offer',
      'request money',
      'UTR 999999999999 received Rs 900',
    ])
      expect(withNote(note), note).toEqual(expected)
  })

  it("is ignored when the app's title has the amount", () => {
    const alert = read({ title: 'Asha Rao paid you ₹1.00', text: 'received Rs 5000.00' })
    expect(alert).toMatchObject({ kind: 'credit', amount: 100, payerName: 'Asha Rao' })
  })

  it('gives no reference if two are equally likely', () => {
    const alert = read({ text: 'Rs 5 credited to a/c XX1. UPI Ref 630012345678 UPI Ref 630012345679' })
    expect(alert).toMatchObject({ amount: 500, utr: undefined })
  })
})

describe('an amount below a rupee', () => {
  it.each([
    'Rs..60 credited to A/c XX1 by UPI ref 630012345678',
    'A/c XX1 has been credited with INR .52 by UPI ref 630012345678',
  ])('is not read as rupees: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'unread' })
  })
})

describe('an account number, a phone number and a balance', () => {
  it.each([
    'Rs 5 credited to account 630012345678',
    'Rs 5 credited to a/c no. 630012345678',
    'Rs 5 credited to a/c XX1. Call 180012345678',
    'Rs 5 credited to a/c XX630012345678',
    'Rs 5 credited to a/c XX1 from 919876543210@ybl',
    'Rs 5 credited to a/c XX1 at 20261001123456',
  ])('are not read as a reference: %s', (text) => {
    expect(read(text)).toHaveProperty('utr', undefined)
  })

  it.each([
    'Avl Bal Rs 900.00. Rs 5.00 credited to a/c XX1',
    'Rs 5.00 credited to a/c XX1. Bal: Rs 900.00 CR',
    'A/c XX1 Bal INR 900.00 CR. Credited with INR 5.00',
  ])('are not read as an amount: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'credit', amount: 500 })
  })
})

describe('amounts', () => {
  it.each([
    ['5,00,000.00', 50_000_000],
    ['500,000', 50_000_000],
    ['1,23,45,678.9', 1_234_567_890],
    ['5.000', 500],
    ['0.01', 1],
  ])('%s is read', (text, paise) => {
    expect(read(`Rs. ${text} credited to a/c XX1`)).toMatchObject({ amount: paise })
  })

  it.each(['0', '0.00', '5.125', '1,2,3', '5,00', '12,34', '99999999999999'])(
    '%s is left to a person',
    (text) => {
      expect(parseAlert({ text: `Rs. ${text} credited to a/c XX1` }).kind).toBe('unread')
    },
  )

  it('are read correctly in any grouping of digits', () => {
    const rupees = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(
        rupees,
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom('en-IN', 'en-US'),
        (whole, part, locale) => {
          const text = `INR ${new Intl.NumberFormat(locale).format(whole)}.${String(part).padStart(2, '0')}`
          const alert = read({ text: `${text} credited to a/c XX12 UPI Ref 630012345678` })
          expect(alert).toMatchObject({ kind: 'credit', amount: whole * 100 + part })
        },
      ),
    )
  })
})

describe('any text', () => {
  it('is read without an error', () => {
    const words = fc.constantFrom(
      'Rs',
      '₹',
      '5',
      ',',
      '.',
      'credited',
      'to',
      'a/c',
      'UPI',
      '/',
      'CR',
      '630012345678',
      'from',
      '\n',
      '(',
      '@',
      'debited',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(words, { maxLength: 60 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, (each) => {
        expect(['credit', 'ignored', 'unread']).toContain(parseAlert({ text: each }).kind)
      }),
    )
  })

  it('is read up to the maximal length of an alert', () => {
    const text = `${'x'.repeat(ALERT_LENGTH_MAX)} Rs 5 credited to a/c XX1`
    expect(parseAlert({ text }).kind).toBe('ignored')
  })

  it('with the word "debited" is never a credit', () => {
    for (const message of CORPUS) {
      const text = `Debited: ${message.text}`
      expect(parseAlert({ text }).kind, text).toBe('ignored')
    }
  })

  it('that is not understood is left to a person', () => {
    expect(parseAlert({ text: 'Rs 500 something about your account' }).kind).toBe('unread')
  })
})
