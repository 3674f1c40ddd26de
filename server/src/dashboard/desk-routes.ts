import { checkOrderStatus } from '@galla/contract/orders/orders'
import {
  addOrderNote,
  allTransactions,
  transactionDetail,
  transactionTotals,
} from '@galla/contract/orders/transactions'
import type { FastifyInstance } from 'fastify'
import { writeNote } from '../orders/write-note.ts'
import type { Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { checkOrder } from './check-order.ts'
import { countMerchantOrders, listMerchantOrders } from './list-orders.ts'
import { noteFrom, orderDetail } from './order-detail.ts'

export interface DeskDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly paymentUrl: (orderId: string) => string
}

export const deskRoutes = (app: FastifyInstance, deps: DeskDeps): void => {
  bind(app, allTransactions, async ({ query, caller }) => ({
    ...(await listMerchantOrders(deps.db, caller.merchantId, caller.mode, query)),
  }))
  bind(app, transactionTotals, async ({ query, caller }) => ({
    data: await countMerchantOrders(deps.db, caller.merchantId, caller.mode, query),
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
}
