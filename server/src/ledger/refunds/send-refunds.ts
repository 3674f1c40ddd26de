import { SECOND_MS } from '@galla/contract/durations'
import type { OrderDeps } from '../../orders/change-order.ts'
import { findVerification } from '../../payment-accounts/account-source-store.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import { inEachMerchant } from '../../platform/jobs/each-merchant.ts'
import { listQrsOfOrders } from '../../provider-qr/provider-qr-store.ts'
import type { RefundRequest, RefundResult } from '../../providers/connector.ts'
import type { Provider, Providers } from '../../providers/providers.ts'
import { recordProviderHealth } from '../../providers/record-provider-health.ts'
import { orderOfReference } from '../credit.ts'
import { lockCredit } from '../lock-credit.ts'
import { changeLocked } from './change-refunds.ts'
import { isLost, nextAskAt, type RefundChange } from './refund.ts'
import {
  claimDueRefunds,
  type DueRefund,
  findProviderEvidence,
  findRefund,
  scheduleRefund,
} from './refund-store.ts'

export interface SendRefundsDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
  readonly providers: Providers
}

const BATCH = 20
/** What a dead process claimed is due again after this time. */
const CLAIM_MS = 60 * SECOND_MS

/**
 * Asks providers for the refunds that are due, outside any transaction. Each has its name before the first call: after a lost reply or a crash
 * the provider is asked what became of that name, and the same name is sent again only once a lost request can no longer arrive.
 */
export const sendRefunds = async (deps: SendRefundsDeps): Promise<{ readonly more: boolean }> => {
  const { db, clock } = deps.orders
  const now = clock.now()
  const due = await claimDueRefunds(db, now, new Date(now.getTime() + CLAIM_MS), BATCH)
  await inEachMerchant(
    Map.groupBy(due, ({ merchantId }) => merchantId),
    async ([, refunds]) => {
      for (const refund of refunds) await sendRefund(deps, refund)
    },
  )
  return { more: due.length === BATCH }
}

const sendRefund = async (deps: SendRefundsDeps, refund: DueRefund): Promise<void> => {
  const { db, clock } = deps.orders
  const found = await requestOf(deps, refund)
  const result = found && (await ask(found.provider, found.request, refund, clock.now()))
  if (result !== undefined) {
    const error = result.kind === 'unknown' ? result.error : null
    await recordProviderHealth(db, refund, { message: result.message, error }, clock.now())
    await applyResult(deps.orders, refund, result)
  }
  await scheduleRefund(db, refund, nextAskAt(refund.tries, clock.now()))
}

/** The refund in the provider's words. Undefined while another provider than the one that took the payment is connected. */
const requestOf = async (
  { orders: { db }, secrets, providers }: SendRefundsDeps,
  refund: DueRefund,
): Promise<{ readonly provider: Provider; readonly request: RefundRequest } | undefined> => {
  const evidence = await findProviderEvidence(db, refund)
  const verification = await findVerification(db, secrets, refund)
  const paid = evidence && orderOfReference(evidence.reference)
  if (evidence === undefined || paid === undefined || verification === undefined) return undefined
  const start = `${verification.source}:`
  if (!evidence.key.startsWith(start)) return undefined
  const qrs = await listQrsOfOrders(db, refund.merchantId, [paid.orderId])
  const reference = qrs.find(({ attempt }) => attempt === paid.attempt)?.reference ?? evidence.reference
  const { refundId, amount } = refund
  const request = { refundId, amount, reference, paymentId: evidence.key.slice(start.length) }
  return { provider: providers(verification), request }
}

const ask = async (
  { startRefund, findRefund: find }: Provider,
  request: RefundRequest,
  { wasAsked, askedAt }: DueRefund,
  now: Date,
): Promise<RefundResult | undefined> => {
  if (!wasAsked) return startRefund?.(request)
  const known = await find?.(request)
  if (known?.kind !== 'absent' || !isLost(askedAt, now)) return known
  const again = await startRefund?.(request)
  // A provider may refuse a name that it has after all: then what it has counts.
  if (again?.kind !== 'refused') return again
  const after = await find?.(request)
  return after?.kind === 'absent' ? again : after
}

const changeOf = (result: RefundResult): RefundChange | undefined => {
  switch (result.kind) {
    case 'sent':
      return { kind: 'sent', utr: result.utr, providerId: result.providerId }
    case 'done':
      return { kind: 'confirmed', by: 'provider', utr: result.utr, providerId: result.providerId }
    case 'refused':
      return { kind: 'failed', reason: result.message }
    default:
      return undefined
  }
}

const applyResult = async (orders: OrderDeps, due: DueRefund, result: RefundResult): Promise<void> => {
  const change = changeOf(result)
  if (change === undefined) return
  await orders.db.transaction(async (tx) => {
    const credit = await lockCredit(tx, due, due.creditId)
    const refund = await findRefund(tx, due.merchantId, due.mode, due.refundId)
    // Asked again, it is still under way.
    if (refund === undefined || refund.state === change.kind) return
    await changeLocked(tx, orders, { credit, refund, byWhom: 'provider' }, change)
  })
}
