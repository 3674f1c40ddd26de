import type { Feature } from '../platform/feature.ts'
import { type OrderListDeps, orderListRoutes } from './order-list-routes.ts'

/** The list of orders, one of them, exports and statistics: reads only. */
export const orderListFeature = (deps: OrderListDeps): Feature => ({
  routes: (http) => orderListRoutes(http, deps),
})
