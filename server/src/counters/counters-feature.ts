import type { Feature, Platform } from '../platform/feature.ts'
import { createCounterEvents } from './counter-events.ts'
import { counterRoutes } from './counter-routes.ts'
import type { SellDeps } from './sell-at-counter.ts'

export interface CountersFeatureDeps extends Platform {
  readonly selling: SellDeps
}

/** The counters of a shop: their printed QR, the screen beside it, and what its cashier may do. */
export const countersFeature = (deps: CountersFeatureDeps): Feature => {
  const { clock, feed } = deps
  const events = createCounterEvents(clock)
  feed.onChange((ids) => ids.forEach(events.changed))
  feed.onReset(events.allMayHaveChanged)
  return {
    routes(http) {
      counterRoutes(http, { ...deps, events, changed: feed.announce })
      // A server waits for its connections to end, and these do not end by themselves.
      http.addHook('preClose', async () => events.close())
    },
  }
}
