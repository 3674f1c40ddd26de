import { createOrder, generatePaymentLink } from '@galla/contract/orders/orders'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { requestHashOf } from './create/build-order-request.ts'
import type { CreateDeps, CreateOrder } from './create/create-order.ts'
import { createOrderOnce, idempotencyKeyOf } from './create/create-order-once.ts'
import { createdData } from './create/created-order.ts'

export interface OrderRouteDeps extends CreateDeps {
  readonly createOrder: CreateOrder
}

const CREATED = 'Order created'

/** The same bytes whether the call is the first or a repetition. */
const sendStored = (reply: FastifyReply, body: string): typeof ANSWERED => {
  void reply.type('application/json; charset=utf-8').send(body)
  return ANSWERED
}

export const orderRoutes = (app: FastifyInstance, deps: OrderRouteDeps): void => {
  bind(app, createOrder, async ({ body, caller, request, reply }) => {
    const header = request.headers['idempotency-key']
    if (header === undefined)
      return { msg: CREATED, data: createdData(deps, await deps.createOrder(caller, body)) }
    const key = idempotencyKeyOf(header)
    const stored = await createOrderOnce(deps, caller, key, body, requestHashOf(body), (created) =>
      JSON.stringify({ success: true, msg: CREATED, data: createdData(deps, created) }),
    )
    return sendStored(reply, stored)
  })

  bind(app, generatePaymentLink, async ({ body, caller }) => {
    const created = await deps.createOrder(caller, body)
    return {
      msg: 'Payment link generated',
      data: {
        payment_url: deps.paymentUrl(created.orderId),
        order_id: created.orderId,
        expires_at: created.expiresAt.toISOString(),
        amount: formatRupees(created.amountPaise as Paise),
      },
    }
  })
}
