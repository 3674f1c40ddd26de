import { SECOND_MS } from '@galla/contract/durations'
import { tell } from '../../notices/tell.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { findVerification } from '../../payment-accounts/account-source-store.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import { violatedUnique } from '../../platform/database/database-errors.ts'
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
  updateRefund,
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
 * the provider is asked what became of that name. Once a lost request can no longer arrive, the same name is sent again if the provider
 * documents that it takes a name once; if not, the merchant is asked.
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
  const canRepeat = isLost(refund.askedAt, clock.now())
  const result = found && (await ask(found.provider, found.request, refund, canRepeat))
  if (result !== undefined) {
    const error = 'error' in result ? result.error : null
    await recordProviderHealth(db, refund, { message: result.message, error }, clock.now())
    await applyResult(deps.orders, refund, result)
    if (result.kind === 'absent' && canRepeat && found?.provider.refundsOnce === true)
      await askMerchant(deps.orders, refund, result.message)
  }
  // Only who asked first knows that nothing was sent.
  const isUnsent = !refund.wasAsked && (result === undefined || result.kind === 'unsent')
  await scheduleRefund(db, refund, nextAskAt(refund.tries, clock.now()), isUnsent)
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
  { startRefund, findRefund: find, refundsOnce }: Provider,
  request: RefundRequest,
  { wasAsked }: DueRefund,
  canRepeat: boolean,
): Promise<RefundResult | undefined> => {
  if (wasAsked) {
    const known = await find?.(request)
    if (known?.kind !== 'absent' || !canRepeat || refundsOnce) return known
  }
  const made = await startRefund?.(request)
  // A provider may refuse a name that it has after all: then what it has counts.
  if (made?.kind !== 'refused') return made
  const after = await find?.(request)
  return after?.kind === 'absent' ? made : after
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
  const apply = (known: RefundChange) =>
    orders.db.transaction(async (tx) => {
      const credit = await lockCredit(tx, due, due.creditId)
      const refund = await findRefund(tx, due.merchantId, due.mode, due.refundId)
      // Asked again, it is still under way.
      if (refund === undefined || (refund.state === known.kind && refund.providerId !== null)) return
      await changeLocked(tx, orders, { credit, refund, byWhom: 'provider' }, known)
    })
  await apply(change).catch((error: unknown) => {
    // A provider that gives the UTR of the payment gives the same for each part of it.
    if (!('utr' in change) || violatedUnique(error) !== 'refunds_utr_once') throw error
    return apply({ ...change, utr: null })
  })
}

/** Asks the merchant, once, what became of a refund that the provider may have taken and does not know. */
const askMerchant = (orders: OrderDeps, due: DueRefund, reason: string): Promise<void> =>
  orders.db.transaction(async (tx) => {
    await lockCredit(tx, due, due.creditId)
    const refund = await findRefund(tx, due.merchantId, due.mode, due.refundId)
    if (refund?.state !== 'requested' || refund.reason !== null) return
    await updateRefund(tx, { ...refund, reason })
    const notice = { kind: 'question', paise: String(refund.amount), order: null, isRefund: true } as const
    await tell(tx, { merchantId: due.merchantId, key: `refund ${due.refundId}`, notice })
  })
