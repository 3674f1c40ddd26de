import { authorOf } from '../../merchants/author-of.ts'
import type { OrderDeps } from '../../orders/change-order.ts'
import { violatedUnique } from '../../platform/database/database-errors.ts'
import { deleteByAge } from '../../platform/jobs/delete-by-age.ts'
import { inEachMerchant } from '../../platform/jobs/each-merchant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Caller, lockCredit } from '../lock-credit.ts'
import { asRefusal, changeLocked } from './change-refunds.ts'
import { type Debit, type DebitedRefund, fitOf, refundOfDebit } from './refund.ts'
import {
  type DebitKey,
  deleteFreeDebits,
  listMerchantsOfFreeDebits,
  listPendingDebits,
  listPendingDebitsOf,
  lockFreeDebit,
  updateDebit,
} from './refund-debit-store.ts'
import { findRefund, listDebitedRefunds } from './refund-store.ts'

const COMPARED_MAX = 500

/** Compares the new debits of an account with its refunds. What a crash leaves, the sweep compares. */
export const confirmByDebits = async (
  deps: OrderDeps,
  account: Pick<Debit, 'merchantId' | 'accountId'>,
): Promise<void> => {
  for (const debit of await listPendingDebitsOf(deps.db, account, COMPARED_MAX)) await compare(deps, debit)
}

export const compareDebits = async (deps: OrderDeps): Promise<{ readonly more: boolean }> => {
  const debits = await listPendingDebits(deps.db, COMPARED_MAX)
  await inEachMerchant(
    Map.groupBy(debits, ({ merchantId }) => merchantId),
    async ([, ofMerchant]) => {
      for (const debit of ofMerchant) await compare(deps, debit)
    },
  )
  return { more: debits.length === COMPARED_MAX }
}

/** Confirms the refund that a debit certainly is. It is looked for again under the lock of its credit: meanwhile another may fit too. */
const compare = (deps: OrderDeps, debit: Debit): Promise<void> =>
  confirmBy(deps, debit).catch(async (error: unknown) => {
    // A refund of another account has its UTR: the merchant says which it is.
    if (violatedUnique(error) !== 'refunds_utr_once') throw error
    await deps.db.transaction((tx) => updateDebit(tx, debit, null))
  })

const confirmBy = async (deps: OrderDeps, debit: Debit): Promise<void> => {
  const found = refundOfDebit(await listDebitedRefunds(deps.db, debit), debit)
  await deps.db.transaction(async (tx) => {
    const credit = found && (await lockCredit(tx, found, found.creditId))
    const free = await lockFreeDebit(tx, debit)
    if (free === undefined) return
    const refund = refundOfDebit(await listDebitedRefunds(tx, free), free)
    if (refund === undefined) return void (await updateDebit(tx, free, null))
    // Another one since: it stays pending.
    if (credit === undefined || refund.creditId !== credit.creditId) return
    await updateDebit(tx, free, refund.refundId)
    if (refund.state === 'confirmed') return
    const change = { kind: 'confirmed', by: free.source, utr: free.utr, until: free.until } as const
    await changeLocked(tx, deps, { credit, refund, byWhom: free.source }, change)
  })
}

/** Records the merchant's word that a debit is this refund, where several or only the amount fitted. */
export const confirmByHand = async (
  deps: OrderDeps,
  caller: Caller,
  refundId: string,
  key: Pick<DebitKey, 'source' | 'sourceKey'>,
): Promise<string> => {
  const byWhom = await authorOf(deps, caller)
  return deps.db
    .transaction(async (tx) => {
      const found = await findRefund(tx, caller.merchantId, caller.mode, refundId)
      if (found === undefined) throw new Refusal('refund_not_found')
      const credit = await lockCredit(tx, caller, found.creditId)
      const refund = await findRefund(tx, caller.merchantId, caller.mode, refundId)
      if (refund?.state === 'confirmed') return credit.creditId
      const debit = await lockFreeDebit(tx, {
        ...key,
        merchantId: found.merchantId,
        accountId: found.accountId,
      })
      if (refund === undefined || debit === undefined) throw new Refusal('refund_decided')
      const debited: DebitedRefund = { ...refund, payerUpiId: credit.payerUpiId }
      const change = { kind: 'confirmed', by: debit.source, utr: debit.utr, until: debit.until } as const
      if (
        fitOf(debited, debit) === 'none' ||
        !(await changeLocked(tx, deps, { credit, refund, byWhom }, change))
      )
        throw new Refusal('refund_decided')
      await updateDebit(tx, debit, refundId)
      return credit.creditId
    })
    .catch(asRefusal)
}

const FREE_DAYS = 90

/** Deletes debits that turned out to be no refund. */
export const deleteOldDebits = (deps: Pick<OrderDeps, 'db' | 'clock'>) =>
  deleteByAge(deps, FREE_DAYS, { listMerchants: listMerchantsOfFreeDebits, deleteRows: deleteFreeDebits })
