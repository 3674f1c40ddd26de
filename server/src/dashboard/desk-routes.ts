import { checkOrderStatus } from '@galla/contract/orders/orders'
import {
  addOrderNote,
  allTransactions,
  transactionDetail,
  transactionTotals,
} from '@galla/contract/orders/transactions'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import { writeNote } from '../orders/write-note.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { checkOrder } from './check-order.ts'
import { countMerchantOrders, listMerchantOrders } from './list-orders.ts'
import { noteFrom, orderDetail } from './order-detail.ts'

export interface DeskDeps {
  readonly db: Database
  readonly clock: Clock
  readonly authenticate: Authenticators
  readonly paymentUrl: (orderId: string) => string
}

export const deskRoutes = (app: FastifyInstance, deps: DeskDeps): void => {
  const { authenticate } = deps
  bind(app, allTransactions, { authenticate }, async ({ query, caller }) => ({
    ...(await listMerchantOrders(deps.db, caller.merchantId, caller.mode, query)),
  }))
  bind(app, transactionTotals, { authenticate }, async ({ query, caller }) => ({
    data: await countMerchantOrders(deps.db, caller.merchantId, caller.mode, query),
  }))
  bind(app, transactionDetail, { authenticate }, async ({ params, caller }) => ({
    data: await orderDetail(deps, caller, params.orderId),
  }))
  bind(app, addOrderNote, { authenticate }, async ({ params, caller, body }) => ({
    msg: 'Note saved',
    data: noteFrom(await writeNote(deps, caller, params.orderId, body.text)),
  }))

  bind(app, checkOrderStatus, { authenticate }, async ({ body, caller }) => ({
    data: await checkOrder(deps, caller.merchantId, caller.mode, body.client_txn_id),
  }))
}
