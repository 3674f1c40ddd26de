import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { readDiskSpace } from '../platform/files/disk-space.ts'
import { operatorRoutes } from './operator-routes.ts'
import { SUSPENSION_JOB, tellSuspended } from './tell-suspended.ts'

/** The operator's desk. */
export const operatorFeature = (deps: Platform & { readonly authenticate: Authenticators }): Feature => {
  const { settings, clock } = deps
  const startedAt = clock.now()
  return {
    routes: (http) =>
      operatorRoutes(http, {
        ...deps,
        startedAt,
        trialQrRequests: settings.trialQrRequests,
        diskSpace: () => readDiskSpace(settings.dataDir),
      }),
    jobs: {
      [SUSPENSION_JOB]: (payload) => tellSuspended({ ...deps, publicUrl: settings.publicUrl }, payload),
    },
  }
}
