import { verifyOrder as verify } from '@galla/contract/orders'
import { simulatorPay } from '@galla/contract/payment-page'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../merchants/authenticate.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { bind } from '../platform/endpoint-binding.ts'
import { simulatePayment } from './simulate-payment.ts'
import { verifyOrder } from './verify-order.ts'

export interface SourceDeps {
  readonly orders: OrderDeps
  readonly authenticate: Authenticators
  /** Without the sandbox there is no simulator. */
  readonly sandbox: boolean
}

export const sourceRoutes = (app: FastifyInstance, { orders, authenticate, sandbox }: SourceDeps): void => {
  bind(app, verify, { authenticate }, async ({ params, caller }) => ({
    status: (await verifyOrder(orders, caller.merchantId, params.orderId)).status,
  }))
  if (!sandbox) return
  bind(app, simulatorPay, { authenticate }, async ({ body }) => ({
    msg: 'Done',
    data: await simulatePayment(orders, body.upi, body.outcome),
  }))
}
