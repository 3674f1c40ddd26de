import { verifyOrder as verify } from '@galla/contract/orders/orders'
import {
  receiveNotification,
  testConnection as testConnectionCall,
} from '@galla/contract/payment-accounts/accounts'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { parsePayLink } from '@galla/upi/link'
import type { FastifyInstance } from 'fastify'
import { orderOfReference } from '../ledger/credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { rawBytesOf } from '../platform/http/request-body.ts'
import { simulatePayment } from '../simulator/simulate-payment.ts'
import { type Checks, verifyOrder } from './checks.ts'
import { type ReceiveNotificationDeps, receiveProviderNotification } from './receive-provider-notification.ts'
import { type TestConnectionDeps, testConnection } from './test-connection.ts'

/** Per order, because anyone with its link could create unlimited credits. */
const PAYMENTS_PER_SECOND = 1
const PAYMENTS_AT_ONCE = 20

const TESTS_PER_SECOND = 0.2
const TESTS_AT_ONCE = 5

export interface SourceDeps {
  readonly orders: OrderDeps
  readonly testing: TestConnectionDeps
  readonly checks: Pick<Checks, 'now'>
  /** The simulator exists only in the sandbox. */
  readonly sandbox: boolean
}

export const sourceRoutes = (app: FastifyInstance, deps: SourceDeps): void => {
  const { orders, sandbox } = deps
  bind(app, verify, async ({ params, caller }) => ({
    status: (await verifyOrder(orders, deps.checks, caller, params.orderId)).status,
  }))
  const tests = createRateLimit({ clock: orders.clock, perSecond: TESTS_PER_SECOND, burst: TESTS_AT_ONCE })
  bind(app, testConnectionCall, async ({ caller, reply }) => {
    assertWithinRate(tests, caller.merchantId, reply)
    const data = await testConnection(deps.testing, caller.merchantId)
    return { msg: data.works ? 'The connection works' : 'The connection does not work', data }
  })
  if (!sandbox) return
  const limit = createRateLimit({
    clock: orders.clock,
    perSecond: PAYMENTS_PER_SECOND,
    burst: PAYMENTS_AT_ONCE,
  })
  bind(app, simulatorPay, async ({ body, reply }) => {
    const order = orderOfReference(parsePayLink(body.upi)?.reference ?? '')
    if (order !== undefined) assertWithinRate(limit, order.orderId, reply)
    return { msg: 'Done', data: await simulatePayment(orders, body.upi, body.outcome) }
  })
}

/** Per account. After an outage, a provider sends all its notifications at once. */
const NOTIFICATIONS_PER_SECOND = 20
const NOTIFICATIONS_AT_ONCE = 500
/** The longest documented ones have 5 kB. */
const NOTIFICATION_BYTES_MAX = 128 * 1024

interface NotificationRouteDeps extends ReceiveNotificationDeps {
  /** Checks an order at once; does nothing in a process without background work. */
  readonly wake: () => void
}

export const notificationRoutes = (app: FastifyInstance, deps: NotificationRouteDeps): void => {
  const limit = createRateLimit({
    clock: deps.orders.clock,
    perSecond: NOTIFICATIONS_PER_SECOND,
    burst: NOTIFICATIONS_AT_ONCE,
  })
  const options = { rawBody: true, bodyLimitBytes: NOTIFICATION_BYTES_MAX }
  bind(app, receiveNotification, options, async ({ params, request, reply }) => {
    assertWithinRate(limit, params.noticeId, reply)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? undefined : value,
      ]),
    )
    const outcome = await receiveProviderNotification(deps, params.noticeId, {
      body: rawBytesOf(request),
      headers,
    })
    if (outcome === 'check_requested') deps.wake()
    return { msg: 'Received' }
  })
}
