import pg from 'pg'
import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { SilentDatabaseError } from './database-connection.ts'
import { databaseRefusal } from './database-errors.ts'
import { quietOutages } from './quiet-outages.ts'

interface Line {
  readonly level: string
  readonly msg: string
  readonly count?: number
  readonly durationMs?: number
}

const start = () => {
  const clock = manualClock(new Date('2026-11-23T06:00:00Z'))
  const lines: Line[] = []
  const log = createLog({ level: 'info', write: (line) => void lines.push(JSON.parse(line)) })
  return { clock, lines, log: quietOutages(log, clock) }
}

const stateError = (code: string): Error =>
  Object.assign(new pg.DatabaseError('of the database', 1, 'error'), { code })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('an outage is one line when it starts and one when it is over, whatever failed meanwhile', () => {
  const { clock, lines, log } = start()
  const failures = [
    stateError('57P01'),
    new SilentDatabaseError(),
    databaseRefusal(stateError('25006')),
    databaseRefusal(new Error('Connection terminated unexpectedly')),
    new Refusal('overloaded', { msg: 'Not ready', cause: databaseRefusal(refused) }),
    new Error('timeout expired', { cause: databaseRefusal(refused) }),
    new AggregateError([stateError('57P01')], 'replays could not go on'),
  ]
  for (let n = 0; n < 20; n += 1) {
    for (const error of failures) log.error('a sweep failed', { sweep: 'orders.expire', error })
    clock.advance({ seconds: 1 })
  }
  expect(lines).toMatchObject([{ level: 'error', msg: 'the database is unavailable' }])
  clock.advance({ seconds: 20 })
  expect(lines.slice(1)).toMatchObject([
    {
      level: 'warn',
      msg: 'the database is available again',
      count: 20 * failures.length,
      durationMs: 19_000,
    },
  ])
  log.warn('request refused', { error: stateError('57P03') })
  expect(lines.slice(2)).toMatchObject([{ level: 'error', msg: 'the database is unavailable' }])
})

test('every other failure is logged as ever, during an outage too', () => {
  const { lines, log } = start()
  log.error('a sweep failed', { error: stateError('57P01') })
  for (const error of [refused, stateError('23505'), new Refusal('internal'), new TypeError('x'), undefined])
    log.warn('a job failed', { job: 'mail', error })
  log.info('stopping', { signal: 'SIGTERM' })
  expect(lines.slice(1).map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    ...Array.from({ length: 5 }, () => 'warn a job failed'),
    'info stopping',
  ])
})
