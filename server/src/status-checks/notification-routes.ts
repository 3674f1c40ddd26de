import { receiveNotification } from '@galla/contract/payment-accounts/accounts'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { rawBytesOf } from '../platform/http/request-body.ts'
import { type ReceiveNotificationDeps, receiveProviderNotification } from './receive-provider-notification.ts'

/** Per account. After an outage, a provider sends all its notifications at once. */
const NOTIFICATIONS_PER_SECOND = 20
const NOTIFICATIONS_AT_ONCE = 500
/** The longest documented ones have 5 kB. */
const NOTIFICATION_BYTES_MAX = 128 * 1024

export interface NotificationRouteDeps extends ReceiveNotificationDeps {
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
