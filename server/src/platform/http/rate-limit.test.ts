import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import { assertWithinRate, createRateLimit } from './rate-limit.ts'

const START = new Date('2026-11-21T06:00:00Z')

test('a key gets its burst, then its rate, and another key is not affected', () => {
  const clock = manualClock(START)
  const limit = createRateLimit({ clock, perSecond: 25, burst: 100 })
  const taken = (key: string, times: number): number =>
    Array.from({ length: times }, () => limit.take(key)).filter(({ allowed }) => allowed).length
  expect(taken('a', 150)).toBe(100)
  expect(taken('b', 1)).toBe(1)
  clock.advance({ seconds: 1 })
  expect(taken('a', 50)).toBe(25)
  clock.advance({ hours: 1 })
  expect(taken('a', 150)).toBe(100)
})

test('a refused call costs nothing: a caller that waits for Retry-After is served', () => {
  const clock = manualClock(START)
  const limit = createRateLimit({ clock, perSecond: 1, burst: 1 })
  limit.take('a')
  for (let call = 0; call < 50; call += 1) expect(limit.take('a').allowed).toBe(false)
  clock.advance({ seconds: limit.take('a').retryAfterSeconds })
  expect(limit.take('a').allowed).toBe(true)
})

test('a clock that goes back does not change the allowance', () => {
  let now = START
  const clock = { ...manualClock(START), now: () => now }
  const limit = createRateLimit({ clock, perSecond: 10, burst: 2 })
  limit.take('a')
  now = new Date(START.getTime() - 60_000)
  expect(limit.take('a').remaining).toBe(0)
})

test('the memory is bounded, and the least recently used key is evicted first', () => {
  const clock = manualClock(START)
  const limit = createRateLimit({ clock, perSecond: 1, burst: 1, bucketsMax: 2 })
  limit.take('a')
  limit.take('b')
  limit.take('c')
  expect(limit.take('c').allowed).toBe(false)
  expect(limit.take('b').allowed).toBe(false)
  expect(limit.take('a').allowed).toBe(true)
})

test('the reply has the remaining allowance, even when it refuses', async () => {
  const clock = manualClock(START)
  const limit = createRateLimit({ clock, perSecond: 1, burst: 2 })
  const app = Fastify()
  app.get('/', async (_request, reply) => {
    assertWithinRate(limit, 'key', reply)
    return 'fine'
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send({ after: error.retryAfterSeconds })
    throw error
  })
  const first = await app.inject('/')
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '1',
  })
  await app.inject('/')
  const refused = await app.inject('/')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({ after: 1 })
  expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '2' })
})
