import type { Platform } from '../../platform/feature.ts'
import { createDeadWorkers, DEAD_AFTER_MS } from '../../platform/jobs/dead-workers.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { findSender } from './delivery-store.ts'

/** The deliveries of a dead worker wait for at most twice this time, plus one sweep. */
const LOOK_MS = DEAD_AFTER_MS
/** For how long a result is used. Later, a worker that only lost its connection may be back. */
const FRESH_MS = 2 * LOOK_MS
/** Only the endpoints that have waited longest are checked: a dead worker that is found there is dead for all endpoints. */
const ENDPOINTS_MAX = 20

/** The workers whose leases are void because they died. */
export interface DeadSenders {
  ids(): readonly string[]
  /** Checks the senders of the earliest deliveries of the first endpoints; does nothing if the last check was just now. */
  look(endpoints: readonly EndpointKey[]): Promise<void>
}

export const createDeadSenders = (deps: Pick<Platform, 'db' | 'clock' | 'workerId'>): DeadSenders => {
  const { db, clock } = deps
  const workers = createDeadWorkers(deps)
  let dead: readonly string[] = []
  let lookedAtMs = Number.NEGATIVE_INFINITY
  return {
    ids: () => (clock.now().getTime() < lookedAtMs + FRESH_MS ? dead : []),
    async look(endpoints) {
      const now = clock.now()
      if (now.getTime() < lookedAtMs + LOOK_MS) return
      lookedAtMs = now.getTime()
      const senders = new Set<string>()
      for (const endpoint of endpoints.slice(0, ENDPOINTS_MAX)) {
        const sender = await findSender(db, endpoint, now)
        if (sender !== undefined) senders.add(sender)
      }
      dead = await workers.confirm(db, [...senders])
    },
  }
}
