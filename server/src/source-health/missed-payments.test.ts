import { expect, test } from 'vitest'
import { HEARD_MIN, LATE_SECONDS, missesPayments, type ReportedPayment } from './missed-payments.ts'

const NOW = new Date('2026-11-20T07:30:00Z')
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)
const LONG_AGO = ago(86_400)

interface Payment {
  readonly seconds: number
  readonly rupees?: number
  /** Null: it did not report it. */
  readonly delay: number | null
}

const payment = ({ seconds, rupees = 500, delay }: Payment): ReportedPayment => ({
  amount: BigInt(rupees) * 100n,
  madeAt: ago(seconds),
  knownAt: ago(seconds),
  heardAt: delay === null ? null : ago(seconds - delay),
})
/** One a minute up to ten minutes ago, newest first: as the letters say, heard (h) or missed (m). */
const before = (letters: string, over: Partial<Payment> = {}): ReportedPayment[] =>
  [...letters].map((letter, n) =>
    payment({ seconds: 600 + 60 * n, delay: letter === 'h' ? 2 : null, ...over }),
  )
const HEARD = 'h'.repeat(HEARD_MIN)
const missed = (...seconds: number[]) => seconds.map((each) => payment({ seconds: each, delay: null }))
const silent = (payments: ReportedPayment[], over: { messageAt?: Date; watchingSince?: Date } = {}) =>
  missesPayments(payments, { messageAt: ago(600), watchingSince: LONG_AGO, now: NOW, ...over })

test('a source that reported all payments is silent after it misses two', () => {
  expect(silent([...missed(LATE_SECONDS, 200), ...before(HEARD)])).toBe(true)
  expect(silent([...missed(200), ...before(HEARD)])).toBe(false)
})

test('the second payment may still be on its way', () => {
  expect(silent([...missed(LATE_SECONDS - 1, 200), ...before(HEARD)])).toBe(false)
})

test('a source whose reports are often late gets more time', () => {
  const late = before(HEARD, { delay: 200 })
  expect(silent([...missed(299, 310), ...late])).toBe(false)
  expect(silent([...missed(300, 310), ...late])).toBe(true)
  // One of twenty that was late does not change the habit.
  const once = [payment({ seconds: 600, delay: 9000 }), ...before('h'.repeat(19))]
  expect(silent([...missed(200, 210), ...once])).toBe(true)
})

test('a source with few earlier reports is not judged', () => {
  expect(silent([...missed(200, 210, 220, 230), ...before(HEARD.slice(1))])).toBe(false)
  expect(silent(missed(200, 210, 220, 230))).toBe(false)
})

test('a source that reports less than half of the payments is not judged', () => {
  const gone = Array.from({ length: 60 }, (_, n) => 200 + n)
  expect(silent([...missed(...gone), ...before('hm'.repeat(12))])).toBe(true)
  expect(silent([...missed(...gone), ...before('hmm'.repeat(12))])).toBe(false)
})

test('a source is not expected to report payments below the smallest that it ever reported', () => {
  const small = [200, 210, 220, 230].map((seconds) => payment({ seconds, rupees: 99, delay: null }))
  const mixed = before(HEARD, { rupees: 100 })
  expect(silent([...small, ...mixed])).toBe(false)
  expect(silent([...small, ...missed(200, 210), ...mixed])).toBe(true)
  // Small ones among the others are no run of missed payments.
  expect(silent([...missed(200, 210), ...mixed.flatMap((each) => [each, ...small])])).toBe(true)
})

test.each([
  ['hhmhhhhmhhhh', 2, false],
  ['hhmhhhhmhhhh', 3, false],
  ['hhmhhhhmhhhh', 4, true],
  ['hmhmmhhhhmmhhhhhh', 5, false],
  ['hmhmmhhhhmmhhhhhh', 6, true],
  // An outage, once.
  ['hhhmmmmmmmmmmmmmmhhhhhhhhh', 2, true],
])('a source of %s that then misses %i payments: %s', (letters, count, expected) => {
  const gone = Array.from({ length: count }, (_, n) => 200 + n)
  expect(silent([...missed(...gone), ...before(letters)])).toBe(expected)
})

test('a source that sent anything since, or that the program could not hear, is not silent', () => {
  const payments = [...missed(200, 210), ...before(HEARD)]
  expect(silent(payments, { messageAt: ago(205) })).toBe(false)
  expect(silent(payments, { watchingSince: ago(205) })).toBe(false)
})

test('older payments that a statement reports now do not make a source silent', () => {
  const old = missed(200, 210).map((each) => ({ ...each, madeAt: ago(5000) }))
  expect(silent([...old, ...before(HEARD)])).toBe(false)
})
