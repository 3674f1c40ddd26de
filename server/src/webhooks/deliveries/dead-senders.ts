import type { Platform } from '../../platform/feature.ts'
import { findDeadWorkers } from '../../platform/jobs/dead-workers.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { findSender } from './delivery-store.ts'

/** Twice this, and a sweep, is how long the deliveries of a dead worker wait. */
const LOOK_MS = 1_500
/** How long what a look found counts. */
const FRESH_MS = 2 * LOOK_MS
/** Those that have waited longest; a dead worker found at one of them is dead for all. */
const ENDPOINTS_MAX = 20

/** The workers whose leases are void because they died. */
export interface DeadSenders {
  ids(): readonly string[]
  /** Looks who sends the earliest deliveries of the first endpoints; does nothing when it looked just now. */
  look(endpoints: readonly EndpointKey[]): Promise<void>
}

/** A worker is dead when two looks find it so: one that lost its connection to the database takes its lock again. */
export const createDeadSenders = ({
  db,
  clock,
  workerId,
}: Pick<Platform, 'db' | 'clock' | 'workerId'>): DeadSenders => {
  let dead: readonly string[] = []
  let suspects: readonly string[] = []
  let lookedAtMs = Number.NEGATIVE_INFINITY
  return {
    // A worker that lost its connection may be back since a look of long ago.
    ids: () => (clock.now().getTime() < lookedAtMs + FRESH_MS ? dead : []),
    async look(endpoints) {
      const now = clock.now()
      if (now.getTime() < lookedAtMs + LOOK_MS) return
      const wereDead = this.ids()
      lookedAtMs = now.getTime()
      const senders = new Set<string>()
      for (const endpoint of endpoints.slice(0, ENDPOINTS_MAX)) {
        const sender = await findSender(db, endpoint, now)
        if (sender !== undefined && sender !== workerId) senders.add(sender)
      }
      const gone = await findDeadWorkers(db, [...senders])
      dead = gone.filter((sender) => suspects.includes(sender) || wereDead.includes(sender))
      suspects = gone
    },
  }
}
