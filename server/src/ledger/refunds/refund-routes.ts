import * as calls from '@galla/contract/reconciliation/refunds'
import type { FastifyInstance } from 'fastify'
import type { OrderDeps } from '../../orders/change-order.ts'
import { idempotencyKeyOf } from '../../orders/create/create-order-once.ts'
import { ANSWERED, bind } from '../../platform/http/endpoint-binding.ts'
import type { Caller } from '../lock-credit.ts'
import { changeRefund, startRefund, startRefundOfKey } from './change-refunds.ts'
import { confirmByHand } from './confirm-by-debit.ts'
import { listRefunds } from './list-refunds.ts'

const ENDED = { cancelled: 'Refund cancelled', failed: 'Refund marked as failed' } as const

export const refundRoutes = (app: FastifyInstance, orders: OrderDeps): void => {
  const changed = async (caller: Caller, creditId: string, msg: string) => ({
    msg,
    data: await listRefunds(orders, caller, creditId),
  })
  bind(app, calls.listRefunds, async ({ caller, params: { creditId } }) => ({
    data: await listRefunds(orders, caller, creditId),
  }))
  bind(app, calls.startRefund, async ({ caller, params: { creditId }, body }) => {
    await startRefund(orders, caller, creditId, body)
    return changed(caller, creditId, 'Refund requested')
  })
  bind(app, calls.startProviderRefund, async ({ caller, params: { creditId }, body }) => {
    await startRefund(orders, caller, creditId, { ...body, way: 'provider' })
    return changed(caller, creditId, 'Refund requested')
  })
  bind(app, calls.createRefund, async ({ caller, params: { creditId }, body, request, reply }) => {
    const header = request.headers['idempotency-key']
    const key = header === undefined ? undefined : idempotencyKeyOf(header)
    const stored = await startRefundOfKey(orders, caller, creditId, body, key)
    void reply.type('application/json; charset=utf-8').send(stored)
    return ANSWERED
  })
  bind(app, calls.markRefundSent, async ({ caller, params: { refundId }, body: { utr } }) => {
    const creditId = await changeRefund(orders, caller, refundId, { kind: 'sent', utr })
    return changed(caller, creditId, 'Refund recorded as sent')
  })
  bind(app, calls.confirmRefund, async ({ caller, params: { refundId }, body }) => {
    const creditId = await confirmByHand(orders, caller, refundId, body)
    return changed(caller, creditId, 'Refund confirmed')
  })
  bind(app, calls.endRefund, async ({ caller, params: { refundId }, body: { state, note } }) => {
    const creditId = await changeRefund(orders, caller, refundId, { kind: state, reason: note ?? null })
    return changed(caller, creditId, ENDED[state])
  })
}
