import { istDayOf } from '@galla/contract/ist'
import { expect, test } from 'vitest'
import { type MessageTimes, timeOfMessage } from './message-time.ts'

const at = (time: string) => new Date(`2026-11-${time}+05:30`)
const ARRIVED = at('21T10:00:00')
const times = (...given: string[]) => given.map(at)
const between = (from: string, to = '21T10:00:00') => ({ from: at(from), to: at(to) })

test.each<[string, Partial<MessageTimes>, object]>([
  [
    'the earliest clock, less a minute',
    { times: times('21T09:59:50', '21T09:59:55') },
    between('21T09:58:50'),
  ],
  [
    'a clock that is hours behind, and none overrules another',
    { times: times('21T04:29:50', '21T09:59:55') },
    between('21T04:28:50'),
  ],
  [
    'a clock that is ahead says nothing',
    { times: times('21T10:10:00') },
    { ...between('21T08:00:00'), named: 'nothing' },
  ],
  [
    'a clock of more than a week ago says nothing',
    { times: times('13T10:00:00') },
    { ...between('21T08:00:00'), named: 'nothing' },
  ],
  ['no clock: two hours', {}, { ...between('21T08:00:00'), named: 'nothing' }],
  [
    'no clock: since the phone was last heard',
    { heardAt: at('20T22:00:00') },
    { ...between('20T22:00:00'), named: 'nothing' },
  ],
  [
    'no clock: three days at most',
    { heardAt: at('01T22:00:00') },
    { ...between('18T10:00:00'), named: 'nothing' },
  ],
  [
    'no clock: two hours, although the phone was heard since',
    { heardAt: at('21T09:50:00') },
    { ...between('21T08:00:00'), named: 'nothing' },
  ],
  [
    'the time of the sentence is a clock',
    { times: times('21T09:59:50'), namedDay: '2026-11-21', namedTime: '09:31' },
    between('21T09:30:00'),
  ],
  [
    'a named day is no clock',
    { times: times('21T09:59:50'), namedDay: '2026-11-21' },
    between('21T09:58:50'),
  ],
  [
    'another day than the clocks say',
    { times: times('21T09:59:50'), namedDay: '2026-11-20' },
    { from: at('20T00:00:00'), to: new Date(at('21T00:00:00').getTime() - 1), named: 'day' },
  ],
  [
    'a minute past midnight, of yesterday',
    { times: times('21T00:00:30'), arrivedAt: at('21T00:00:40'), namedDay: '2026-11-20' },
    between('20T23:59:30', '21T00:00:40'),
  ],
])('%s', (_what, given, expected) => {
  expect(timeOfMessage({ times: [], arrivedAt: ARRIVED, ...given }).received).toMatchObject(expected)
})

test.each<[string, Partial<MessageTimes>, string]>([
  ['a stamp of the next day', { times: times('21T00:00:30') }, '20T23:59:59.999'],
  ['no stamp', {}, '20T23:59:59.999'],
  [
    'a stamp, and the time of the sentence',
    { times: times('21T00:00:30'), namedTime: '23:58' },
    '20T23:58:00',
  ],
  [
    'a time of the sentence that no message can have',
    { times: times('21T00:00:30'), namedTime: '23:70' },
    '20T23:59:59.999',
  ],
  ['a stamp of the day itself', { times: times('20T23:59:30'), namedTime: '23:58' }, '20T23:59:30'],
])('a payment is booked on the day that its bank names: %s', (_what, given, expected) => {
  const { at: booked } = timeOfMessage({
    times: [],
    arrivedAt: at('21T00:00:40'),
    namedDay: '2026-11-20',
    ...given,
  })
  expect(istDayOf(booked)).toBe('2026-11-20')
  expect(booked).toEqual(at(expected))
})
