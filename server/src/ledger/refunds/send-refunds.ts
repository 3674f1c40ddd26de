import { SECOND_MS } from '@galla/contract/durations'
import { tell } from '../../notices/tell.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { findVerification } from '../../payment-accounts/account-source-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { violatedUnique } from '../../platform/database/database-errors.ts'
import { inEachMerchant } from '../../platform/jobs/each-merchant.ts'
import { listQrsOfOrders } from '../../provider-qr/provider-qr-store.ts'
import type { RefundRequest, RefundResult } from '../../providers/connector.ts'
import type { Provider, Providers } from '../../providers/providers.ts'
import { recordProviderHealth } from '../../providers/record-provider-health.ts'
import { type Credit, orderOfReference } from '../credit.ts'
import { lockCredit } from '../lock-credit.ts'
import { changeLocked } from './change-refunds.ts'
import { excessOf, isLost, isQuestion, nextAskAt, type Refund, type RefundChange } from './refund.ts'
import {
  claimDueRefunds,
  type DueRefund,
  findProviderEvidence,
  findRefund,
  findRefundedCredit,
  isClaimed,
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
 * documents that it takes a name once; if not, or if it says nothing of use, the merchant is asked, and it is never sent again. What the
 * merchant ends then is looked for on the same schedule: the provider may have sent it.
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
  const { wasAsked } = refund
  const found = await requestOf(deps, refund)
  const mayStart = await isToBeSent(deps.orders, refund)
  const { result, isStarted } = found
    ? await ask(found.provider, found.request, refund, { clock, mayStart })
    : { result: undefined, isStarted: false }
  if (result !== undefined) {
    const error = 'error' in result ? result.error : null
    await recordProviderHealth(db, refund, { message: result.message, error }, clock.now())
    await applyResult(deps.orders, refund, result)
  }
  const isStuck = !isStarted && isQuestion(refund, saidIn(result), clock.now())
  const isEnd = result?.kind === 'refused' || result?.kind === 'done'
  const nextAt = isEnd ? null : nextAskAt(refund.tries, clock.now())
  const isGivenUp = !isEnd && nextAt === null
  if (isStuck || isGivenUp || (!wasAsked && !mayStart))
    await askMerchant(deps.orders, refund, result?.message ?? (wasAsked ? UNKNOWN : UNASKED), isGivenUp)
  // Only who asked first knows that nothing was sent.
  const isUnsent = !wasAsked && (result === undefined || result.kind === 'unsent')
  await scheduleRefund(db, refund, nextAt, isUnsent)
}

const UNASKED = 'Galla has not sent this refund'
const UNKNOWN = 'Galla cannot ask the provider about this refund'

const saidIn = (result: RefundResult | undefined): 'nothing' | 'unknown' | 'known' => {
  switch (result?.kind) {
    case 'sent':
    case 'done':
    case 'refused':
      return 'known'
    case 'absent':
      return 'unknown'
    case 'unknown':
      return result.error?.kind === 'down' || result.error?.kind === 'not_sent' ? 'nothing' : 'unknown'
    default:
      return 'nothing'
  }
}

/** Whether a refund may be sent: nobody has said otherwise, the merchant was not asked, and no more than was paid goes back with it. */
const isToBeSent = async (
  { db }: OrderDeps,
  { merchantId, mode, creditId, state, reason }: DueRefund,
): Promise<boolean> => {
  if (state !== 'requested' || reason !== null) return false
  const credit = await findRefundedCredit(db, merchantId, mode, creditId)
  return credit !== undefined && excessOf(credit) === 0n
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

/** Looks for a refund, and sends it where it may be sent. After the end of its claim another process may ask, so nothing is sent. */
const ask = async (
  { startRefund, findRefund: find, refundsOnce }: Provider,
  request: RefundRequest,
  { wasAsked, askedAt, until }: DueRefund,
  { clock, mayStart }: { readonly clock: Clock; readonly mayStart: boolean },
): Promise<{ readonly result: RefundResult | undefined; readonly isStarted: boolean }> => {
  if (wasAsked || !mayStart) {
    const known = await find?.(request)
    const isRepeated = mayStart && known?.kind === 'absent' && isLost(askedAt, clock.now()) && !refundsOnce
    if (!isRepeated) return { result: known, isStarted: false }
  }
  if (clock.now() >= until) return { result: undefined, isStarted: false }
  const made = await startRefund?.(request)
  // A provider may refuse a name that it has after all: then what it has counts.
  if (made?.kind !== 'refused') return { result: made, isStarted: true }
  const after = await find?.(request)
  return { result: after?.kind === 'absent' ? made : after, isStarted: true }
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
  const apply = (known: RefundChange, hasUtr: boolean) =>
    orders.db.transaction(async (tx) => {
      const claimed = await lockClaimed(tx, due)
      // Asked again, it is still under way.
      if (
        claimed === undefined ||
        (claimed.refund.state === known.kind && claimed.refund.providerId !== null)
      )
        return
      const { credit, refund } = claimed
      const of = { credit, refund: hasUtr || refund.endedAt === null ? refund : { ...refund, utr: null } }
      const isChanged = await changeLocked(tx, orders, { ...of, byWhom: 'provider' }, known)
      if (isChanged && refund.endedAt !== null) await tellOfRefund(tx, refund, 'revived')
    })
  await apply(change, true).catch((error: unknown) => {
    // A provider that gives the UTR of the payment gives the same for each part of it.
    if (!('utr' in change) || violatedUnique(error) !== 'refunds_utr_once') throw error
    return apply({ ...change, utr: null }, false)
  })
}

/** Locks a claimed refund with its credit. Undefined if another process has claimed it since: it asks the provider itself. */
const lockClaimed = async (
  tx: Transaction,
  due: DueRefund,
): Promise<{ readonly credit: Credit; readonly refund: Refund } | undefined> => {
  const credit = await lockCredit(tx, due, due.creditId)
  const refund = await findRefund(tx, due.merchantId, due.mode, due.refundId)
  return refund !== undefined && (await isClaimed(tx, due)) ? { credit, refund } : undefined
}

/** Asks the merchant, once, what became of a refund that the provider may have taken and does not know, or never ended. */
const askMerchant = (orders: OrderDeps, due: DueRefund, reason: string, isGivenUp: boolean): Promise<void> =>
  orders.db.transaction(async (tx) => {
    const refund = (await lockClaimed(tx, due))?.refund
    const isOpen = refund?.state === 'requested' || (refund?.state === 'sent' && isGivenUp)
    if (refund === undefined || !isOpen || refund.reason !== null) return
    await updateRefund(tx, { ...refund, reason })
    await tellOfRefund(tx, refund, 'asked')
  })

const tellOfRefund = (
  tx: Transaction,
  { merchantId, refundId, creditId, amount }: Refund,
  refund: 'asked' | 'revived',
): Promise<void> => {
  const notice = { kind: 'question', paise: String(amount), order: null, refund, creditId } as const
  return tell(tx, { merchantId, key: `refund ${refundId}${refund === 'asked' ? '' : ' revived'}`, notice })
}
