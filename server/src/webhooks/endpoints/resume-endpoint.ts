import { Refusal } from '../../platform/refusal.ts'
import type { EndpointKey } from './endpoint.ts'
import { listMissed, lockEndpointHealth } from './endpoint-health-store.ts'
import { clearFailures, type EndpointStoreDeps, findEndpoint, resumeDeliveries } from './endpoint-store.ts'
import { createEndpointWalk } from './walk-endpoints.ts'

/** Ends a pause without a new URL, after the receiver was fixed. Waiting deliveries are sent at once. */
export const resumeEndpoint = (deps: EndpointStoreDeps, key: EndpointKey): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { url } = await findEndpoint(deps, key, tx)
    if (url === null) throw new Refusal('no_webhook_url')
    await clearFailures(tx, key)
    await resumeDeliveries(tx, key, deps.clock.now())
    tx.afterCommit(() => deps.wakeDeliveries(key))
  })

/**
 * Resumes paused deliveries of endpoints that are not paused: those of a transaction that saw the pause and committed after its end,
 * and those that a resume left because they were too many.
 */
export const createMissedResumer = (deps: Pick<EndpointStoreDeps, 'db' | 'clock' | 'wakeDeliveries'>) => {
  const walk = createEndpointWalk(deps.db)

  const resume = (key: EndpointKey): Promise<void> =>
    deps.db.transaction(async (tx) => {
      const endpoint = await lockEndpointHealth(tx, key)
      if (endpoint === undefined || endpoint.url === null || endpoint.pauseReason !== null) return
      await resumeDeliveries(tx, key, deps.clock.now())
      tx.afterCommit(() => deps.wakeDeliveries(key))
    })

  return async (): Promise<{ more: boolean }> => {
    const missed = await walk((after, to, max) => listMissed(deps.db, after, to, max))
    for (const key of missed) await resume(key)
    return { more: false }
  }
}
