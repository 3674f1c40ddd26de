import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { lockAmounts } from './amount-lock-store.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import { recordCreditHistory } from './credit-store.ts'
import { copyEvidence } from './evidence-store.ts'
import { rankAlike } from './same-payment.ts'
import {
  type AlikeCredit,
  findAlikeById,
  findWithoutUtr,
  listAnsweredRepeats,
  updateMergedCredits,
  updatePossibleRepeats,
} from './same-payment-store.ts'

type Deps = Pick<OrderDeps, 'clock' | 'ids'>

interface Merge {
  readonly credit: Credit
  /** The credit of the same payment that goes on to count. */
  readonly to: string
  readonly byWhom: string
}

/** Merges credits without a UTR with those that count: the evidence is copied, the record stays and counts nowhere. */
const mergeCredits = async (tx: Transaction, deps: Deps, merges: readonly Merge[]): Promise<void> => {
  const ids = merges.map(({ credit, to }) => ({
    merchantId: credit.merchantId,
    from: credit.creditId,
    to,
  }))
  await copyEvidence(tx, ids)
  await updateMergedCredits(tx, ids)
  const at = deps.clock.now()
  await recordCreditHistory(
    tx,
    merges.map(({ credit, to, byWhom }) => ({
      at,
      byWhom,
      entryId: deps.ids.ulid(at),
      credit: { ...credit, state: 'ignored' },
      detail: { action: 'join', joinedTo: to },
    })),
  )
}

interface ReportedPayment {
  readonly report: ReportedCredit
  readonly creditId: string
}

/** Merges the alerts that had no UTR with the payments that they turn out to be of. */
export const mergeAlike = async (
  tx: Transaction,
  deps: Deps,
  reported: readonly ReportedPayment[],
): Promise<void> => {
  if (reported.length === 0) return
  const found = await findWithoutUtr(tx, reported)
  const withAlike = reported.flatMap(({ report, creditId }, n) => {
    const alike = found[n] ?? []
    return alike.length === 0 ? [] : [{ report, creditId, alike }]
  })
  if (withAlike.length === 0) return
  const ids = withAlike.map(({ report: { merchantId }, creditId }) => ({ merchantId, creditId }))
  const counting = new Map((await findAlikeById(tx, ids)).map((credit) => [credit.creditId, credit]))
  const merges = new Map<string, Merge>()
  const questions = new Map<string, { merchantId: string; creditId: string; of: string }>()
  for (const { report, creditId, alike } of withAlike) {
    const credit = counting.get(creditId)
    if (credit === undefined) continue
    const { merged, asked } = mergeInto(
      credit,
      alike.filter((each) => !merges.has(each.creditId)),
    )
    counting.set(creditId, merged.reduce(withSightingsOf, credit))
    for (const each of merged)
      merges.set(each.creditId, { credit: each, to: creditId, byWhom: report.source })
    for (const { merchantId, creditId: asking } of asked)
      questions.set(asking, { merchantId, creditId: asking, of: creditId })
  }
  if (merges.size > 0) await mergeCredits(tx, deps, [...merges.values()])
  const open = [...questions.values()].filter(({ creditId }) => !merges.has(creditId))
  if (open.length > 0) await updatePossibleRepeats(tx, open)
}

const withSightingsOf = (to: AlikeCredit, from: AlikeCredit): AlikeCredit => ({
  ...to,
  sightings: [...to.sightings, ...from.sightings],
})

/** Those that are records of this payment, one of each reporter; and those that may be. */
const mergeInto = (credit: AlikeCredit, alike: readonly AlikeCredit[]) => {
  const merged: AlikeCredit[] = []
  let rest = alike
  for (let counting = credit; ; ) {
    // What asks about another one comes last, so that it asks about the payment if it is not merged.
    const [first] = rankAlike(counting.sightings, rest).filter(({ likeness }) => likeness === 'same')
    if (first === undefined) {
      const asked = rankAlike(counting.sightings, rest).map((each) => each.credit)
      return { merged, asked: asked.filter((each) => each.possibleRepeatOf === null && !each.isSeparate) }
    }
    merged.push(first.credit)
    counting = withSightingsOf(counting, first.credit)
    rest = rest.filter((each) => each !== first.credit)
  }
}

/**
 * Answers the questions that a statement answers: it lists every payment of a time, so a message that may repeat one of them, and has no
 * row that is left for it, does.
 */
export const mergeAnswered = async (
  deps: Pick<OrderDeps, 'db' | 'clock' | 'ids'>,
  account: Pick<Credit, 'merchantId' | 'accountId'>,
  covered: { readonly from: Date; readonly to: Date },
): Promise<void> => {
  for (let isDone = false; !isDone; )
    isDone = await deps.db.transaction(async (tx) => {
      const repeats = await listAnsweredRepeats(tx, account, covered)
      if (repeats.length === 0) return true
      await lockAmounts(tx, repeats)
      const locked = new Set(repeats.map(({ creditId }) => creditId))
      const merges = (await listAnsweredRepeats(tx, account, covered)).flatMap((credit) =>
        credit.possibleRepeatOf === null || !locked.has(credit.creditId)
          ? []
          : [{ credit, to: credit.possibleRepeatOf, byWhom: 'statement' }],
      )
      if (merges.length > 0) await mergeCredits(tx, deps, merges)
      return false
    })
}
