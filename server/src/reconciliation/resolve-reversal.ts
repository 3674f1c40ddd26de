import { REVERSAL_ACTIONS } from '@galla/contract/reconciliation/reversals'
import { lockMerchantCredit, recordCreditHistory } from '../ledger/credit-store.ts'
import { findReversal, recordReversalDecision } from '../ledger/reversals/reversal-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { Refusal } from '../platform/refusal.ts'
import { updateCreditNote } from './reconcile-store.ts'

const DECISIONS = { accept: 'accepted', ignore: 'ignored' } as const

/**
 * Decides on the reversal of a payment that settled its order: the merchant accepts the loss, or ignores the reversal. Neither changes
 * the credit. Returns false without such a case: then the action is about the payment itself. The same decision again changes nothing.
 */
export const resolveReversal = async (
  deps: OrderDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  creditId: string,
  action: keyof typeof DECISIONS,
  note: string | undefined,
): Promise<boolean> => {
  const { email: byWhom } = await findMerchant(deps, merchantId)
  return deps.db.transaction(async (tx) => {
    const credit = await lockMerchantCredit(tx, merchantId, mode, creditId)
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
