import type { CreateDeps } from '../orders/create/create-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { deleteOldLinks } from './delete-closed-links.ts'
import { linkPageRoutes } from './link-page-routes.ts'
import { reusableLinkRoutes } from './reusable-link-routes.ts'

const RETENTION_MS = 3_600_000

export interface ReusableLinksFeatureDeps extends Platform {
  readonly creating: CreateDeps
}

/** Links that many customers pay, each with their own order. */
export const reusableLinksFeature = (deps: ReusableLinksFeatureDeps): Feature => ({
  sweeps: [
    createSweep(deps, {
      name: 'links.delete_closed',
      everyMs: RETENTION_MS,
      work: () => deleteOldLinks(deps),
    }),
  ],
  routes(http) {
    reusableLinkRoutes(http, deps)
    linkPageRoutes(http, { ...deps.creating, secrets: deps.secrets })
  },
})
