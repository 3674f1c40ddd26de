import type { CreditState } from '@galla/contract/credits'
import type { OrderDeps } from '../orders/change-order.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import { type Credit, MAY_STILL_MATCH, type ReportedCredit } from './credit.ts'
import {
  addEvidence,
  completeUtr,
  findKnown,
  findKnownOf,
  holdCredit,
  insertCredits,
  setCreditState,
} from './credit-store.ts'
import { matchCredit } from './match-credit.ts'

export type Recorded =
  | { readonly kind: 'known'; readonly creditId: string }
  | {
      readonly kind: 'recorded'
      readonly creditId: string
      readonly state: CreditState
      readonly orderId: string | null
    }

/**
 * The one door through which every source tells of money. However often, in whichever order and at the same time it is told:
 * one credit, at most one settlement, one history entry, one notification. What is no clean match waits with its reason.
 */
export const recordCredit = async (deps: OrderDeps, told: ReportedCredit): Promise<Recorded> => {
  const known = await findKnown(deps.db, told)
  if (known !== undefined) return { kind: 'known', creditId: known }
  return deps.db.transaction((tx) => recordCreditWithin(tx, deps, told))
}

/** The same inside a transaction that has something else to keep or to undo with it. */
export const recordCreditWithin = async (
  tx: Transaction,
  deps: OrderDeps,
  told: ReportedCredit,
): Promise<Recorded> => {
  const now = deps.clock.now()
  // Some providers know of a payment before the bank's reference of it has come.
  const isCompleted =
    told.utr !== null && told.source === 'provider' && (await completeUtr(tx, told, namelessId(told)))
  const { credit, isNew } = await holdCredit(tx, told, creditIdFor(deps, told, now), now)
  if (isNew) return matchHeld(tx, deps, credit, told, isNew)
  if (!(await addEvidence(tx, credit.creditId, told, now)) && !isCompleted)
    return { kind: 'known', creditId: credit.creditId }
  if (told.amount !== credit.amount) return keepMismatch(tx, deps, credit, told)
  if (!MAY_STILL_MATCH[credit.state]) return recorded(credit, credit.state, credit.orderId)
  return matchHeld(tx, deps, credit, told, isNew)
}

/**
 * Several that one file tells of one account, in their order, with the same outcome as one after the other. Those that are new are
 * written by one statement, and those that it has told before are found by another: the same file again costs next to nothing.
 */
export const recordCreditsWithin = async (
  tx: Transaction,
  deps: OrderDeps,
  told: readonly (ReportedCredit & { readonly source: 'statement' })[],
): Promise<Recorded[]> => {
  const now = deps.clock.now()
  const ids = told.map((each) => creditIdFor(deps, each, now))
  const made = new Map(await insertCredits(tx, told, ids, now))
  const others = told.filter((_each, place) => !made.has(ids[place] ?? ''))
  const known = await findKnownOf(tx, others)
  const all: Recorded[] = []
  for (const [place, each] of told.entries()) {
    const credit = made.get(ids[place] ?? '')
    // The same telling may come twice, and is new only once.
    if (credit !== undefined) made.delete(credit.creditId)
    const creditId = known.get(each.sourceKey)
    if (credit !== undefined) all.push(await matchHeld(tx, deps, credit, each, true))
    else if (creditId !== undefined) all.push({ kind: 'known', creditId })
    else all.push(await recordCreditWithin(tx, deps, each))
  }
  return all
}

/** The credit is held, and new or not yet anybody's. */
const matchHeld = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  told: ReportedCredit,
  isNew: boolean,
): Promise<Recorded> => {
  const { reference, receivedBefore = null, settlesByItself = true } = told
  const telling = { reference, receivedBefore, isFirst: isNew, settlesByItself }
  const { state, order } = await matchCredit(tx, deps, credit, telling)
  const orderId = order?.orderId ?? null
  if (isNew || state !== credit.state || orderId !== credit.orderId)
    await setCreditState(tx, credit, { state, orderId }, entryOf(deps, told))
  return recorded(credit, state, orderId)
}

const recorded = (credit: Credit, state: CreditState, orderId: string | null): Recorded => ({
  kind: 'recorded',
  creditId: credit.creditId,
  state,
  orderId,
})

const entryOf = (deps: OrderDeps, told: ReportedCredit) => {
  const at = deps.clock.now()
  return {
    entryId: deps.ids.ulid(at),
    at,
    byWhom: told.by?.whom ?? told.source,
    detail: { sourceKey: told.sourceKey, ...(told.by?.note && { note: told.by.note }) },
  }
}

/** Without a UTR the telling itself is all there is to know the credit by: told again, it is the same one. */
const namelessId = ({ accountId, source, sourceKey }: ReportedCredit): string =>
  `told_${sha256(`${accountId}\n${source}\n${sourceKey}`).toString('hex')}`

const creditIdFor = (deps: OrderDeps, told: ReportedCredit, now: Date): string =>
  told.utr === null ? namelessId(told) : deps.ids.ulid(now)

/** Two sources disagree about the amount of one payment: a person has to look, unless it has settled its order already. */
const keepMismatch = async (
  tx: Transaction,
  deps: OrderDeps,
  credit: Credit,
  told: ReportedCredit,
): Promise<Recorded> => {
  const state = MAY_STILL_MATCH[credit.state] ? 'amount_mismatch' : credit.state
  const entry = entryOf(deps, told)
  await setCreditState(
    tx,
    credit,
    { state, orderId: credit.orderId },
    { ...entry, detail: { ...entry.detail, toldPaise: told.amount.toString() } },
  )
  return recorded(credit, state, credit.orderId)
}
