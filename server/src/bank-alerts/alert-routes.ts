import type { AlertRefusal } from '@galla/contract/bank-alerts/alerts'
import * as calls from '@galla/contract/bank-alerts/alerts'
import type { RefusalCode } from '@galla/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { rawBodyOf, rawBytesOf } from '../platform/http/request-body.ts'
import type { Refusal } from '../platform/refusal.ts'
import type { AlertTokenDeps } from './alert-token.ts'
import { previewForwarded } from './preview-alert.ts'
import { createAlertIntake, type ForwardedRequest } from './receive-alert.ts'
import type { RecordSoon } from './record-alerts.ts'
import { type AlertAddresses, createAlertAddresses, forwarderRules } from './signing/alert-signing.ts'

/** Messages per token. A phone that was offline sends all of them at once, several in one request or each in its own. */
const ALERTS_PER_SECOND = 20
const ALERTS_AT_ONCE = 500

export interface AlertRouteDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
  readonly tokens: AlertTokenDeps
  readonly recordSoon: RecordSoon
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const forwardedFrom = (request: FastifyRequest, pingKey: string | undefined): ForwardedRequest => ({
  text: rawBodyOf(request),
  contentType: request.headers['content-type'] ?? '',
  body: rawBytesOf(request),
  signature: headerOf(request, 'x-signature'),
  timestamp: headerOf(request, 'x-timestamp'),
  pingKey,
})

const COUNTED: Partial<Record<RefusalCode, AlertRefusal>> = {
  too_large: 'too_large',
  too_many_requests: 'too_many',
}

/** Counts requests that are refused before their account is known. */
const countFailure =
  (addresses: AlertAddresses) =>
  async ({ params }: FastifyRequest, { code }: Refusal): Promise<void> => {
    const reason = COUNTED[code]
    if (reason !== undefined) await addresses.countRefused((params as { token: string }).token, reason)
  }

/** What a phone calls. It has no session. */
export const alertRoutes = (app: FastifyInstance, deps: AlertRouteDeps): void => {
  const { orders, secrets, tokens } = deps
  const { db, clock, ids } = orders
  const addresses = createAlertAddresses({ db, clock, secrets })
  const receiveAlert = createAlertIntake({ db, clock, ids, secrets }, addresses, deps.recordSoon)
  const limit = createRateLimit({ clock, perSecond: ALERTS_PER_SECOND, burst: ALERTS_AT_ONCE })

  bind(
    app,
    calls.receiveAlert,
    { rawBody: true, quiet: true, onFailure: countFailure(addresses) },
    async ({ params, query, request, reply }) => {
      assertWithinRate(limit, params.token, reply)
      if (query.test === '1') {
        const { text, contentType } = forwardedFrom(request, undefined)
        return { msg: 'Read', data: await previewForwarded({ db, clock }, params.token, text, contentType) }
      }
      // The request itself counts as the first message, so that one that is refused is not read again and again.
      await receiveAlert(params.token, forwardedFrom(request, query.ping), (messages) => {
        if (messages > 1) assertWithinRate(limit, params.token, reply, messages - 1)
      })
      return { msg: 'Received' }
    },
  )
  rulesRoute(app, tokens, limit)
}

/** Serves the forwarder's rules. */
const rulesRoute = (app: FastifyInstance, tokens: AlertTokenDeps, limit: RateLimit): void => {
  bind(app, calls.forwarderRules, async ({ params: { token }, query, reply }) => {
    assertWithinRate(limit, token, reply)
    const rules = await forwarderRules(tokens, token, query.code)
    void reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="galla-sms-rules.json"')
      .header('cache-control', 'no-store')
      .send(rules)
    return ANSWERED
  })
}
