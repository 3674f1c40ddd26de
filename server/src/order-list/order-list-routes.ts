import { checkOrderStatus } from '@galla/contract/orders/orders'
import { dailyStats, hourlyStats, userStats } from '@galla/contract/orders/statistics'
import {
  addOrderNote,
  allTransactions,
  cancelOrder as cancelOrderCall,
  type EXPORT_FORMATS,
  exportTransactions,
  getOrder,
  listOrders,
  transactionDetail,
} from '@galla/contract/orders/transactions'
import type { FastifyInstance } from 'fastify'
import type { OrderDeps } from '../orders/change-order.ts'
import { cancelOrder } from '../orders/open-order.ts'
import { writeNote } from '../orders/write-note.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { checkOrder } from './check-order.ts'
import { createOrderExports, type ExportDeps } from './export-orders.ts'
import { listMerchantOrders, listOrdersOfKey } from './list-orders.ts'
import { noteFrom, orderDetail, readOrderByKey } from './order-detail.ts'
import { readStats, readStatsOfDays, readStatsOfHours } from './read-statistics.ts'

export interface OrderListDeps extends ExportDeps {
  readonly paymentUrl: (orderId: string) => string
  readonly orders: OrderDeps
}

/** The list of orders, one of them, their statistics and their export. */
export const orderListRoutes = (app: FastifyInstance, deps: OrderListDeps): void => {
  bind(app, allTransactions, async ({ query, caller }) => ({
    ...(await listMerchantOrders(deps.db, caller.merchantId, caller.mode, query)),
  }))
  bind(app, transactionDetail, async ({ params, caller }) => ({
    data: await orderDetail(deps, caller, params.orderId),
  }))
  bind(app, addOrderNote, async ({ params, caller, body }) => ({
    msg: 'Note saved',
    data: noteFrom(await writeNote(deps, caller, params.orderId, body.text)),
  }))
  bind(app, checkOrderStatus, async ({ body, caller }) => ({
    data: await checkOrder(deps, caller.merchantId, caller.mode, body.client_txn_id),
  }))
  bind(app, userStats, async ({ caller }) => ({ data: await readStats(deps, caller) }))
  bind(app, dailyStats, async ({ caller, query }) => ({
    data: await readStatsOfDays(deps, caller, query),
  }))
  bind(app, hourlyStats, async ({ caller, query }) => ({
    data: await readStatsOfHours(deps, caller, query),
  }))
  keyRoutes(app, deps)
  exportRoute(app, deps)
}

const keyRoutes = (app: FastifyInstance, deps: OrderListDeps): void => {
  bind(app, listOrders, { takesTurns: true }, ({ caller, query }) => listOrdersOfKey(deps.db, caller, query))
  bind(app, getOrder, { takesTurns: true }, async ({ caller, params }) => ({
    data: await readOrderByKey(deps, caller, params.orderId),
  }))
  bind(app, cancelOrderCall, async ({ caller, params }) => {
    await cancelOrder(deps.orders, caller, params.orderId)
    return { msg: 'Order cancelled', data: await readOrderByKey(deps, caller, params.orderId) }
  })
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<(typeof EXPORT_FORMATS)[number], string>

const exportRoute = (app: FastifyInstance, deps: ExportDeps): void => {
  const exportOrders = createOrderExports(deps)
  bind(app, exportTransactions, async ({ caller, query, request, reply }) => {
    reply.type(TYPES[query.format])
    // A request for the headers alone must not read all the rows.
    if (request.method === 'HEAD') {
      reply.send()
      return ANSWERED
    }
    const { fileName, rows, body } = await exportOrders(caller, query)
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    // For a progress bar; the file's own end says whether it is complete.
    if (rows !== undefined) reply.header('x-total-rows', rows)
    reply.send(body)
    return ANSWERED
  })
}
