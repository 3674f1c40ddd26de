import { receiveNotification } from '@galla/contract/payment-accounts/accounts'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { rawBytesOf } from '../platform/http/request-body.ts'
import { type NoticeDeps, receiveNotice } from './receive-notice.ts'

/** Of one account: a provider that was without us sends all at once what came meanwhile. */
const NOTICES_PER_SECOND = 20
const NOTICES_AT_ONCE = 500
/** The longest documented ones have 5 kB. */
const NOTICE_BYTES_MAX = 128 * 1024

export interface NoticeRouteDeps extends NoticeDeps {
  readonly authenticate: Authenticators
  /** An order is to be asked about at once; nothing where this process does no such work. */
  readonly wake: () => void
}

export const noticeRoutes = (app: FastifyInstance, deps: NoticeRouteDeps): void => {
  const { authenticate } = deps
  const limit = createRateLimit({
    clock: deps.orders.clock,
    perSecond: NOTICES_PER_SECOND,
    burst: NOTICES_AT_ONCE,
  })
  const options = { authenticate, rawBody: true, bodyLimitBytes: NOTICE_BYTES_MAX }
  bind(app, receiveNotification, options, async ({ params, request, reply }) => {
    assertWithinRate(limit, params.noticeId, reply)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? undefined : value,
      ]),
    )
    const taken = await receiveNotice(deps, params.noticeId, { body: rawBytesOf(request), headers })
    if (taken === 'asked') deps.wake()
    return { msg: 'Received' }
  })
}
