import type { EndpointKey } from './endpoint.ts'
import { findWalkEnd, listMissed, lockEndpointHealth } from './endpoint-health-store.ts'
import { type EndpointStoreDeps, resumeDeliveries } from './endpoint-store.ts'

/** Endpoints that one run steps through; the next one continues after them. */
const WALK_MAX = 1_000

const WALK_START = { merchantId: '', mode: '' }

/**
 * Resumes paused deliveries of endpoints that are not paused: those of a transaction that saw the pause and committed after its end,
 * and those that a resume left because they were too many.
 */
export const createMissedResumer = (deps: Pick<EndpointStoreDeps, 'db' | 'clock' | 'wakeDeliveries'>) => {
  let walkAfter: { readonly merchantId: string; readonly mode: string } = WALK_START

  const resume = (key: EndpointKey): Promise<void> =>
    deps.db.transaction(async (tx) => {
      const [endpoint] = await lockEndpointHealth(tx, [key])
      if (endpoint === undefined || endpoint.url === null || endpoint.pauseReason !== null) return
      await resumeDeliveries(tx, key, deps.clock.now())
      tx.afterCommit(() => deps.wakeDeliveries(key))
    })

  return async (): Promise<{ more: boolean }> => {
    const end = await findWalkEnd(deps.db, walkAfter, WALK_MAX)
    const missed = await listMissed(deps.db, walkAfter, end, WALK_MAX)
    walkAfter = end ?? WALK_START
    for (const key of missed) await resume(key)
    return { more: false }
  }
}
