import { Refusal } from '../../platform/refusal.ts'
import type { EndpointKey } from './endpoint.ts'
import { type EndpointStoreDeps, findEndpoint, forgetFailures, resumeDeliveries } from './endpoint-store.ts'

/** Ends a pause without a new URL: the receiver was mended. What waited is sent at once. */
export const resumeEndpoint = (deps: EndpointStoreDeps, key: EndpointKey): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { url } = await findEndpoint(deps, key, tx)
    if (url === null) throw new Refusal('no_webhook_url')
    await forgetFailures(tx, key)
    await resumeDeliveries(tx, key, deps.clock.now())
    tx.afterCommit(() => deps.wakeDeliveries(key))
  })
