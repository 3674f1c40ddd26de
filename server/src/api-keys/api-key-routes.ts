import * as calls from '@galla/contract/api-keys/api-keys'
import type { FastifyInstance } from 'fastify'
import type { KeyCaller, SessionCaller } from '../merchants/caller.ts'
import type { CheckPasswordDeps } from '../merchants/check-password.ts'
import { type Authenticate, bind } from '../platform/http/endpoint-binding.ts'
import { addKey, endKey, restrictKey, revealMainKey, setShownOnce, showKeys } from './further-keys.ts'
import type { KeyDeps } from './main-keys.ts'

export interface ApiKeyRouteDeps extends KeyDeps, CheckPasswordDeps {
  readonly authenticate: Authenticate<SessionCaller, KeyCaller>
}

export const apiKeyRoutes = (app: FastifyInstance, deps: ApiKeyRouteDeps): void => {
  const options = { authenticate: deps.authenticate }
  bind(app, calls.listApiKeys, options, async ({ caller }) => ({ data: await showKeys(deps, caller) }))
  bind(app, calls.createApiKey, options, async ({ caller, body: { name, scope, addresses = [] } }) => ({
    msg: 'API key made',
    data: await addKey(deps, caller, { name, scope, addresses }),
  }))
  bind(app, calls.revokeApiKey, options, async ({ caller, params }) => ({
    msg: 'API key revoked',
    data: await endKey(deps, caller, params.id),
  }))
  bind(app, calls.setKeyAddresses, options, async ({ caller, params, body }) => ({
    msg: 'Allowed addresses saved',
    data: await restrictKey(deps, caller, params.id, body.addresses),
  }))
  bind(app, calls.setKeySettings, options, async ({ caller, body: { showOnce, password } }) => ({
    msg: showOnce ? 'Your key is shown only once from now on' : 'Your key is shown again',
    data: { showOnce: await setShownOnce(deps, caller.merchantId, showOnce, password) },
  }))
  bind(app, calls.revealApiKey, options, async ({ caller, body }) => ({
    data: { apiKey: await revealMainKey(deps, caller, body.password) },
  }))
}
