import { createOrder, generatePaymentLink } from '@galla/contract/orders/orders'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { requestHashOf } from './create/build-order-request.ts'
import type { CreateDeps } from './create/create-order.ts'
import { createOrderOnce, idempotencyKeyOf } from './create/create-order-once.ts'
import type { CreateOrder } from './create/create-orders.ts'
import { createdData } from './create/read-creation-result.ts'

export interface OrderRouteDeps extends CreateDeps {
  readonly authenticate: Authenticators
  readonly createOrder: CreateOrder
}

const CREATED = 'Order created'

/** The same bytes whether the call is the first or a repetition. */
const sendStored = (reply: FastifyReply, body: string): typeof ANSWERED => {
  void reply.type('application/json; charset=utf-8').send(body)
  return ANSWERED
}

export const orderRoutes = (app: FastifyInstance, deps: OrderRouteDeps): void => {
  const { authenticate } = deps

  // The key is looked up by the statement that creates the order, so that creating is one round trip.
  const findCaller = async (request: FastifyRequest) => authenticate.carriedKey(request)
  bind(
    app,
    createOrder,
    { findCaller, beforeRefusing: authenticate.key },
    async ({ body, caller: carried, request, reply }) => {
      const header = request.headers['idempotency-key']
      if (header === undefined)
        return { msg: CREATED, data: createdData(deps, await deps.createOrder(carried, body)) }
      const keyCaller = await authenticate.key(request)
      const key = idempotencyKeyOf(header)
      const stored = await createOrderOnce(deps, keyCaller, key, body, requestHashOf(body), (created) =>
        JSON.stringify({ success: true, msg: CREATED, data: createdData(deps, created) }),
      )
      return sendStored(reply, stored)
    },
  )

  bind(app, generatePaymentLink, async ({ body, caller }) => {
    const created = await deps.createOrder({ merchantId: caller.merchantId, mode: caller.mode }, body)
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
