import * as digits from '@galla/contract/bank-alerts/account-digits'
import * as signing from '@galla/contract/bank-alerts/alert-signing'
import type { AlertRefusal } from '@galla/contract/bank-alerts/alerts'
import * as calls from '@galla/contract/bank-alerts/alerts'
import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { listOpenCases, openCases } from '@galla/contract/reconciliation/open-cases'
import type { RefusalCode } from '@galla/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { rawBodyOf, rawBytesOf } from '../platform/http/request-body.ts'
import type { Refusal } from '../platform/refusal.ts'
import { listCreditsOfKey } from '../reconciliation/list-credits.ts'
import {
  answerNamedDigits,
  changeLastDigits,
  changeRails,
  previewAlert,
  previewForwarded,
  readAlertSource,
} from './alert-source.ts'
import { type AlertTokenDeps, rotateAlertToken } from './alert-token.ts'
import { creditAlertByHand, dismissAlertByHand } from './decide-alert-by-hand.ts'
import { confirmHeard } from './digits/confirm-heard.ts'
import { readAlertRow, readAlerts, readAlertsOfCredit } from './list-alerts.ts'
import { readOpenCases } from './open-cases.ts'
import { createAlertIntake, type ForwardedRequest } from './receive-alert.ts'
import type { RecordSoon } from './record-alerts.ts'
import {
  type AlertAddresses,
  createAlertAddresses,
  forwarderRules,
  removeAlertSecret,
  rotateAlertSecret,
} from './signing/alert-signing.ts'

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
  bind(app, calls.listAlerts, async ({ caller, query }) => ({
    ...(await readAlerts({ db, secrets }, caller, query)),
  }))
  bind(app, calls.readAlertSource, async ({ caller }) => ({
    data: await readAlertSource(tokens, caller),
  }))
  bind(app, calls.readAlert, async ({ caller, params }) => ({
    data: await readAlertRow({ db, secrets }, caller, params.alertId),
  }))
  bind(app, calls.creditAlert, async ({ caller, params, body }) => {
    await creditAlertByHand({ orders, secrets }, caller, params.alertId, body)
    return { msg: 'Payment recorded', data: await readAlertRow({ db, secrets }, caller, params.alertId) }
  })
  bind(app, calls.dismissAlert, async ({ caller, params }) => {
    await dismissAlertByHand({ orders, secrets }, caller, params.alertId)
    return { msg: 'Message dismissed', data: await readAlertRow({ db, secrets }, caller, params.alertId) }
  })
  bind(app, digits.confirmHeard, async ({ caller, params }) => ({
    msg: 'Saved',
    data: await confirmHeard({ db, clock, ids, secrets }, caller, params.alertId),
  }))
  bind(app, calls.alertsOfCredit, async ({ caller, params }) => ({
    data: await readAlertsOfCredit({ db, secrets }, caller, params.creditId),
  }))
  bind(app, openCases, async ({ caller }) => ({
    data: await readOpenCases(orders, caller),
  }))
  bind(app, listOpenCases, { takesTurns: true }, async ({ caller, query }) => ({
    ...(await listCreditsOfKey(orders, caller, query, WAITING_STATES)),
    counts: await readOpenCases(orders, caller),
  }))
  bind(app, calls.testAlert, async ({ caller, body }) => ({
    data: await previewAlert({ db, clock }, caller, {
      text: body.text,
      title: null,
      sender: body.sender ?? null,
    }),
  }))
  addressRoutes(app, tokens)
  rulesRoute(app, tokens, limit)
  settingRoutes(app, tokens)
}

/** Changes the account's rails and last digits. */
const settingRoutes = (app: FastifyInstance, deps: AlertTokenDeps): void => {
  bind(app, calls.updateRails, async ({ caller, body }) => ({
    msg: 'Saved',
    data: await changeRails(deps, caller, body),
  }))
  bind(app, digits.updateLastDigits, async ({ caller, body }) => {
    await changeLastDigits(deps, caller, body.lastDigits)
    return { msg: 'Saved', data: body }
  })
  bind(app, digits.answerDigits, async ({ caller, body }) => ({
    msg: 'Saved',
    data: await answerNamedDigits(deps, caller, body),
  }))
}

/** Serves the forwarder's rules. The phone has no session. */
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

/** Replaces the alert address and its signing secret. */
const addressRoutes = (app: FastifyInstance, tokens: AlertTokenDeps): void => {
  bind(app, calls.rotateAlertToken, async ({ caller }) => ({
    msg: 'Alert address replaced',
    data: { alertUrl: await rotateAlertToken(tokens, caller) },
  }))
  bind(app, signing.rotateAlertSecret, async ({ caller }) => ({
    msg: 'Signing secret replaced',
    data: await rotateAlertSecret(tokens, caller),
  }))
  bind(app, signing.removeAlertSecret, async ({ caller }) => {
    await removeAlertSecret(tokens, caller)
    return { msg: 'Signing secret removed' }
  })
}
