import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createSweep, type Sweep } from '../jobs/sweep.ts'
import type { Log } from '../log.ts'
import { recordListening } from './listening-store.ts'

const LISTENING_MS = 15_000

/** Records regularly that this process takes requests. */
export const createListening = (deps: {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}): Sweep =>
  createSweep(deps, {
    name: 'http.listening',
    everyMs: LISTENING_MS,
    work: async () => {
      await recordListening(deps.db, deps.clock.now())
      return { more: false }
    },
  })
