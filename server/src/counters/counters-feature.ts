import { z } from 'zod'
import { WALK_IN_JOB } from '../ledger/decide-credit.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { createCounterEvents } from './counter-events.ts'
import { counterRoutes } from './counter-routes.ts'
import { deleteOldCounters } from './manage-counters.ts'
import { COUNTER_LOGIN_JOB, notifyCounterLogin } from './record-counter-login.ts'
import { type SellDeps, sellWalkIn } from './sell-at-counter.ts'

const walkIn = z.object({ merchantId: z.string(), creditId: z.string() })

const RETENTION_MS = 3_600_000

export interface CountersFeatureDeps extends Platform {
  readonly selling: SellDeps
}

/** The counters of a shop, their printed QRs and their screens. */
export const countersFeature = (deps: CountersFeatureDeps): Feature => {
  const { clock, feed } = deps
  const events = createCounterEvents(clock)
  feed.onChange((ids) => ids.forEach(events.changed))
  feed.onReset(events.allMayHaveChanged)
  return {
    jobs: {
      [COUNTER_LOGIN_JOB]: (payload, job) =>
        notifyCounterLogin({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
      [WALK_IN_JOB]: (payload) => sellWalkIn(deps.selling, walkIn.parse(payload)),
    },
    sweeps: [
      createSweep(deps, {
        name: 'counters.delete_closed',
        everyMs: RETENTION_MS,
        work: () => deleteOldCounters(deps),
      }),
    ],
    routes(http) {
      counterRoutes(http, { ...deps, events, changed: feed.announce })
      // The server waits for open connections, and event streams end only when they are closed.
      http.addHook('preClose', async () => events.close())
    },
  }
}
