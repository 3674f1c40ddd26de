import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { Providers } from '../providers/providers.ts'
import { closeQrs } from './close-qrs.ts'
import type { QrMaking } from './with-provider-qr.ts'

const CLOSE_MS = 1_000

/** QR codes that the account's provider creates. */
export const providerQrFeature = (
  deps: Platform & { readonly providers: Providers },
): Feature & { readonly qr: QrMaking } => {
  const { secrets, providers } = deps
  const qr = { secrets, providers }
  return {
    qr,
    sweeps: [
      createSweep(deps, {
        name: 'orders.close_qrs',
        everyMs: CLOSE_MS,
        work: () => closeQrs({ ...deps, qr }),
      }),
    ],
  }
}
