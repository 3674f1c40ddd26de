import type { Credit } from '../ledger/credit.ts'
import { lockMerchantCredit, recordCreditHistory } from '../ledger/credit-store.ts'
import { copyEvidence } from '../ledger/evidence-store.ts'
import { updateMergedCredits, updatePossibleRepeats } from '../ledger/same-payment-store.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { violatedUnique } from '../platform/database/database-errors.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type Caller, decideOn, ownOrder, settleByHand } from './decide-on-credit.ts'
import { findRefund, isSeparate, updateCreditNote, updateUtr } from './reconcile-store.ts'
import { findReversal } from './reversals/reversal-store.ts'

const ACCEPTED_WITHOUT_NOTE = 'Accepted as paid in Reconciliation'
const MISSING_UTR =
  'Your bank did not report a UTR for this payment. Please enter the one that your account shows.'

export const assignCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  form: { readonly orderId: string; readonly utr?: string | undefined; readonly note?: string | undefined },
): Promise<void> =>
  decideOn(
    deps,
    caller,
    creditId,
    'assign',
    form.note,
    async (context) => {
      const { tx, credit } = context
      // One payment is for one order: a merged record belongs to the other credit.
      if (credit.mergedInto !== null) throw new Refusal('credit_decided')
      if (credit.utr === null && form.utr === undefined) throw invalidField('utr', MISSING_UTR)
      if (credit.utr !== null && form.utr !== undefined && form.utr !== credit.utr)
        throw invalidField('utr', 'This payment has another UTR')
      const utr = credit.utr ?? form.utr ?? ''
      if (credit.utr === null) await updateUtr(tx, credit, utr)
      const order = await ownOrder(context, form.orderId)
      const { state } = await settleByHand(context, { ...credit, utr }, order)
      return { state, orderId: order.orderId, detail: { utr } }
    },
    (credit) => credit.state === 'matched' && credit.orderId === form.orderId,
  ).catch((error: unknown) => {
    throw violatedUnique(error) === 'credits_utr_once' ? new Refusal('utr_taken') : error
  })

export const acceptCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  note: string | undefined,
): Promise<void> =>
  decideOn(
    deps,
    caller,
    creditId,
    'accept',
    note,
    async (context) => {
      const { credit, whom } = context
      // Two sources that disagree about one payment name no order; it has to be assigned first.
      if (credit.orderId === null || credit.utr === null) throw new Refusal('credit_decided')
      const order = await ownOrder(context, credit.orderId)
      const { state } = await settleByHand(context, credit, order, {
        by: whom,
        why: note ?? ACCEPTED_WITHOUT_NOTE,
      })
      return { state, orderId: order.orderId }
    },
    (credit) => credit.state === 'matched',
  )

export const refundCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  form: { readonly utr: string; readonly note?: string | undefined },
): Promise<void> =>
  decideOn(
    deps,
    caller,
    creditId,
    'refund',
    form.note,
    async ({ tx, credit }) => {
      // A bank that takes a payment back does so under the payment's own UTR.
      if (credit.utr === form.utr && (await findReversal(tx, credit))?.decision !== null)
        throw invalidField('utr', 'This is the UTR of the payment, not of its refund')
      return { state: 'refunded', orderId: credit.orderId, detail: { refundUtr: form.utr } }
    },
    // Another refund was recorded before; the second person has to see it.
    async (credit, tx) => credit.state === 'refunded' && (await findRefund(tx, credit)) === form.utr,
  )

export const ignoreCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  note: string | undefined,
): Promise<void> =>
  decideOn(
    deps,
    caller,
    creditId,
    'ignore',
    note,
    async ({ credit }) => ({ state: 'ignored', orderId: credit.orderId }),
    (credit) => credit.state === 'ignored',
  )

/** Records a note, in every state. Nothing else changes. */
export const noteCredit = async (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  note: string,
): Promise<void> => {
  const { email: byWhom } = await findMerchant(deps, caller.merchantId)
  await deps.db.transaction(async (tx) => {
    const credit = await lockMerchantCredit(tx, caller.merchantId, caller.mode, creditId)
    if (credit === undefined) throw new Refusal('credit_not_found')
    await updateCreditNote(tx, credit, note)
    const at = deps.clock.now()
    const detail = { action: 'note', note }
    await recordCreditHistory(tx, [{ credit, entryId: deps.ids.ulid(at), at, byWhom, detail }])
  })
}

const mergeWith = async (
  tx: Transaction,
  { merchantId, creditId: from }: Credit,
  to: string,
): Promise<void> => {
  await copyEvidence(tx, [{ merchantId, from, to }])
  await updateMergedCredits(tx, [{ merchantId, from, to }])
}

/** Merges two records of one payment, the first of them without its UTR: all evidence goes to the one that has it. */
export const joinCredit = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  form: { readonly creditId: string; readonly note?: string | undefined },
): Promise<void> =>
  decideOn(
    deps,
    caller,
    creditId,
    'join',
    form.note,
    async ({ tx, credit }) => {
      if (credit.utr !== null) throw new Refusal('credit_decided')
      const other = await lockMerchantCredit(tx, caller.merchantId, caller.mode, form.creditId)
      if (other === undefined || other.accountId !== credit.accountId) throw new Refusal('credit_not_found')
      if (other.utr === null || other.amount !== credit.amount)
        throw invalidField('creditId', 'Choose a payment of the same amount that has a UTR')
      await mergeWith(tx, credit, other.creditId)
      return { state: 'ignored', orderId: other.orderId, detail: { joinedTo: other.creditId } }
    },
    (credit) => credit.mergedInto === form.creditId,
  )

/** Records whether two messages that look the same report one payment or two. */
export const answerRepeat = (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  times: 'once' | 'twice',
): Promise<void> =>
  decideOn(
    deps,
    caller,
    creditId,
    'join',
    undefined,
    async ({ tx, credit }) => {
      const { merchantId, possibleRepeatOf: of } = credit
      if (of === null) throw new Refusal('credit_decided')
      if (times === 'twice') {
        await updatePossibleRepeats(tx, [{ merchantId, creditId, of: null }])
        return { state: credit.state, orderId: credit.orderId, detail: { action: 'separate' } }
      }
      await mergeWith(tx, credit, of)
      return { state: 'ignored', orderId: null, detail: { joinedTo: of } }
    },
    async (credit, tx) =>
      times === 'once'
        ? credit.mergedInto !== null
        : credit.state === 'unmatched' && credit.possibleRepeatOf === null && (await isSeparate(tx, credit)),
  )
