import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { addMerchant, creditFor, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder } from '../orders/change-order.ts'
import { createPngRenderer } from '../platform/files/svg-to-png.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { loadSnapshots } from './find-page.ts'
import { createPageEvents, type PageEvents } from './page-events.ts'
import { pageRoutes } from './page-routes.ts'
import { createQrImages } from './qr-image.ts'
import { createStatusCache, type StatusCache } from './status-cache.ts'

/** The routes of the payment page on a real database, for all tests of one file. */
export const usePaymentPage = () => {
  let ledger: Ledger
  let app: FastifyInstance
  let cache: StatusCache
  let events: PageEvents
  let deps: Ledger
  let merchant: Awaited<ReturnType<typeof addMerchant>>
  beforeAll(async () => {
    ledger = await openLedger()
    const { db, clock } = ledger
    cache = createStatusCache({ clock, load: loadSnapshots(db) })
    events = createPageEvents({ clock, cache, connectionsMax: 3 })
    deps = { ...ledger, changed: (orderId) => cache.changed(orderId) }
    merchant = await addMerchant(db)
    const log = createLog({ level: 'silent' })
    app = createHttpServer({
      settings: { production: false, publicUrl: new URL('https://galla.example'), trustProxy: [] },
      log,
      clock,
      ids: randomIds,
    })
    pageRoutes(app, {
      ...deps,
      log,
      statusCache: cache,
      pageEvents: events,
      qrImage: createQrImages(createPngRenderer()),
    })
    await app.ready()
  })

  afterAll(async () => {
    events.close()
    cache.close()
    await app.close()
    await ledger.close()
  })

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return {
    get ledger() {
      return ledger
    },
    get app() {
      return app
    },
    get cache() {
      return cache
    },
    get events() {
      return events
    },
    get deps() {
      return deps
    },
    get merchant() {
      return merchant
    },
    newOrder: async (over = {}) => {
      const created = await ledger.create(merchant, orderForm(over))
      return { ...created, address: `/pay/${created.orderId}` }
    },
    get,
    post: (url: string) => app.inject({ method: 'POST', url }),
    statusOf: async (orderId: string) => (await get(`/api/v1/order/status/${orderId}`)).json(),
    pay: (order: { orderId: string; merchantId: string }) => recordCredit(deps, creditFor(ledger, order)),
    decline: (orderId: string) => changeOrder(deps, orderId, () => ({ kind: 'declined', attempt: 1 })),
  }
}
