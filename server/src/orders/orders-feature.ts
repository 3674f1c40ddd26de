import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { QrMaking } from '../provider-qr/with-provider-qr.ts'
import type { OrderDeps } from './change-order.ts'
import { type CreateDeps, type CreateOrder, createOrders } from './create/create-order.ts'
import { deleteOldReplies } from './create/create-order-once.ts'
import { EXPIRE_BATCH, expireOrders } from './expire-orders.ts'
import { orderRoutes } from './order-routes.ts'

const EXPIRE_MS = 500
const RETENTION_MS = 10 * 60_000

export interface OrdersFeatureDeps extends Platform {
  readonly qr: QrMaking
  readonly wakeDeliveries: OrderDeps['wakeDeliveries']
}

export interface OrdersFeature extends Feature {
  readonly orders: OrderDeps
  readonly creating: CreateDeps
  readonly createOrder: CreateOrder
}

/** Orders: creating, changing and expiring them. */
export const ordersFeature = (deps: OrdersFeatureDeps): OrdersFeature => {
  const { db, clock, ids, qr, settings } = deps
  const { wakeDeliveries, feed } = deps
  const { count } = deps.metrics
  const orders: OrderDeps = { db, clock, ids, wakeDeliveries, changed: feed.announce, count }
  const creating = {
    db,
    clock,
    ids,
    qr,
    count,
    paymentUrl: (orderId: string) => new URL(`/pay/${orderId}`, settings.publicUrl).href,
    trialQrRequests: settings.trialQrRequests,
  }
  const createOrder = createOrders(creating)
  return {
    orders,
    creating,
    createOrder,
    routes: (http) => orderRoutes(http, { ...creating, createOrder }),
    sweeps: [
      createSweep(deps, {
        name: 'orders.expire',
        everyMs: EXPIRE_MS,
        work: async () => ({ more: (await expireOrders(orders)) >= EXPIRE_BATCH }),
      }),
      createSweep(deps, {
        name: 'orders.delete_old_replies',
        everyMs: RETENTION_MS,
        work: () => deleteOldReplies(deps),
      }),
    ],
  }
}
