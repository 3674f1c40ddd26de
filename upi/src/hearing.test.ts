import { expect, test } from 'vitest'
import type { AlertCredit } from './alert.ts'
import {
  CORPUS,
  COUNTED_SHAPES,
  type CorpusMessage,
  channelOf,
  messageOf,
  paiseOf,
  SOURCES_MIN,
  sourcesOf,
  withAmount,
} from './corpus-harness.ts'
import { MAY_SETTLE } from './rail.ts'
import { isTrustedSender, trustedCredit } from './trusted-alert.ts'
import { sendsEmailAlerts, trustedEmailCredit } from './trusted-email.ts'

/** A lowered amount, at which no bank is silent. */
const AMOUNT = '812.37'
const HEARD_MIN = 0.95

const CREDITS = CORPUS.filter(
  ({ is, bank }) =>
    is.amount !== undefined && MAY_SETTLE[is.rail ?? 'unknown'] !== 'never' && bank !== 'various',
)
const readAt = (message: CorpusMessage, amount: string): AlertCredit | undefined => {
  const changed = withAmount(message, amount)
  const { bank, channel, sender, title = null, text } = changed
  return channel === 'email'
    ? trustedEmailCredit({ subject: title, text }, bank, sender)
    : trustedCredit(messageOf(changed), sender)
}

/** Whether the amount settles its order by itself: with its UTR, or where the account is named, by its digits or the app. */
const isHeard = (message: CorpusMessage): boolean => {
  const credit = readAt(message, AMOUNT)
  return (
    credit?.amount === paiseOf(AMOUNT) &&
    (credit.utr !== undefined || credit.accountDigits !== undefined || message.channel === 'app')
  )
}

const shownBy = ({ shape }: CorpusMessage): string => {
  const n = sourcesOf(shape)
  return n >= SOURCES_MIN ? 'two sources' : n === 1 ? 'one source' : 'our own'
}
const share = (messages: readonly CorpusMessage[]): string =>
  `${messages.filter(isHeard).length} of ${messages.length}`

const ofTwoSources = (channel: RegExp) =>
  CREDITS.filter((message) => channel.test(channelOf(message)) && sourcesOf(message.shape) >= SOURCES_MIN)

test('what is heard, by channel and sources', () => {
  const rows = [...Map.groupBy(CREDITS, (message) => `${channelOf(message)}, ${shownBy(message)}`)].sort()
  const unheard = new Set(
    CREDITS.filter((m) => sourcesOf(m.shape) >= SOURCES_MIN && !isHeard(m)).map(({ shape }) => shape),
  )
  console.info(
    [...rows.map(([row, all]) => `${row}: ${share(all)}`), `never: ${[...unheard].join(', ')}`].join('\n'),
  )
  expect(
    CREDITS.filter(
      (message) =>
        !withAmount(message, AMOUNT)
          .text.normalize('NFKC')
          .concat(withAmount(message, AMOUNT).title?.normalize('NFKC') ?? '')
          .includes(AMOUNT),
    ).map(({ text }) => text),
  ).toEqual([])
})

test.each([
  ['SMS and business apps', /registered|business/],
  ['e-mails', /e-mail/],
])('of the %s that two sources show, at least 95 % are heard without a person', (_what, channel) => {
  const all = ofTwoSources(channel)
  expect(new Set(all.map(({ shape }) => shape)).size).toBeGreaterThanOrEqual(8)
  const heard = all.filter(isHeard)
  const missed = new Set(all.filter((message) => !isHeard(message)).map(({ text }) => text))
  expect(heard.length / all.length, [...missed].join('\n')).toBeGreaterThanOrEqual(HEARD_MIN)
})

test('no message gives an amount, a reference or a rail that it does not report, at any amount', () => {
  const wrong = CORPUS.flatMap((message) => {
    const amount = message.is.amount === undefined ? undefined : AMOUNT
    const credit = readAt(message, AMOUNT)
    if (credit === undefined) return []
    const isRight =
      amount !== undefined &&
      credit.amount === paiseOf(amount) &&
      (credit.utr ?? message.is.utr) === message.is.utr &&
      (credit.rail === 'unknown' || credit.rail === message.is.rail) &&
      MAY_SETTLE[message.is.rail ?? 'unknown'] !== 'never'
    return isRight ? [] : [message.text]
  })
  expect(wrong).toEqual([])
})

test('only what two sources show settles an order by a beginning or an app; one source waits', () => {
  const shapes = new Set(CORPUS.map(({ shape }) => shape))
  expect(COUNTED_SHAPES.filter((shape) => !shapes.has(shape))).toEqual([])
  const apps = CREDITS.filter(({ channel, shape }) => channel === 'app' && sourcesOf(shape) < SOURCES_MIN)
  expect(apps.length).toBeGreaterThan(10)
  for (const message of apps) expect(readAt(message, AMOUNT), message.text).toBeUndefined()
  for (const app of [
    'com.phonepe.app.business',
    'com.paytm.business',
    'com.bharatpe.app.fake',
    'com.phonepe.app.business.fake',
  ])
    expect(isTrustedSender(app)).toBe(false)
  expect(sendsEmailAlerts('icici', 'customernotification@icicibank.com')).toBe(false)
})
