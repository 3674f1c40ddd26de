import type { Feature, Platform } from '../platform/feature.ts'
import { accountRoutes } from './account-routes.ts'
import { notifyPayeeChanged, PAYEE_CHANGED_JOB } from './notify-payee-changed.ts'
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
