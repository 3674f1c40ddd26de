import { describe, expect, test } from 'vitest'
import { type Alert, type AlertCredit, parseAlert } from './alert.ts'
import { isUpiSender } from './bank-header.ts'
import {
  BANKS_OF_CORPUS,
  beginningsOf,
  CORPUS,
  type CorpusMessage,
  MUTATIONS,
  messageOf,
  paiseOf,
} from './corpus-harness.ts'
import { MAY_SETTLE } from './rail.ts'
import { trustedCredit } from './trusted-alert.ts'

const UPI_READ_MIN = 0.98
const REASONS_RIGHT_MIN = 0.88

const shown = (message: CorpusMessage, how: string): string =>
  `${message.shape} (${how}): ${message.title ?? ''} ${message.text}`

/** Why a reading of a message would be a wrong credit; undefined where it is right, or no credit. */
const wrongCredit = (message: CorpusMessage, read: Alert | AlertCredit | undefined): string | undefined => {
  if (read?.kind !== 'credit') return undefined
  const { ignored, rail = 'unknown', amount = '0.00', utr } = message.is
  if (ignored !== undefined) return `a credit of ${ignored}`
  if (MAY_SETTLE[read.rail] !== 'never' && MAY_SETTLE[rail] === 'never')
    return `${read.rail} instead of ${rail}`
  if (read.rail === 'upi' && rail !== 'upi') return `upi instead of ${rail}`
  if (read.amount !== paiseOf(amount)) return `${read.amount} paise instead of ${amount}`
  return read.utr === undefined || read.utr === utr ? undefined : `reference ${read.utr} instead of ${utr}`
}

const wrongOf = (message: CorpusMessage, text: string, how: string): string[] => {
  const mutated = { ...messageOf(message), text }
  const readings = [parseAlert(mutated, message.sender), trustedCredit(mutated, message.sender)]
  return readings.flatMap((reading) => {
    const why = wrongCredit(message, reading)
    return why === undefined ? [] : [`${why}: ${shown({ ...message, text }, how)}`]
  })
}

test('the corpus has 1,000 messages of 45 banks and apps in 300 shapes, each labelled', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(1000)
  expect(new Set(CORPUS.map(({ shape }) => shape)).size).toBeGreaterThanOrEqual(300)
  expect(BANKS_OF_CORPUS.length).toBeGreaterThanOrEqual(45)
  expect([...new Set(CORPUS.map(({ bank }) => bank))].sort()).toEqual(
    BANKS_OF_CORPUS.map(({ id }) => id).sort(),
  )
  for (const message of CORPUS)
    expect(message.is.ignored === undefined, message.text).toBe(message.is.amount !== undefined)
})

describe('no message is read as a wrong credit', () => {
  test('as it was sent', () => {
    expect(CORPUS.flatMap((message) => wrongOf(message, message.text, 'as sent'))).toEqual([])
  })

  test.each(Object.entries(MUTATIONS))('when %s', (how, mutate) => {
    expect(CORPUS.flatMap((message) => wrongOf(message, mutate(message.text), how))).toEqual([])
  })

  // The words that make a reversal of a payment may be cut off; then it cannot be recognized.
  test('wherever a payment is cut', () => {
    const payments = CORPUS.filter(({ is }) => is.ignored === undefined)
    const shapes = new Map(payments.map((message) => [message.shape, message]))
    const wrong = [...shapes.values()].flatMap((message) =>
      beginningsOf(message.text).flatMap((text) => {
        const credit = parseAlert({ ...messageOf(message), text }, message.sender)
        const isAmountWrong =
          credit.kind === 'credit' &&
          message.is.amount !== undefined &&
          credit.amount !== paiseOf(message.is.amount)
        const isUtrWrong =
          credit.kind === 'credit' && credit.utr !== undefined && credit.utr !== message.is.utr
        const trusted = wrongCredit(message, trustedCredit({ ...messageOf(message), text }, message.sender))
        return isAmountWrong || isUtrWrong || trusted ? [shown({ ...message, text }, trusted ?? 'cut')] : []
      }),
    )
    expect(wrong).toEqual([])
  })
})

test('at least 98 % of UPI credits are read with amount, reference and payer', () => {
  const credits = CORPUS.filter(({ is }) => is.rail === 'upi' && is.ignored === undefined)
  const missed = credits.filter((message) => {
    const { amount = '', utr, payerVpa, payerName } = message.is
    const read = parseAlert(messageOf(message), message.sender)
    if (read.kind !== 'credit' || read.rail !== 'upi') return true
    const isPayerRight =
      payerVpa === undefined
        ? payerName === undefined || read.payerName === payerName
        : read.payerVpa === payerVpa
    return read.amount !== paiseOf(amount) || read.utr !== utr || !isPayerRight
  })
  expect(
    1 - missed.length / credits.length,
    missed.map((message) => shown(message, 'missed')).join('\n'),
  ).toBeGreaterThanOrEqual(UPI_READ_MIN)
})

test('exactly the one-time passwords are recognized as such', () => {
  const mutations = Object.entries({ 'as sent': (text: string) => text, ...MUTATIONS })
  const wrong = CORPUS.flatMap((message) =>
    mutations.flatMap(([how, mutate]) => {
      const text = mutate(message.text)
      const read = parseAlert({ ...messageOf(message), text }, message.sender)
      const isSecret = read.kind === 'ignored' && read.because === 'otp'
      return isSecret === (message.is.ignored === 'otp') ? [] : [shown({ ...message, text }, how)]
    }),
  )
  expect(wrong).toEqual([])
})

test('most messages that are not payments are ignored for the right reason', () => {
  const others = CORPUS.filter(({ is }) => is.ignored !== undefined)
  const right = others.filter((message) => {
    const read = parseAlert(messageOf(message), message.sender)
    return read.kind === 'ignored' && read.because === message.is.ignored
  })
  expect(right.length / others.length).toBeGreaterThanOrEqual(REASONS_RIGHT_MIN)
})

test('a reading contains the words that it is based on, and none of a one-time password', () => {
  for (const message of CORPUS) {
    const read = parseAlert(messageOf(message), message.sender)
    const words = read.directionWords ?? ''
    if (read.kind === 'credit') {
      expect(words, message.text).not.toBe('')
      const isRailSaid = read.railWords !== undefined || isUpiSender(message.sender ?? '')
      expect(isRailSaid, message.text).toBe(read.rail !== 'unknown')
    }
    if (message.is.ignored === 'otp') expect(words, message.text).toBe('')
  }
})
