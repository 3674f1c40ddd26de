import { setTimeout as pause } from 'node:timers/promises'
import { COUNTER_EVENTS_PATH, type CounterState } from '@galla/contract/counters/counter-screen'
import { call, dataOf } from '../call.ts'
import { openEventStream } from '../event-stream.ts'
import type { Galla } from '../galla-process.ts'
import { registerMerchant } from '../merchants.ts'
import { percentile } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'

const PAYMENTS = 100
/** A device may call ten times a second. */
const PAYMENT_EVERY_MS = 100
const WARM_UP_PAYMENTS = 20
const SPEECH_MS_GOAL = 2_000
const HEARD_MS_MAX = 10_000
/** Addresses that no other merchant of the bench uses. */
const MERCHANT = 1_000
const PIN = '4711'
/** The screen asks for the news of so long. */
const NEWS_MS = 120_000

/** Measures the device of a counter: it listens to the stream and reads the state; when the state has a payment, the screen starts to speak. */
export const measureCounterSpeech = async ({ origin }: Galla): Promise<Chapter> => {
  const { staticLink, cookie } = await openCounter(origin)
  const heard = new Map<number, number>()
  let isReading = false
  let isOld = false
  /** One request at a time, as on the screen. */
  const read = async (): Promise<void> => {
    isOld = true
    if (isReading) return
    isReading = true
    while (isOld) {
      isOld = false
      const since = encodeURIComponent(new Date(Date.now() - NEWS_MS).toISOString())
      const state = await call(origin, `/api/v1/counter?since=${since}`, { headers: { cookie } })
      const now = performance.now()
      for (const { amount } of dataOf<CounterState>(state).news) heard.set(amount, heard.get(amount) ?? now)
    }
    isReading = false
  }
  const path = `/api/v1${COUNTER_EVENTS_PATH}`
  const stream = await openEventStream(origin, { path, headers: { cookie } }, 'changed', () => void read())
  const waits: number[] = []
  for (let n = 1; n <= WARM_UP_PAYMENTS + PAYMENTS; n += 1) {
    const startedMs = performance.now()
    await call(origin, '/api/v1/simulator/pay', { body: { upi: `${staticLink}&am=${n}.00` } })
    waits.push((await untilHeard(heard, n)) - startedMs)
    await pause(PAYMENT_EVERY_MS)
  }
  await stream.close()
  const counted = waits.slice(WARM_UP_PAYMENTS)
  const p95 = percentile(counted, 0.95)
  return {
    title: 'From the credit to the speech at the counter',
    how: `${PAYMENTS} payments to a printed QR, one after the other. A device hears the stream, reads its state, and has the payment whose sentence it starts. The commit lies within the call that pays, which is counted whole; the browser's voice is not measured here.`,
    figures: [
      {
        what: 'from the start of the payment to the start of its sentence, p95',
        goal: `< ${digits(SPEECH_MS_GOAL, 0)} ms`,
        measured: `${digits(p95, 1)} ms (p50 ${digits(percentile(counted, 0.5), 1)}, longest ${digits(percentile(counted, 1), 1)})`,
        met: p95 < SPEECH_MS_GOAL,
      },
    ],
  }
}

const openCounter = async (origin: string): Promise<{ staticLink: string; cookie: string }> => {
  const { headers } = await registerMerchant(origin, MERCHANT)
  const made = await call(origin, '/api/v1/user/counters', {
    body: { name: 'Front desk', pin: PIN },
    headers,
  })
  const { staticLink, loginUrl } = dataOf<{ staticLink: string; loginUrl: string }>(made)
  const token = new URL(loginUrl).hash.slice(1)
  const login = await call(origin, '/api/v1/counter/login', { body: { token, pin: PIN } })
  const cookie = String(login.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { staticLink, cookie }
}

const untilHeard = async (heard: ReadonlyMap<number, number>, amount: number): Promise<number> => {
  const untilMs = performance.now() + HEARD_MS_MAX
  while (performance.now() < untilMs) {
    const ms = heard.get(amount)
    if (ms !== undefined) return ms
    await pause(1)
  }
  throw new Error(`a payment was not heard after ${HEARD_MS_MAX} ms`)
}
