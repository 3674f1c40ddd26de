import { manualClock } from '../platform/clock.ts'
import { postWebhook } from './post-webhook.ts'
import { openWorker } from './webhook-harness.ts'

/** A process that sends what is due and stops for ever at a named point, so that it can be killed there. */
const [connectionString = '', point = '', now = ''] = process.argv.slice(2)
const post = postWebhook({ allowPrivate: true })
const clock = manualClock(new Date(now))

const worker = await openWorker(connectionString, clock, 'crashing', {
  async post(request) {
    if (point === 'after-post') await post(request)
    process.stdout.write('reached\n')
    return new Promise<never>(() => undefined)
  },
})
worker.start()
process.stdin.resume()
