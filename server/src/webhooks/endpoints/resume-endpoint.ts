import { Refusal } from '../../platform/refusal.ts'
import type { EndpointKey } from './endpoint.ts'
import { clearFailures, type EndpointStoreDeps, findEndpoint, resumeDeliveries } from './endpoint-store.ts'

/** Ends a pause without a new URL, after the receiver was fixed. Waiting deliveries are sent at once. */
export const resumeEndpoint = (deps: EndpointStoreDeps, key: EndpointKey): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { url } = await findEndpoint(deps, key, tx)
    if (url === null) throw new Refusal('no_webhook_url')
    await clearFailures(tx, key)
    await resumeDeliveries(tx, key, deps.clock.now())
    tx.afterCommit(() => deps.wakeDeliveries(key))
  })
