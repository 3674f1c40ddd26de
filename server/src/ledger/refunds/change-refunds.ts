import { REFUND_MIN } from '@galla/contract/payment-accounts/verification'
import { CREDIT_ACTIONS } from '@galla/contract/reconciliation/credits'
import type { RefundWay } from '@galla/contract/reconciliation/refunds'
import { displayRupees, formatRupees, type Paise, paise } from '@galla/upi/rupees'
import { authorOf } from '../../merchants/author-of.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { answerOnce } from '../../orders/create/create-order-once.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { violatedUnique } from '../../platform/database/database-errors.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { recordMerchantEvent } from '../../webhooks/events/record-merchant-event.ts'
import type { Credit } from '../credit.ts'
import { recordCreditHistory, updateCreditState } from '../credit-store.ts'
import { type Caller, lockCredit } from '../lock-credit.ts'
import { clearRefundedDecision, findReversal, recordReversalDecision } from '../reversals/reversal-store.ts'
import { refundOfKey } from './list-refunds.ts'
import {
  changedRefund,
  isMerchants,
  leftOf,
  type Refund,
  type RefundChange,
  stateAfterRefunds,
} from './refund.ts'
import { requestComparison } from './refund-debit-store.ts'
import {
  findRefund,
  findRefundedCredit,
  findRequestedRefund,
  findStateBeforeRefund,
  insertRefund,
  listRefundsOfCredit,
  lockRefundingOfCopies,
  scheduleReceiptAgain,
  updateRefund,
} from './refund-store.ts'

/** Refunds of one payment, with those that failed. */
const REFUNDS_MAX = 50

export interface RefundForm {
  readonly requestId?: string | undefined
  /** All that is left, if it names none. */
  readonly amount?: Paise | undefined
  readonly way?: RefundWay
  /** Of a transfer that was made already. */
  readonly utr?: string | undefined
  readonly note?: string | undefined
}

const isReturned = ({ state }: Refund): boolean => state === 'sent' || state === 'confirmed'

/** A constraint refuses a second refund with one UTR or of one request, also where two come at once. */
export const asRefusal = (error: unknown): never => {
  const violated = violatedUnique(error)
  if (violated === 'refunds_utr_once') throw invalidField('utr', 'This UTR belongs to another refund')
  if (violated === 'refunds_request_once') throw invalidField('requestId', 'This was used for another refund')
  throw error
}

/**
 * Starts a refund of a payment, or records one that the merchant has sent already. The lock on the credit makes two at once follow each
 * other, so that together they never exceed the payment. The same request again is the same refund.
 */
export const startRefund = async (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  form: RefundForm,
): Promise<void> => {
  const byWhom = await authorOf(deps, caller)
  await deps.db.transaction((tx) => startIn(tx, deps, { caller, creditId, byWhom, form })).catch(asRefusal)
}

const BY_KEY = 'API key'

/** Starts a refund by key, or finds the one that this request started. With an Idempotency-Key the reply is that of the first call. */
export const startRefundOfKey = (
  deps: OrderDeps,
  caller: Pick<Caller, 'merchantId' | 'mode'>,
  creditId: string,
  form: RefundForm,
  key: string | undefined,
): Promise<string> =>
  deps.db
    .transaction((tx) => {
      const answer = async () => {
        const refund = await startIn(tx, deps, { caller, creditId, byWhom: BY_KEY, form })
        return JSON.stringify({ success: true, msg: 'Refund requested', data: refundOfKey(refund) })
      }
      if (key === undefined) return answer()
      const { merchantId, mode } = caller
      const sent = JSON.stringify(['refund', creditId, { ...form, amount: form.amount?.toString() }])
      return answerOnce(tx, deps, { merchantId, mode, key }, sha256(sent), answer)
    })
    .catch(asRefusal)

const startIn = async (
  tx: Transaction,
  deps: OrderDeps,
  { creditId, ...start }: Omit<Requested, 'credit'> & { readonly creditId: string },
): Promise<Refund> => {
  const { caller, byWhom, form } = start
  const credit = await lockCredit(tx, caller, creditId)
  const same = await findSameRequest(tx, caller, credit, form)
  if (same !== undefined) return same
  const refund = await insertRequested(tx, deps, { ...start, credit })
  if (form.utr === undefined) return refund
  await assertUtrOfRefund(tx, credit, form.utr)
  await changeLocked(tx, deps, { credit, refund, byWhom }, { kind: 'sent', utr: form.utr })
  return refund
}

const findSameRequest = async (
  tx: Transaction,
  { merchantId, mode }: Caller,
  { creditId, state }: Credit,
  { requestId, amount, utr, way = 'upi' }: RefundForm,
): Promise<Refund | undefined> => {
  if (requestId === undefined) {
    const latest = (await listRefundsOfCredit(tx, merchantId, creditId)).findLast(isReturned)
    return state === 'refunded' && latest?.utr === utr ? latest : undefined
  }
  const found = await findRequestedRefund(tx, merchantId, mode, requestId)
  if (found === undefined) return undefined
  if (found.creditId !== creditId || found.way !== way || (amount ?? found.amount) !== found.amount)
    throw invalidField('requestId', 'This was used for another refund')
  return found
}

interface Requested {
  readonly caller: Caller
  readonly credit: Credit
  readonly byWhom: string
  readonly form: RefundForm
}

const insertRequested = async (
  tx: Transaction,
  deps: OrderDeps,
  { caller, credit, byWhom, form }: Requested,
): Promise<Refund> => {
  if (!CREDIT_ACTIONS[credit.state].refund) throw new Refusal('credit_decided')
  const ofCopies = await lockRefundingOfCopies(tx, credit, caller.mode)
  const left = leftOf({ ...credit, refunding: credit.refunding + ofCopies })
  const amount = form.amount ?? left
  if (form.way === 'provider') await assertRefundable(tx, caller, credit, amount)
  if (left === 0n) throw invalidField('amount', 'Nothing of this payment is left to refund')
  if (amount > left) throw invalidField('amount', `Only ${displayRupees(left)} is left to refund`)
  if ((await listRefundsOfCredit(tx, credit.merchantId, credit.creditId)).length >= REFUNDS_MAX)
    throw invalidField('amount', `A payment has at most ${REFUNDS_MAX} refunds`)
  const at = deps.clock.now()
  const refund: Refund = {
    merchantId: credit.merchantId,
    refundId: deps.ids.ulid(at),
    creditId: credit.creditId,
    accountId: credit.accountId,
    mode: caller.mode,
    amount,
    way: form.way ?? 'upi',
    state: 'requested',
    requestId: form.requestId ?? null,
    utr: null,
    providerId: null,
    confirmedBy: null,
    requestedBy: byWhom,
    note: form.note ?? null,
    reason: null,
    requestedAt: at,
    sentAt: null,
    endedAt: null,
    revivedAt: null,
  }
  await insertRefund(tx, refund)
  // A transfer that was made already is one entry.
  if (form.utr === undefined) await tellOf(tx, deps, { credit, refund, byWhom }, at)
  return refund
}

const assertRefundable = async (
  tx: Transaction,
  { merchantId, mode }: Caller,
  { creditId }: Credit,
  amount: Paise,
): Promise<void> => {
  const provider = (await findRefundedCredit(tx, merchantId, mode, creditId))?.provider ?? null
  const least = provider && REFUND_MIN[provider]
  if (least === null) throw new Refusal('no_verification')
  if (amount > 0n && amount < least)
    throw invalidField('amount', `This provider refunds ${displayRupees(paise(least))} or more`)
}

/** A bank reverses a payment under the payment's own UTR; any other transfer has a UTR of its own. */
const assertUtrOfRefund = async (tx: Transaction, credit: Credit, utr: string): Promise<void> => {
  if (credit.utr === utr && (await findReversal(tx, credit))?.decision !== null)
    throw invalidField('utr', 'This is the UTR of the payment, not of its refund')
}

/** Records what the merchant says of a refund. The same again changes nothing. */
export const changeRefund = async (
  deps: OrderDeps,
  caller: Caller,
  refundId: string,
  change: RefundChange,
): Promise<string> => {
  const byWhom = await authorOf(deps, caller)
  return deps.db
    .transaction(async (tx) => {
      const found = await findRefund(tx, caller.merchantId, caller.mode, refundId)
      if (found === undefined) throw new Refusal('refund_not_found')
      const credit = await lockCredit(tx, caller, found.creditId)
      const refund = await findRefund(tx, caller.merchantId, caller.mode, refundId)
      if (refund === undefined) throw new Refusal('refund_not_found')
      if (isSame(refund, change)) return credit.creditId
      if (change.kind === 'sent' && change.utr !== null) await assertUtrOfRefund(tx, credit, change.utr)
      // What the provider may have taken is for the provider to end.
      if (!isMerchants(refund) || !(await changeLocked(tx, deps, { credit, refund, byWhom }, change)))
        throw new Refusal('refund_decided')
      return credit.creditId
    })
    .catch(asRefusal)
}

const isSame = (refund: Refund, change: RefundChange): boolean =>
  change.kind === 'sent'
    ? isReturned(refund) && refund.utr === change.utr
    : refund.state === change.kind && isMerchants(refund)

interface LockedRefund {
  readonly credit: Credit
  readonly refund: Refund
  readonly byWhom: string
  /** The UTR that a corrected one replaces. */
  readonly typed?: string | null
}

/** Writes a change of a refund whose credit is locked, with the state of the credit. Returns false where it is not possible now. */
export const changeLocked = async (
  tx: Transaction,
  deps: OrderDeps,
  { credit, refund, byWhom }: LockedRefund,
  change: RefundChange,
): Promise<boolean> => {
  const at = deps.clock.now()
  const changed = changedRefund(refund, change, at)
  if (changed === undefined) return false
  const { merchantId, creditId } = credit
  await updateRefund(tx, changed)
  const refunds = await listRefundsOfCredit(tx, merchantId, creditId)
  const returned = refunds.filter(isReturned).reduce((sum, each) => sum + each.amount, 0n)
  const before = (await findStateBeforeRefund(tx, merchantId, creditId)) ?? credit.state
  const state = stateAfterRefunds(credit, returned, before)
  const decided = { ...credit, state }
  if (state !== credit.state) {
    await updateCreditState(tx, decided)
    if (state === 'refunded') await recordReversalDecision(tx, credit, 'refunded', at)
    else await clearRefundedDecision(tx, credit)
  }
  // A statement may have been imported before its UTR was typed.
  if (changed.state === 'sent' && changed.utr !== null) await requestComparison(tx, changed, changed.utr)
  if (isReturned(changed) && !isReturned(refund)) await scheduleReceiptAgain(tx, merchantId, creditId, at)
  const isCorrected = refund.state === 'sent' && changed.state === 'sent' && changed.utr !== refund.utr
  const typed = isCorrected ? refund.utr : null
  await tellOf(tx, deps, { credit: decided, refund: changed, byWhom, typed }, at)
  return true
}

const ENTRIES = {
  requested: 'request_refund',
  sent: 'refund',
  confirmed: 'confirm_refund',
  failed: 'fail_refund',
  cancelled: 'cancel_refund',
} as const satisfies Record<Refund['state'], string>

/** Adds a refund as it is now to the history of its credit, and records the event. */
const tellOf = async (
  tx: Transaction,
  deps: OrderDeps,
  { credit, refund, byWhom, typed = null }: LockedRefund,
  at: Date,
): Promise<void> => {
  const { merchantId, refundId, requestId, mode, state, utr, amount, note, reason, revivedAt } = refund
  const { creditId } = credit
  const why = state === 'failed' || state === 'cancelled' ? reason : note
  await recordCreditHistory(tx, {
    credit,
    entryId: deps.ids.ulid(at),
    at,
    byWhom,
    detail: {
      action: ENTRIES[state],
      refundPaise: amount.toString(),
      ...(utr !== null && { refundUtr: utr }),
      ...(typed !== null && { typedUtr: typed }),
      ...(why !== null && { note: why }),
    },
  })
  // An order stays paid when another payment of it goes back. Named, it would be refunded at its receiver.
  const about = await findRefundedCredit(tx, merchantId, mode, creditId)
  const orderId = about?.settledOrderId ?? null
  await recordMerchantEvent(tx, deps, {
    merchantId,
    mode,
    type: `refund.${state}`,
    // What follows an end that did not hold has events of its own, even if one of this kind was before.
    about: revivedAt === null ? refundId : `${refundId} revived`,
    data: {
      refundId,
      requestId,
      creditId,
      orderId,
      client_txn_id: orderId === null ? null : (about?.clientTxnId ?? null),
      amount: formatRupees(amount),
      utr,
      reference: refund.providerId,
      reason,
    },
  })
}
