import type { Feature } from '../platform/feature.ts'
import { type ClaimRouteDeps, claimRoutes } from './claim-routes.ts'

/** UTRs that customers enter. */
export const paymentClaimsFeature = (deps: ClaimRouteDeps): Feature => ({
  routes: (http) => claimRoutes(http, deps),
})
