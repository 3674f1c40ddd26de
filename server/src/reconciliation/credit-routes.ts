import * as closingCalls from '@galla/contract/reconciliation/closing'
import * as decisions from '@galla/contract/reconciliation/credit-decisions'
import * as calls from '@galla/contract/reconciliation/credits'
import { getPayment } from '@galla/contract/reconciliation/refunds'
import { answerRepeat as answerRepeatCall } from '@galla/contract/reconciliation/repeats'
import * as reversalCalls from '@galla/contract/reconciliation/reversals'
import type { FastifyInstance } from 'fastify'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { readUnknownReversals, seeUnknownReversal } from '../ledger/reversals/unknown-reversals.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { isClosingMailed, turnClosingMail } from './closing-mail.ts'
import { closingCsv, closingOfKey, dailyClosing, readToday } from './daily-closing.ts'
import {
  listCredits,
  listCreditsOfKey,
  readCredit,
  readCreditCounts,
  readCreditOfKey,
} from './list-credits.ts'
import { proposeOrders } from './propose-orders.ts'
import {
  acceptCredit,
  answerRepeat,
  assignCredit,
  confirmOrder,
  ignoreCredit,
  joinCredit,
  noteCredit,
  resolveReversal,
} from './reconcile.ts'

const ALREADY_PAID = 'The order was already paid. This payment is listed as paid twice.'

export interface CreditRouteDeps {
  readonly orders: OrderDeps
}

export const creditRoutes = (app: FastifyInstance, deps: CreditRouteDeps): void => {
  creditListRoutes(app, deps)
  creditActionRoutes(app, deps)
  closingRoutes(app, deps)
}

const creditListRoutes = (app: FastifyInstance, { orders }: CreditRouteDeps): void => {
  bind(app, calls.listCredits, async ({ caller, query }) => ({
    ...(await listCredits(orders, caller, query)),
  }))
  bind(app, calls.listPayments, { takesTurns: true }, ({ caller, query: { state, ...query } }) =>
    listCreditsOfKey(orders, caller, query, state && [state]),
  )
  bind(app, getPayment, { takesTurns: true }, async ({ caller, params: { creditId } }) => ({
    data: await readCreditOfKey(orders, caller, creditId),
  }))
  bind(app, calls.creditCounts, async ({ caller }) => ({
    data: await readCreditCounts(orders, caller),
  }))
  bind(app, calls.readCredit, async ({ caller, params: { creditId } }) => ({
    data: await readCredit(orders, caller, creditId),
  }))
  bind(app, reversalCalls.listUnknownReversals, async ({ caller }) => ({
    data: await readUnknownReversals(orders, caller),
  }))
  bind(app, reversalCalls.markReversalSeen, async ({ caller, body }) => {
    await seeUnknownReversal(orders, caller, body)
    return { msg: 'Marked as seen' }
  })
  bind(app, decisions.proposeOrders, async ({ caller, params: { creditId } }) => ({
    data: await proposeOrders(orders, caller, creditId),
  }))
}

const creditActionRoutes = (app: FastifyInstance, { orders }: CreditRouteDeps): void => {
  const changed = async (caller: SessionCaller, creditId: string, msg: string) => ({
    msg,
    data: await readCredit(orders, caller, creditId),
  })
  bind(app, decisions.noteCredit, async ({ caller, params: { creditId }, body }) => {
    await noteCredit(orders, caller, creditId, body.note)
    return changed(caller, creditId, 'Note saved')
  })
  bind(app, decisions.assignCredit, async ({ caller, params: { creditId }, body }) => {
    await assignCredit(orders, caller, creditId, body)
    return changed(caller, creditId, 'Payment assigned')
  })
  bind(app, decisions.acceptCredit, async ({ caller, params: { creditId }, body }) => {
    const isReversal = await resolveReversal(orders, caller, creditId, 'accept', body.note)
    if (!isReversal) await acceptCredit(orders, caller, creditId, body.note)
    const data = await readCredit(orders, caller, creditId)
    return {
      data,
      msg: isReversal ? 'Loss accepted' : data.state === 'duplicate' ? ALREADY_PAID : 'Payment accepted',
    }
  })
  bind(app, decisions.refundCredit, async ({ caller, params: { creditId }, body }) => {
    await startRefund(orders, caller, creditId, body)
    return changed(caller, creditId, 'Payment marked as refunded')
  })
  bind(app, decisions.ignoreCredit, async ({ caller, params: { creditId }, body }) => {
    const isReversal = await resolveReversal(orders, caller, creditId, 'ignore', body.note)
    if (!isReversal) await ignoreCredit(orders, caller, creditId, body.note)
    return changed(caller, creditId, isReversal ? 'Reversal ignored' : 'Payment ignored')
  })
  bind(app, decisions.joinCredit, async ({ caller, params: { creditId }, body }) => {
    await joinCredit(orders, caller, creditId, body)
    return changed(caller, creditId, 'Payments joined')
  })
  bind(app, answerRepeatCall, async ({ caller, params: { creditId }, body: { times } }) => {
    await answerRepeat(orders, caller, creditId, times)
    return changed(caller, creditId, times === 'once' ? 'Counted once' : 'Counted as two payments')
  })
  bind(app, decisions.confirmOrder, async ({ caller, params, body }) => ({
    msg: 'Payment confirmed',
    status: (await confirmOrder(orders, caller, params.orderId, body)).status,
  }))
}

const closingRoutes = (app: FastifyInstance, { orders }: CreditRouteDeps): void => {
  bind(app, closingCalls.dailyClosing, async ({ caller, query, reply }) => {
    const closing = await dailyClosing(orders, caller, query.date)
    if (query.format === 'json') return { data: closing }
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="closing-${query.date}.csv"`)
      .send(closingCsv(closing))
    return ANSWERED
  })
  bind(app, closingCalls.getClosing, { takesTurns: true }, async ({ caller, query }) => ({
    data: closingOfKey(await dailyClosing(orders, caller, query.date)),
  }))
  bind(app, closingCalls.readToday, async ({ caller }) => ({ data: await readToday(orders, caller) }))
  bind(app, closingCalls.readClosingMail, async ({ caller }) => ({
    data: { isOn: await isClosingMailed(orders, caller) },
  }))
  bind(app, closingCalls.setClosingMail, async ({ caller, body }) => {
    await turnClosingMail(orders, caller, body.isOn)
    return { msg: body.isOn ? 'The closing will be mailed' : 'The closing will not be mailed', data: body }
  })
}
