import { expect, test } from 'vitest'
import { type CreditSource, receivedTimeOf, type TimeReport } from './credit.ts'

const at = (time: string) => new Date(`2026-11-${time}+05:30`)
const LATER = at('29T10:00:00')
const exact = (source: CreditSource, time: string, reportedAt = LATER): TimeReport => ({
  source,
  from: at(time),
  before: null,
  reportedAt,
})
const day = (of: string): TimeReport => {
  const from = at(`${of}T00:00:00`)
  return { source: 'statement', from, before: new Date(from.getTime() + 86_400_000), reportedAt: LATER }
}
const silent = (source: CreditSource, reportedAt: string): TimeReport => ({
  source,
  from: null,
  before: null,
  reportedAt: at(reportedAt),
})
const known = (time: string) => ({ at: at(time), isDay: false })

test.each([
  ['nothing is known where no source names a time', [], null],
  ['a day stays a day', [day('20')], { at: at('20T00:00:00'), isDay: true }],
  ['an alert of the day says when on it', [day('20'), exact('alert', '20T09:30:05')], known('20T09:30:05')],
  [
    'an alert that came on a later day is no time of the payment',
    [exact('alert', '21T00:05:00'), day('20')],
    { at: at('20T00:00:00'), isDay: true },
  ],
  [
    'of two messages the earlier one is nearer',
    [exact('alert', '20T09:40:00'), exact('alert', '20T09:30:00')],
    known('20T09:30:00'),
  ],
  [
    'the provider comes before the statement, and both before an alert',
    [exact('alert', '20T09:31:00'), exact('statement', '20T09:30:30'), exact('provider', '20T09:30:10')],
    known('20T09:30:10'),
  ],
  [
    'the time of a statement comes before its day and before an alert',
    [day('20'), exact('alert', '20T09:31:00'), exact('statement', '20T09:30:30')],
    known('20T09:30:30'),
  ],
  [
    'a payment of the late evening that the bank books on the next day came when its message says',
    [exact('alert', '20T23:58:30', at('20T23:58:40')), day('21')],
    known('20T23:58:30'),
  ],
  [
    'a time after the payment was known is none',
    [exact('statement', '28T10:00:00'), silent('provider', '20T09:30:00')],
    null,
  ],
  [
    'a clock that is a little ahead is believed',
    [exact('provider', '20T09:30:10'), silent('alert', '20T09:30:02')],
    known('20T09:30:10'),
  ],
  [
    'a person may confirm a payment before it comes',
    [silent('manual', '20T09:30:00'), exact('statement', '20T09:31:00')],
    known('20T09:31:00'),
  ],
])('%s', (_what, reports, received) => {
  expect(receivedTimeOf(reports)).toEqual(received)
})
