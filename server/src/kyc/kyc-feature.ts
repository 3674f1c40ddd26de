import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { KYC_DECIDED_JOB, notifyKycDecision } from './decide-kyc.ts'
import { createFileInspector, type FileInspector } from './file-inspector.ts'
import { kycRoutes } from './kyc-routes.ts'
import { deleteOldDocuments, deleteOldDocumentViews, sweepDocuments } from './sweep-documents.ts'

const SWEEP_MS = 3_600_000

/** A merchant's documents and the operator's decision about them. */
export const kycFeature = (deps: Platform): Feature & { readonly inspector: FileInspector } => {
  const inspector = createFileInspector(deps)
  return {
    inspector,
    routes: (http) => kycRoutes(http, { ...deps, inspector }),
    jobs: {
      [KYC_DECIDED_JOB]: (payload, job) =>
        notifyKycDecision({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
    },
    sweeps: [
      createSweep(deps, { name: 'kyc.delete_old', everyMs: SWEEP_MS, work: () => deleteOldDocuments(deps) }),
      createSweep(deps, {
        name: 'kyc.delete_views',
        everyMs: SWEEP_MS,
        work: () => deleteOldDocumentViews(deps),
      }),
      createSweep(deps, {
        name: 'kyc.sweep_files',
        everyMs: SWEEP_MS,
        async work() {
          const count = await sweepDocuments(deps)
          if (count > 0) deps.log.info('files without a row were removed', { count })
          return { more: false }
        },
      }),
    ],
    stop: inspector.stop,
  }
}
