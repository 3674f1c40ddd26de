import { CREDIT_ACTIONS, type CreditAction, type CreditState } from '@galla/contract/reconciliation/credits'
import type { Credit } from '../ledger/credit.ts'
import { recordCreditHistory, updateCreditState } from '../ledger/credit-store.ts'
import { type Caller, lockCredit } from '../ledger/lock-credit.ts'
import { type Match, settleWith } from '../ledger/match-credit.ts'
import { recordReversalDecision } from '../ledger/reversals/reversal-store.ts'
import { recordCase } from '../ledger/tell-case.ts'
import { authorOf } from '../merchants/author-of.ts'
import { type OrderDeps, writeChange } from '../orders/change-order.ts'
import type { Order } from '../orders/order.ts'
import type { SettlingCredit } from '../orders/order-change.ts'
import { lockMerchantOrder } from '../orders/order-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { updateCreditNote } from './reconcile-store.ts'

export interface ActionContext {
  readonly tx: Transaction
  readonly deps: OrderDeps
  readonly credit: Credit
  readonly byWhom: string
}

interface Outcome {
  readonly state: CreditState
  readonly orderId: string | null
  readonly detail?: Record<string, unknown>
}

interface Decision {
  readonly action: CreditAction
  readonly note?: string | undefined
  /** Whether the same decision was made before: then nothing changes. */
  readonly isDone: (credit: Credit, tx: Transaction) => boolean | Promise<boolean>
  readonly act: (context: ActionContext) => Promise<Outcome>
}

/**
 * Locks the credit, checks whether the action is allowed in its state, performs it and records who decided and when. Of two different
 * decisions the first one counts.
 */
export const decideOnCredit = async (
  deps: OrderDeps,
  caller: Caller,
  creditId: string,
  { action, note, isDone, act }: Decision,
): Promise<void> => {
  const byWhom = await authorOf(deps, caller)
  await deps.db.transaction(async (tx) => {
    const credit = await lockCredit(tx, caller, creditId)
    if (await isDone(credit, tx)) return
    if (!CREDIT_ACTIONS[credit.state][action]) throw new Refusal('credit_decided')
    const { state, orderId, detail } = await act({ tx, deps, credit, byWhom })
    if (note !== undefined) await updateCreditNote(tx, credit, note)
    const at = deps.clock.now()
    const decided = { ...credit, state, orderId }
    await updateCreditState(tx, decided)
    if (state !== credit.state) await recordCase(tx, deps, decided)
    if (state === 'ignored') await recordReversalDecision(tx, credit, state, at)
    await recordCreditHistory(tx, {
      credit: decided,
      entryId: deps.ids.ulid(at),
      at,
      byWhom,
      detail: { action, ...(note !== undefined && { note }), ...detail },
    })
  })
}

/** Locks an order of the credit's merchant and account. Money of one account cannot settle an order of another. */
export const lockOrderOfAccount = async (
  { tx, credit }: Pick<ActionContext, 'tx' | 'credit'>,
  orderId: string,
): Promise<Order> => {
  const order = await lockMerchantOrder(tx, credit.merchantId, orderId)
  if (order === undefined) throw new Refusal('order_not_found')
  if (order.accountId !== credit.accountId)
    throw invalidField(
      'orderId',
      'This order is paid to another account than the one that received the money',
    )
  return order
}

export const settleByHand = async (
  { tx, deps }: ActionContext,
  credit: Credit,
  order: Order,
  accepted: SettlingCredit['accepted'] = null,
): Promise<Match> => {
  const match = settleWith(credit, order, deps.clock.now(), accepted)
  if (match.change !== undefined) await writeChange(tx, deps, match.change)
  return match
}
