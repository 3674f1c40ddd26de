import type { CreateDeps } from '../orders/create/create-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { linkPageRoutes } from './link-page-routes.ts'
import { reusableLinkRoutes } from './reusable-link-routes.ts'

export interface ReusableLinksFeatureDeps extends Platform {
  readonly creating: CreateDeps
}

/** Links that many customers pay, each with their own order. */
export const reusableLinksFeature = (deps: ReusableLinksFeatureDeps): Feature => ({
  routes(http) {
    reusableLinkRoutes(http, deps)
    linkPageRoutes(http, { ...deps.creating, secrets: deps.secrets })
  },
})
