import { expect, test } from 'vitest'
import { parseAlert } from './alert.ts'
import { ALERT_LENGTH_MAX, alertText } from './alert-text.ts'
import { trustedCredit } from './trusted-alert.ts'

const CREDIT =
  'Rs.1,499.00 credited to your A/c XX1234 on 21-11-26 by UPI from asha.rao@okaxis. UPI Ref No 633300000001 -HDFC Bank'
/** Repeated, each of them makes another part of the reader search. */
const UNITS = [
  'a',
  'a.',
  'a-',
  '-a',
  '1',
  '1,',
  '1.',
  'A ',
  'a@',
  'a@b',
  'upi/',
  'upi-',
  'upi/a/',
  'UPI/CR/424941009999/A/',
  'upi-633300000001-',
  'credited ',
  'credited to a/c ',
  'Rs 1 ',
  'Rs.1 credited to a/c X1 ',
  'loan ',
  'order ',
  'your a ',
  'payment credited to ',
  'from VPA a@b ',
  'ref no ',
  'dr. ',
  '. ',
  '\n',
  '\u0966',
  'अ',
  'खाता ',
]
const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const textsOf = (unit: string, length: number): string[] => [
  filled(unit, length),
  `${CREDIT.slice(0, 60)}${filled(unit, length - 60)}`,
]

const read = (text: string): void => {
  alertText(text)
  parseAlert({ text }, 'VM-HDFCBK-S')
  trustedCredit({ text }, 'VM-HDFCBK-S')
}

const TRIES = 5
/** Of this process; the shortest of some tries, because other work of the machine adds to any of them. */
const processorMs = (text: string): number =>
  Math.min(
    ...Array.from({ length: TRIES }, () => {
      const before = process.cpuUsage()
      read(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )

/** A whole message of this length in the words of a bank takes less than 1 ms. */
const MS_MAX = 8
const RATIO_MAX = 3

test.each(UNITS)('a message of the longest length that repeats %j is read in a few milliseconds', (unit) => {
  for (const text of textsOf(unit, ALERT_LENGTH_MAX)) expect(processorMs(text)).toBeLessThan(MS_MAX)
})

test.each(UNITS)('a message of twice the length that repeats %j takes about twice the time', (unit) => {
  for (const [n, text] of textsOf(unit, ALERT_LENGTH_MAX).entries()) {
    const whole = processorMs(text)
    // What is too short to be measured is not slow.
    if (whole < 3) continue
    expect(whole / processorMs(textsOf(unit, ALERT_LENGTH_MAX / 2)[n] ?? '')).toBeLessThan(RATIO_MAX)
  }
})
