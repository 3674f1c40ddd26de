import { REVERSAL_ACTIONS } from '@galla/contract/reconciliation/reversals'
import type { Credit } from '../ledger/credit.ts'
import { isUtrTaken, lockMerchantCredit, recordCreditHistory } from '../ledger/credit-store.ts'
import { copyEvidence } from '../ledger/evidence-store.ts'
import type { Caller } from '../ledger/lock-credit.ts'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import { isAskedFor } from '../ledger/refunds/refund-store.ts'
import { findReversal, recordReversalDecision } from '../ledger/reversals/reversal-store.ts'
import { updateMergedCredit, updatePossibleRepeat } from '../ledger/same-payment-store.ts'
import { authorOf } from '../merchants/author-of.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import { findOrderInScope, lockMerchantOrder } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type ActionContext, decideOnCredit, lockOrderOfAccount, settleByHand } from './decide-on-credit.ts'
import { countNotes, isSeparate, updateCorrectedUtr, updateCreditNote, updateUtr } from './reconcile-store.ts'

const NOTES_MAX = 200
const ACCEPTED_WITHOUT_NOTE = 'Accepted as paid in Reconciliation'
const MISSING_UTR =
  'Your bank did not report a UTR for this payment. Please enter the one that your account shows.'

export const assignCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  {
    orderId,
    utr,
    note,
  }: { readonly orderId: string; readonly utr?: string | undefined; readonly note?: string | undefined },
): Promise<void> =>
  decideOnCredit(deps, caller, creditId, {
    action: 'assign',
    note,
    isDone: (credit) => credit.state === 'matched' && credit.orderId === orderId,
    async act(context) {
      const credit = await withUtr(context, utr)
      const order = await lockOrderOfAccount(context, orderId)
      const { state } = await settleByHand(context, credit, order)
      return { state, orderId, detail: { utr: credit.utr } }
    },
  }).catch((error: unknown) => {
    throw isUtrTaken(error) ? new Refusal('utr_taken') : error
  })

/** The credit with its UTR, which the merchant enters where the bank reported none. */
const withUtr = async (
  { tx, credit }: Pick<ActionContext, 'tx' | 'credit'>,
  utr: string | undefined,
): Promise<Credit> => {
  // One payment is for one order: a merged record belongs to the other credit.
  if (credit.mergedInto !== null) throw new Refusal('credit_decided')
  if (credit.utr !== null) {
    if (utr !== undefined && utr !== credit.utr) throw invalidField('utr', 'This payment has another UTR')
    return credit
  }
  if (utr === undefined) throw invalidField('utr', MISSING_UTR)
  await updateUtr(tx, credit, utr)
  return { ...credit, utr }
}

export const acceptCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  note: string | undefined,
): Promise<void> =>
  decideOnCredit(deps, caller, creditId, {
    action: 'accept',
    note,
    isDone: (credit) => credit.state === 'matched',
    async act(context) {
      const { credit, byWhom } = context
      // A credit of which sources report two amounts has no order yet: it has to be assigned first.
      if (credit.orderId === null || credit.utr === null) throw new Refusal('credit_decided')
      const order = await lockOrderOfAccount(context, credit.orderId)
      const accepted = { by: byWhom, why: note ?? ACCEPTED_WITHOUT_NOTE }
      const { state } = await settleByHand(context, credit, order, accepted)
      return { state, orderId: order.orderId }
    },
  })

export const ignoreCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  note: string | undefined,
): Promise<void> =>
  decideOnCredit(deps, caller, creditId, {
    action: 'ignore',
    note,
    isDone: (credit) => credit.state === 'ignored',
    act: async ({ credit }) => ({ state: 'ignored', orderId: credit.orderId }),
  })

/** Records a note, in every state. Nothing else changes. */
export const noteCredit = async (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  note: string,
): Promise<void> => {
  const byWhom = await authorOf(deps, caller)
  await deps.db.transaction(async (tx) => {
    const credit = await lockMerchantCredit(tx, caller.merchantId, caller.mode, creditId)
    if (credit === undefined) throw new Refusal('credit_not_found')
    // The lock on the credit makes the count hold for notes at once.
    if ((await countNotes(tx, credit)) >= NOTES_MAX)
      throw invalidField('note', `A payment holds at most ${NOTES_MAX} notes`)
    await updateCreditNote(tx, credit, note)
    const at = deps.clock.now()
    const detail = { action: 'note', note }
    await recordCreditHistory(tx, { credit, entryId: deps.ids.ulid(at), at, byWhom, detail })
  })
}

/** Merges a credit without a UTR into another one of the same payment. Its evidence is copied there. */
export const joinCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  form: { readonly creditId: string; readonly note?: string | undefined },
): Promise<void> =>
  decideOnCredit(deps, caller, creditId, {
    action: 'join',
    note: form.note,
    isDone: (credit) => credit.mergedInto === form.creditId,
    async act({ tx, credit }) {
      // What was sent back of it stays visible where it is.
      if (credit.utr !== null || (await isGoingBack(tx, credit))) throw new Refusal('credit_decided')
      const other = await lockMerchantCredit(tx, caller.merchantId, caller.mode, form.creditId)
      if (other === undefined || other.accountId !== credit.accountId) throw new Refusal('credit_not_found')
      if (other.utr === null || other.amount !== credit.amount)
        throw invalidField('creditId', 'Choose a payment of the same amount that has a UTR')
      const merge = { merchantId: credit.merchantId, from: creditId, to: other.creditId }
      await updateMergedCredit(tx, merge)
      await copyEvidence(tx, merge)
      return { state: 'ignored', orderId: other.orderId, detail: { joinedTo: other.creditId } }
    },
  })

/** Whether something goes back of it, or may: a provider can still have sent what was cancelled. */
const isGoingBack = async (tx: Transaction, { merchantId, creditId, refunding }: Credit): Promise<boolean> =>
  refunding > 0n || (await isAskedFor(tx, merchantId, creditId))

/** Gives a payment that a person or its lowered amount confirmed the UTR that the bank reports. One that was typed stays in the history. */
const correctUtr = async (
  { tx, deps, byWhom }: ActionContext,
  { merchantId, mode }: Caller,
  confirmedId: string,
  utr: string,
): Promise<void> => {
  const confirmed = await lockMerchantCredit(tx, merchantId, mode, confirmedId)
  if (confirmed === undefined) throw new Refusal('credit_not_found')
  // A source has reported the payment with its own UTR since: then these are two.
  if (confirmed.utr !== null && !confirmed.isUtrTyped) throw new Refusal('credit_decided')
  await updateCorrectedUtr(tx, confirmed, utr)
  const at = deps.clock.now()
  await recordCreditHistory(tx, {
    credit: { ...confirmed, utr },
    entryId: deps.ids.ulid(at),
    at,
    byWhom,
    detail: { action: 'correct_utr', utr, typedUtr: confirmed.utr },
  })
}

/** Records whether two reports that look the same are of one payment or two. */
export const answerRepeat = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  times: 'once' | 'twice',
): Promise<void> =>
  decideOnCredit(deps, caller, creditId, {
    action: 'join',
    isDone: async (credit, tx) =>
      times === 'once'
        ? credit.mergedInto !== null
        : credit.state === 'unmatched' && credit.possibleRepeatOf === null && (await isSeparate(tx, credit)),
    async act(context) {
      const { tx, credit } = context
      const { merchantId, possibleRepeatOf } = credit
      if (possibleRepeatOf === null) throw new Refusal('credit_decided')
      if (times === 'twice') {
        await updatePossibleRepeat(tx, credit, null)
        return { state: credit.state, orderId: credit.orderId, detail: { action: 'separate' } }
      }
      if (await isGoingBack(tx, credit)) throw new Refusal('credit_decided')
      const merge = { merchantId, from: creditId, to: possibleRepeatOf }
      await updateMergedCredit(tx, merge)
      if (credit.utr !== null) await correctUtr(context, caller, possibleRepeatOf, credit.utr)
      await copyEvidence(tx, merge)
      return { state: 'ignored', orderId: null, detail: { joinedTo: possibleRepeatOf, utr: credit.utr } }
    },
  })

/**
 * Records the payment that the merchant saw in their bank account or UPI app, as a credit with the merchant as its source. Nothing is
 * recorded when the UTR belongs to another payment or amount. Without a UTR, the bank's later report asks whether it is this payment.
 */
export const confirmOrder = async (
  deps: OrderDeps,
  caller: Caller,
  orderId: string,
  { utr, note }: { readonly utr?: string | undefined; readonly note?: string | undefined },
): Promise<Order> => {
  const { merchantId } = caller
  const requested = await findOrderInScope(deps.db, caller, orderId)
  if (requested === undefined) throw new Refusal('order_not_found')
  const whom = await authorOf(deps, caller)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const recorded = await recordCreditWithin(tx, deps, {
      merchantId,
      accountId: requested.accountId,
      source: 'manual',
      sourceKey: `${orderId} ${utr ?? 'seen'}`,
      utr: utr ?? null,
      isUtrTyped: true,
      amount: requested.payable,
      rail: 'unknown',
      receivedAt: now,
      received: { from: now, to: now, named: 'nothing' },
      reference: orderId,
      payerUpiId: null,
      payerName: null,
      by: { whom, note: note ?? null },
    })
    const order = await lockMerchantOrder(tx, requested.merchantId, orderId)
    if (order === undefined) throw new Refusal('order_not_found')
    if (recorded.kind === 'known' && order.status === 'success') return order
    if (recorded.kind === 'recorded' && recorded.orderId === orderId) {
      if (recorded.state === 'matched') return order
      if (recorded.state === 'duplicate') throw new Refusal('not_payable')
    }
    throw new Refusal('utr_taken')
  })
}

const DECISIONS = { accept: 'accepted', ignore: 'ignored' } as const

/**
 * Decides on the reversal of a payment that settled its order: the merchant accepts the loss, or ignores the reversal. Neither changes
 * the credit. Returns false without such a case: then the action is about the payment itself. The same decision again changes nothing.
 */
export const resolveReversal = async (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  action: keyof typeof DECISIONS,
  note: string | undefined,
): Promise<boolean> => {
  const byWhom = await authorOf(deps, caller)
  return deps.db.transaction(async (tx) => {
    const credit = await lockMerchantCredit(tx, caller.merchantId, caller.mode, creditId)
    if (credit === undefined) throw new Refusal('credit_not_found')
    const { state } = credit
    if (state !== 'matched' && state !== 'refunded') return false
    const found = await findReversal(tx, credit)
    if (found === undefined) return false
    if (found.decision !== null) {
      if (found.decision === DECISIONS[action]) return true
      throw new Refusal('credit_decided')
    }
    if (!REVERSAL_ACTIONS[state][action]) throw new Refusal('credit_decided')
    const at = deps.clock.now()
    await recordReversalDecision(tx, credit, DECISIONS[action], at)
    if (note !== undefined) await updateCreditNote(tx, credit, note)
    const detail = { action: `${action}_reversal`, ...(note !== undefined && { note }) }
    await recordCreditHistory(tx, { credit, entryId: deps.ids.ulid(at), at, byWhom, detail })
    return true
  })
}
