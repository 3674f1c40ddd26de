import { readPageLook, savePageLook as saveEndpoint } from '@galla/contract/payment-page/page-look'
import type { FastifyInstance } from 'fastify'
import type { FileInspector } from '../kyc/file-inspector.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createPngRenderer } from '../platform/files/svg-to-png.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { formBytesMax, receiveUpload, withUploads } from '../platform/http/receive-upload.ts'
import { Refusal } from '../platform/refusal.ts'
import type { QrMaking } from '../provider-qr/with-provider-qr.ts'
import { loadSnapshots } from './find-page.ts'
import { LOGO_PATH } from './logo-address.ts'
import { createPageEvents } from './page-events.ts'
import { createShowPage, pageRoutes, type ShowPage } from './page-routes.ts'
import { createQrImages } from './qr-image.ts'
import { LOOK_FORM_LIMITS, type PageLookDeps, readLogo, readLook, savePageLook } from './save-page-look.ts'
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

const YEAR_SECONDS = 365 * 24 * 60 * 60
const NAME = /^([0-9a-f]{16})\.webp$/
const MERCHANT_ID = /^mer_[0-9a-z]{26}$/

const pageLookRoutes = (app: FastifyInstance, deps: PageLookDeps): void => {
  bind(app, readPageLook, async ({ caller }) => ({ data: await readLook(deps, caller.merchantId) }))
  withUploads(app, (uploads) =>
    bind(
      uploads,
      saveEndpoint,
      { bodyLimitBytes: formBytesMax(LOOK_FORM_LIMITS) },
      async ({ caller, request }) => ({
        data: await savePageLook(deps, caller.merchantId, (onFile) =>
          receiveUpload(request, LOOK_FORM_LIMITS, onFile),
        ),
      }),
    ),
  )
  app.get(LOGO_PATH, { config: { quiet: true } }, async (request, reply) => {
    const { merchantId, name } = request.params as { merchantId: string; name: string }
    const hash = NAME.exec(name)?.[1]
    const isKnown = hash !== undefined && MERCHANT_ID.test(merchantId)
    const logo = isKnown ? await readLogo(deps, merchantId, hash) : undefined
    if (logo === undefined) throw new Refusal('not_found')
    return reply
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .type('image/webp')
      .send(logo)
  })
}
