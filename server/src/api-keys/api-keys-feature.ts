import * as calls from '@galla/contract/api-keys/api-keys'
import { listApiRequests } from '@galla/contract/api-keys/api-requests'
import type { FastifyInstance } from 'fastify'
import type { CheckPasswordDeps } from '../merchants/check-password.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { failureLogger } from '../platform/log.ts'
import { type Authenticators, createAuthenticators } from './authenticate.ts'
import {
  addKey,
  deleteOldKeys,
  endKey,
  restrictKey,
  revealMainKey,
  setShownOnce,
  showKeys,
} from './further-keys.ts'
import type { KeyDeps } from './main-keys.ts'
import { createRequestLog, deleteRequestsByAge, type RequestLogDeps, readRequests } from './request-log.ts'
import { countLargeBodies, watchKeyCalls } from './watch-key-calls.ts'

interface ApiKeyRouteDeps extends KeyDeps, CheckPasswordDeps {}

const apiKeyRoutes = (app: FastifyInstance, deps: ApiKeyRouteDeps): void => {
  bind(app, calls.listApiKeys, async ({ caller }) => ({ data: await showKeys(deps, caller) }))
  bind(app, calls.createApiKey, async ({ caller, body }) => ({
    msg: 'API key made',
    data: await addKey(deps, caller, body),
  }))
  bind(app, calls.revokeApiKey, async ({ caller, params }) => ({
    msg: 'API key revoked',
    data: await endKey(deps, caller, params.id),
  }))
  bind(app, calls.setKeyAddresses, async ({ caller, params, body }) => ({
    msg: 'Allowed addresses saved',
    data: await restrictKey(deps, caller, params.id, body.addresses),
  }))
  bind(app, calls.setKeySettings, async ({ caller, body: { showOnce, password } }) => ({
    msg: showOnce ? 'Your key is shown only once from now on' : 'Your key is shown again',
    data: { showOnce: await setShownOnce(deps, caller, showOnce, password) },
  }))
  bind(app, calls.revealApiKey, async ({ caller, body }) => ({
    data: { apiKey: await revealMainKey(deps, caller, body.password) },
  }))
}

const requestLogRoutes = (app: FastifyInstance, deps: RequestLogDeps): void => {
  bind(app, listApiRequests, ({ caller, query }) => readRequests(deps, caller, query))
}

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
      authenticate.forgetEndedSessions(http)
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
        work: () => deleteRequestsByAge(deps),
      }),
    ],
    async stop() {
      for (const writer of writers) await writer.stop()
      await requestLog.write()
      await authenticate.recordUsedKeys()
    },
  }
}
