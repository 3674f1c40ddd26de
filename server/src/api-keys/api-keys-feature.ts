import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { failureLogger } from '../platform/log.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { type Authenticators, createAuthenticators } from './authenticate.ts'
import { countLargeBodies } from './count-large-bodies.ts'
import { deleteOldKeys } from './delete-ended-keys.ts'
import { createRequestLog, deleteOldRequests } from './request-log.ts'
import { requestLogRoutes } from './request-log-routes.ts'
import { watchKeyCalls } from './watch-key-calls.ts'

const KEY_USE_MS = 30_000
const REQUESTS_MS = 1_000
const RETENTION_MS = 3_600_000

/** API keys, the authentication of every call, and the request log. */
export const apiKeysFeature = (deps: Platform): Feature & { readonly authenticate: Authenticators } => {
  const authenticate = createAuthenticators(deps)
  const requestLog = createRequestLog({ ...deps, onError: failureLogger(deps.log, 'request log') })
  const recordUsedKeys = async () => {
    await authenticate.recordUsedKeys()
    return { more: false }
  }
  // These wait in the memory of this process, so every process writes its own, whatever its role.
  const writers = [
    createSweep(deps, { name: 'merchants.note_used_keys', everyMs: KEY_USE_MS, work: recordUsedKeys }),
    createSweep(deps, { name: 'merchants.write_requests', everyMs: REQUESTS_MS, work: requestLog.write }),
  ]
  for (const writer of writers) writer.start()
  return {
    authenticate,
    routes(http) {
      http.decorate('authenticate', authenticate)
      watchKeyCalls(http, { authenticate, requestLog })
      countLargeBodies(http, authenticate)
      apiKeyRoutes(http, deps)
      requestLogRoutes(http, deps)
    },
    sweeps: [
      createSweep(deps, {
        name: 'keys.delete_ended',
        everyMs: RETENTION_MS,
        work: () => deleteOldKeys(deps),
      }),
      createSweep(deps, {
        name: 'merchants.delete_old_requests',
        everyMs: RETENTION_MS,
        async work() {
          await deleteOldRequests(deps)
          return { more: false }
        },
      }),
    ],
    async stop() {
      for (const writer of writers) await writer.stop()
      await requestLog.write()
      await authenticate.recordUsedKeys()
    },
  }
}
