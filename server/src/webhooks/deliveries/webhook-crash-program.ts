import { manualClock, systemClock } from '../../platform/clock.ts'
import { openWorker } from '../endpoints/webhook-harness.ts'
import type { DeliveriesDeps } from './deliveries.ts'
import { postWebhook } from './send-delivery.ts'

/** A process that sends what is due and stops for ever at a named point, so that it can be killed there. Without a point it goes on. */
const [connectionString = '', point = '', now = '', together = '1'] = process.argv.slice(2)
const post = postWebhook({ allowPrivate: true })
const clock = now === '' ? systemClock : manualClock(new Date(now))

const forEver = (): Promise<never> => {
  process.stdout.write('reached\n')
  return new Promise<never>(() => undefined)
}

/** The number of answers that arrive at the same moment, and so are recorded together. */
let answers = 0
let release = (): void => undefined
const allAnswered = new Promise<void>((resolve) => {
  release = resolve
})

const stopping: Partial<DeliveriesDeps> = {
  async post(request) {
    if (point === 'before-post') return forEver()
    const result = await post(request)
    if (point === 'after-post') return forEver()
    answers += 1
    if (answers === Number(together)) release()
    await allAnswered
    return result
  },
  // The last of what is written down when an endpoint is gone; nothing is committed yet.
  addJob: forEver,
}

const worker = await openWorker(connectionString, clock, point === '' ? {} : stopping)
worker.start()
process.stdin.resume()
