import { MANY } from '../script-messages.ts'
import { timeLeft } from '../time-left.ts'
import { announce, main, messages, shown } from './view.ts'

const SOON_SECONDS = 60
const LAST_SECONDS = 10

/** On the clock that only grows: a device whose time is wrong or is being set still counts right. */
let deadline = 0
let lastSeconds = Infinity

export const leaves = (leftMs: number, atMs = performance.now()): void => {
  deadline = atMs + leftMs
}

const daysText = (days: number): string =>
  days === 1 ? messages.oneDay : messages.manyDays.replace(MANY, `${days}`)

export const leftMs = (): number => deadline - performance.now()

/** A code that is over must not be scanned any more, even while the server can't be reached. */
export const draw = (): void => {
  const left = leftMs()
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const clock = main().querySelector('[data-clock]')
  if (!clock) return
  clock.textContent = timeLeft(seconds, daysText)
  const bar = main().querySelector('progress')
  if (bar) bar.value = seconds
  main().classList.toggle('soon', seconds <= SOON_SECONDS)
  if (lastSeconds > SOON_SECONDS && seconds <= SOON_SECONDS && seconds > LAST_SECONDS)
    announce(messages.minuteLeft)
  if (lastSeconds > LAST_SECONDS && seconds <= LAST_SECONDS && seconds > 0) announce(messages.secondsLeft)
  lastSeconds = seconds
}

/** A new view brings its own time. A page that was just opened at 0:40 announces nothing about a minute. */
export const restart = (atMs?: number): void => {
  leaves(Number(shown().left ?? 0), atMs)
  lastSeconds = Math.ceil(leftMs() / 1000)
  draw()
}
