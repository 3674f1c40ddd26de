import { expect, test } from 'vitest'
import { CORPUS, messageOf } from './corpus-harness.ts'
import { namedIn } from './named-day.ts'
import { trustedCredit } from './trusted-alert.ts'
import { trustedEmailCredit } from './trusted-email.ts'

test.each([
  ['21-11-26', '2026-11-21', undefined],
  ['21/11/26', '2026-11-21', undefined],
  ['5/1/2026', '2026-01-05', undefined],
  ['21.11.2026', '2026-11-21', undefined],
  ['05Oct26', '2026-10-05', undefined],
  ['5-Oct-26', '2026-10-05', undefined],
  ['05 October, 2026', '2026-10-05', undefined],
  ['9-SEPT-2026', '2026-09-09', undefined],
  ['Nov 21, 2026', '2026-11-21', undefined],
  ['2026-11-21 10:11:12.345', '2026-11-21', '10:11:12'],
  ['211126', '2026-11-21', undefined],
  ['29-02-2028', '2028-02-29', undefined],
  ['18AUG2024 11:45:30', '2024-08-18', '11:45:30'],
  ['09-11-23 at 11:59:28 IST', '2023-11-09', '11:59:28'],
  ['06/08/25 17:36', '2025-08-06', '17:36'],
  ['21-NOV-2026, 10:11 PM', '2026-11-21', '22:11'],
  ['21-11-26 9:05 am', '2026-11-21', '09:05'],
  ['21-11-26 12:05 AM', '2026-11-21', '00:05'],
  ['21-11-26 12:05 PM', '2026-11-21', '12:05'],
  ['21-11-26 22:11 pm', '2026-11-21', '22:11'],
  ['21-11-26 25:11', '2026-11-21', undefined],
])('"%s" is %s %s', (when, namedDay, namedTime) => {
  expect(namedIn(when)).toEqual({ namedDay, namedTime })
})

test.each(['30-02-26', '00-01-26', '21-13-26', '11/21/2026', '21-11-126', '5 Foo 26', '21126', ''])(
  '"%s" names no day',
  (when) => {
    expect(namedIn(when)).toEqual({})
  },
)

const HDFC = (day: string) =>
  `Credit Alert!\nRs.900.00 credited to HDFC Bank A/c XX4321 on ${day} from VPA asha@okhdfcbank (UPI 555666777888)`

test('a credit of a known sentence has the day and the time that the sentence names', () => {
  expect(trustedCredit({ text: HDFC('20-11-26') }, 'VM-HDFCBK-S')?.namedDay).toBe('2026-11-20')
  const axis =
    'INR 5590.00 credited to A/c no. XX8926 on 09-11-23 at 11:59:28 IST. Info- UPI/P2A/334365332111/ASHA RAO/Axis Bank - Axis Bank'
  expect(trustedCredit({ text: axis }, 'AX-AXISBK')).toMatchObject({
    namedDay: '2023-11-09',
    namedTime: '11:59:28',
  })
  const none = 'Kotak Bank: Rs.250.00 credited in your A/c X3333 by UPI from asha@oksbi. UPI Ref 222233334444'
  expect(trustedCredit({ text: none }, 'JD-KOTAKB-S')).not.toHaveProperty('namedDay')
})

test("the payer's words name no day", () => {
  const kotak = (payer: string, day: string) =>
    `Received Rs.250.00 in your Kotak Bank AC X3333 from ${payer} on ${day}.UPI Ref 222233334444`
  const read = (text: string) => trustedCredit({ text }, 'JD-KOTAKB-S')?.namedDay
  expect(read(kotak('asha@oksbi', '14-10-26'))).toBe('2026-10-14')
  expect(read(kotak('ASHA on 01-01-26', '14-10-26'))).toBe('2026-10-14')
  const bandhan = 'INR 25,000.00 deposited to A/c XX1234 towards UPI/CR/C224513287910/ASHA RAO/on 01-01-26'
  expect(trustedCredit({ text: bandhan }, 'XY-BDNSMS-S')?.namedDay).toBeUndefined()
})

test("an e-mail's day is that of its sentence, not of its heading", () => {
  const text =
    "21-11-2026 Dear Asha Rao, Here's the summary of your transaction: Amount Credited: INR 5590.00 Account Number: XX8926 Date & Time: 20-11-26, 23:58:01 IST Transaction Info: UPI/P2A/334365332111/ASHA RAO"
  const credit = trustedEmailCredit({ subject: 'Credit alert', text }, 'axis', 'alerts@axisbank.com')
  expect(credit).toMatchObject({ namedDay: '2026-11-20', namedTime: '23:58:01' })
})

test('every day in a known sentence of the corpus is read', () => {
  const DATED = /\bon (?:date )?(\d{1,2}[-/]?(?:\d{1,2}|[a-z]{3})[-/]?\d{2,4})\b/i
  const unread = CORPUS.filter((message) => {
    const credit = trustedCredit(messageOf(message), message.sender)
    // Without a reference, only what stands before the payer's words is read.
    const before = message.text.split(credit?.utr ?? /\b(?:from|by)\b/)[0] ?? ''
    return credit !== undefined && credit.namedDay === undefined && DATED.test(before)
  })
  expect(unread.map(({ text }) => text)).toEqual([])
})
