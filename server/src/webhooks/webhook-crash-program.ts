import { manualClock } from '../platform/clock.ts'
import { openPoster, openWorker } from './webhook-harness.ts'

/** A process that sends what is due and stops for ever at a named point, so that it can be killed there. */
const [connectionString = '', point = '', now = ''] = process.argv.slice(2)
const poster = openPoster()
const clock = manualClock(new Date(now))

const worker = await openWorker(connectionString, clock, 'crashing', {
  async post(request) {
    if (point === 'after-post') await poster.post(request)
    process.stdout.write('reached\n')
    return new Promise<never>(() => undefined)
  },
})
worker.start()
setInterval(() => undefined, 1_000)
