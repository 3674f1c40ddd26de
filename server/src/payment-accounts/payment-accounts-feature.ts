import { register, switchMode as switchModeCall } from '@galla/contract/auth/merchants'
import {
  connectMerchant as connectMerchantCall,
  decideSuggestedName as decideSuggestedNameCall,
  getMerchant as getMerchantCall,
} from '@galla/contract/payment-accounts/accounts'
import type { FastifyInstance } from 'fastify'
import { effectiveMode, userOf } from '../merchants/merchant.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { API_BASE, bind } from '../platform/http/endpoint-binding.ts'
import type { Settings } from '../platform/settings.ts'
import { merchantAccountOf } from './account.ts'
import { type Connected, connectMerchant, getMerchant } from './connect-merchant.ts'
import { decideSuggestedName } from './decide-suggested-name.ts'
import { notifyPayeeChanged, PAYEE_CHANGED_JOB } from './notify-payee-changed.ts'
import { type RegisterDeps, registerMerchant } from './register-merchant.ts'
import { switchMode } from './switch-mode.ts'
import { REGISTERED_JOB, welcomeMerchant } from './welcome-merchant.ts'

/** Registration and the accounts that payments go to. */
export const paymentAccountsFeature = (deps: Platform): Feature => {
  const mails = { ...deps, publicUrl: deps.settings.publicUrl }
  return {
    routes: (http) => accountRoutes(http, deps),
    jobs: {
      [REGISTERED_JOB]: (payload, job) => welcomeMerchant({ ...mails, job }, payload),
      [PAYEE_CHANGED_JOB]: (payload, job) => notifyPayeeChanged({ ...mails, job }, payload),
    },
  }
}

interface AccountRouteDeps extends RegisterDeps {
  readonly settings: Pick<Settings, 'production' | 'sandbox' | 'publicUrl' | 'refuseCommonPasswords'>
}

export const accountRoutes = (app: FastifyInstance, deps: AccountRouteDeps): void => {
  const { settings } = deps

  // Registration creates an account, which is why it is here: nothing below this feature may call it.
  bind(app, register, { sameOrigin: true }, async ({ body, request }) => {
    const merchant = await registerMerchant(deps, body, request.ip)
    const data = userOf(merchant, effectiveMode(merchant.mode, settings.sandbox))
    return { msg: 'Registered successfully', data }
  })

  bind(app, switchModeCall, async ({ body, caller }) => {
    const mode = await switchMode(deps, caller, body.mode)
    return { msg: mode === 'live' ? 'Live mode' : 'Test mode', data: { mode } }
  })

  const notificationUrlOf = (notificationId: string): string =>
    new URL(`${API_BASE}/notifications/${notificationId}`, settings.publicUrl).href
  const shown = ({ account, source, suggestedName }: Connected) =>
    merchantAccountOf(account, source, suggestedName, deps.clock.now(), notificationUrlOf)

  bind(app, connectMerchantCall, async ({ body, caller }) => ({
    msg: 'Merchant connected successfully',
    data: shown(await connectMerchant(deps, caller, body)),
  }))

  bind(app, getMerchantCall, async ({ caller }) => ({
    data: shown(await getMerchant(deps, caller)),
  }))

  bind(app, decideSuggestedNameCall, async ({ body, caller }) => {
    await decideSuggestedName(deps, caller, body)
    return {
      msg: body.accept ? 'Name saved' : 'Name dismissed',
      data: shown(await getMerchant(deps, caller)),
    }
  })
}
