import * as digits from '@galla/contract/bank-alerts/account-digits'
import * as signing from '@galla/contract/bank-alerts/alert-signing'
import * as calls from '@galla/contract/bank-alerts/alerts'
import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { listOpenCases, openCases } from '@galla/contract/reconciliation/open-cases'
import type { FastifyInstance } from 'fastify'
import type { OrderDeps } from '../../orders/change-order.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import { bind } from '../../platform/http/endpoint-binding.ts'
import { listCreditsOfKey } from '../../reconciliation/list-credits.ts'
import { answerNamedDigits, changeLastDigits, changeRails, readAlertSource } from '../alert-source.ts'
import { type AlertTokenDeps, rotateAlertToken } from '../alert-token.ts'
import { creditAlertByHand, dismissAlertByHand } from '../decide-alert-by-hand.ts'
import { confirmHeard } from '../digits/confirm-heard.ts'
import { readAlertRow, readAlerts, readAlertsOfCredit } from '../list-alerts.ts'
import { previewAlert } from '../preview-alert.ts'
import { removeAlertSecret, rotateAlertSecret } from '../signing/change-alert-secret.ts'
import { readOpenCases } from './open-cases.ts'

interface AlertDeskDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
  readonly tokens: AlertTokenDeps
}

/** What a merchant sees of the messages, and decides about them. */
export const alertDeskRoutes = (app: FastifyInstance, { orders, secrets, tokens }: AlertDeskDeps): void => {
  const { db, clock, ids } = orders
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
