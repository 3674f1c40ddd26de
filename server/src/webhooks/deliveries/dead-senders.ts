import type { Platform } from '../../platform/feature.ts'
import { createDeadWorkers, DEAD_AFTER_MS } from '../../platform/jobs/dead-workers.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { findSender } from './delivery-store.ts'

/** Twice this, and a sweep, is how long the deliveries of a dead worker wait. */
const LOOK_MS = DEAD_AFTER_MS
/** How long the result of a look is used: a worker that lost its connection may be back since. */
const FRESH_MS = 2 * LOOK_MS
/** Those that have waited longest; a dead worker found at one of them is dead for all. */
const ENDPOINTS_MAX = 20

/** The workers whose leases are void because they died. */
export interface DeadSenders {
  ids(): readonly string[]
  /** Looks who sends the earliest deliveries of the first endpoints; does nothing when it looked just now. */
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
