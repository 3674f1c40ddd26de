import * as calls from '@galla/contract/api-keys/api-keys'
import type { FastifyInstance } from 'fastify'
import type { CheckPasswordDeps } from '../merchants/check-password.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { addKey, endKey, restrictKey, revealMainKey, setShownOnce, showKeys } from './further-keys.ts'
import type { KeyDeps } from './main-keys.ts'

export interface ApiKeyRouteDeps extends KeyDeps, CheckPasswordDeps {}

export const apiKeyRoutes = (app: FastifyInstance, deps: ApiKeyRouteDeps): void => {
  bind(app, calls.listApiKeys, async ({ caller }) => ({ data: await showKeys(deps, caller) }))
  bind(app, calls.createApiKey, async ({ caller, body: { name, scope, addresses = [] } }) => ({
    msg: 'API key made',
    data: await addKey(deps, caller, { name, scope, addresses }),
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
    data: { showOnce: await setShownOnce(deps, caller.merchantId, showOnce, password) },
  }))
  bind(app, calls.revealApiKey, async ({ caller, body }) => ({
    data: { apiKey: await revealMainKey(deps, caller, body.password) },
  }))
}
