import type { FileInspector } from '../kyc/file-inspector.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createPngRenderer } from '../platform/files/svg-to-png.ts'
import type { QrMaking } from '../provider-qr/with-provider-qr.ts'
import { loadSnapshots } from './find-page.ts'
import { createPageEvents } from './page-events.ts'
import { pageLookRoutes } from './page-look-routes.ts'
import { createShowPage, pageRoutes, type ShowPage } from './page-routes.ts'
import { createQrImages } from './qr-image.ts'
import { createStatusCache } from './status-cache.ts'

export interface PaymentPageFeatureDeps extends Platform {
  readonly orders: OrderDeps
  readonly qr: QrMaking
  readonly inspector: FileInspector
}

/** The page on which customers pay, and the status that it polls. */
export const paymentPageFeature = (
  deps: PaymentPageFeatureDeps,
): Feature & { readonly showPage: ShowPage } => {
  const { db, clock, log, feed, orders, qr } = deps
  const statusCache = createStatusCache({ clock, load: loadSnapshots(db) })
  feed.onChange((orderIds) => orderIds.forEach(statusCache.changed))
  feed.onReset(statusCache.allMayHaveChanged)
  const pageEvents = createPageEvents({ clock, cache: statusCache })
  const qrImage = createQrImages(createPngRenderer())
  return {
    showPage: createShowPage({ db, clock, log }),
    routes(http) {
      pageRoutes(http, { ...orders, qr, log, statusCache, pageEvents, qrImage })
      pageLookRoutes(http, deps)
      // The server waits for open connections, and event streams end only when they are closed.
      http.addHook('preClose', async () => pageEvents.close())
    },
    stop: statusCache.close,
  }
}
