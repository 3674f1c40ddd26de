import { MANY } from '../script-messages.ts'
import { timeLeft } from '../time-left.ts'
import * as messages from './messages.ts'
import { announce, main, shown } from './view.ts'

const SOON_SECONDS = 60
const LAST_SECONDS = 10

/** In monotonic time, so that a wrong or changing device clock does not matter. */
let deadline = 0
let lastSeconds = Infinity

export const leaves = (leftMs: number, atMs = performance.now()): void => {
  deadline = atMs + leftMs
}

const daysText = (days: number): string =>
  days === 1 ? messages.oneDay : messages.manyDays.replace(MANY, `${days}`)

export const leftMs = (): number => deadline - performance.now()

/** Hides an expired code even when the server cannot be reached. */
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

/** Starts the countdown of a new view. A page that opens with less than a minute left does not announce the last minute. */
export const restart = (atMs?: number): void => {
  leaves(Number(shown().left ?? 0), atMs)
  lastSeconds = Math.ceil(leftMs() / 1000)
  draw()
}
