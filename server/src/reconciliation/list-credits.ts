import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { startOfIstDay } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import {
  CREDIT_HISTORY_ACTIONS,
  CREDIT_STATES,
  type CreditFilter,
  type CreditRow,
  type CreditState,
  type creditCounts,
  type listCredits as endpoint,
  type listPayments,
  WAITING_STATES,
} from '@galla/contract/reconciliation/credits'
import type { getPayment } from '@galla/contract/reconciliation/refunds'
import type { Reversal } from '@galla/contract/reconciliation/reversals'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { readRefundsOfKey } from '../ledger/refunds/list-refunds.ts'
import { countReversed, listReversed } from '../ledger/reversals/reversal-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { COUNTED_MAX, cursorOf, MS, paginationOf, placeOf } from '../platform/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  countByStates,
  countLate,
  countWaiting,
  findListed,
  type ListedCredit,
  listByStates,
  listCreditsByIds,
  listCreditsOfRange,
  listLate,
} from './credit-list-store.ts'
import { searchCredits } from './credit-search-store.ts'
import { sumOwed } from './reconcile-store.ts'

interface Deps {
  readonly db: Database
}
type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

const rupees = (paise: bigint | string): number => toRupeeNumber(BigInt(paise) as Paise)

const iso = (at: string): string => new Date(at).toISOString()

const reversalFrom = ({ openedAt, decision, reports }: NonNullable<ListedCredit['reversal']>): Reversal => ({
  openedAt: iso(openedAt),
  decision,
  reports: reports.map(({ amount, at, ...report }) => ({
    ...report,
    amount: amount === null ? null : rupees(amount),
    at: iso(at),
  })),
})

const rowFrom = ({
  amount,
  fee,
  copyOf: _,
  order,
  reversal,
  evidence,
  history,
  ...row
}: ListedCredit): CreditRow => ({
  ...isoDates(row),
  amount: rupees(amount),
  ...(fee !== null && { fee: rupees(fee) }),
  sources: [...new Set(evidence.map(({ source }) => source))],
  ...(reversal !== null && { reversal: reversalFrom(reversal) }),
  order: order === null ? null : { ...order, amount: rupees(order.amount) },
  evidence: evidence.map((report) => ({
    ...report,
    amount: rupees(report.amount),
    reportedAt: iso(report.reportedAt),
  })),
  history: history.map((entry) => ({
    ...entry,
    at: iso(entry.at),
    action: CREDIT_HISTORY_ACTIONS.find((action) => action === entry.action) ?? null,
    refundAmount: entry.refundAmount === null ? null : rupees(entry.refundAmount),
  })),
})

const waitingCounts = async (
  { db }: Deps,
  { merchantId, mode }: Caller,
): Promise<ReplyOf<typeof endpoint>['counts']> => {
  const counts = { unmatched: 0, ambiguous: 0, amount_mismatch: 0, duplicate: 0, open: 0 }
  for (const { state, n } of await countWaiting(db, merchantId, mode)) {
    counts[state] = n
    counts.open += n
  }
  return counts
}

/** The counts, and what is owed over all open cases. */
export const readCreditCounts = async (
  deps: Deps,
  caller: Caller,
): Promise<ReplyOf<typeof creditCounts>['data']> => {
  const counts = await waitingCounts(deps, caller)
  const sums = await sumOwed(deps.db, caller.merchantId, caller.mode)
  return {
    ...counts,
    owed: {
      toCustomers: { count: sums.toCustomers, amount: rupees(sums.toCustomersPaise) },
      byCustomers: { count: sums.byCustomers, amount: rupees(sums.byCustomersPaise) },
    },
  }
}

const statesOf = (filter: CreditFilter): readonly CreditState[] => {
  switch (filter) {
    case 'open':
      return WAITING_STATES
    case 'late':
      return ['matched']
    case 'reversed':
      return ['matched', 'refunded']
    case 'any':
      return CREDIT_STATES
    default:
      return [filter]
  }
}

/** Lists with a condition in addition to the state. */
const SPECIAL_LISTS = {
  late: { list: listLate, count: countLate },
  reversed: {
    list: listReversed,
    count: (db: Database, merchantId: string, mode: Mode) =>
      countReversed(db, merchantId, mode, COUNTED_MAX + 1),
  },
}

const isSpecial = (filter: CreditFilter): filter is keyof typeof SPECIAL_LISTS =>
  Object.hasOwn(SPECIAL_LISTS, filter)

const findPage = async (
  { db }: Deps,
  { merchantId, mode }: Caller,
  { state, page, limit, search }: QueryOf<typeof endpoint>,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> => {
  const range = { offset: (page - 1) * limit, limit }
  const states = statesOf(state)
  if (search !== undefined) {
    const searched = { merchantId, mode, states, only: state }
    return searchCredits(db, searched, search, { ...range, countedMax: COUNTED_MAX })
  }
  const [ids, total] = await Promise.all(
    isSpecial(state)
      ? [
          SPECIAL_LISTS[state].list(db, merchantId, mode, range),
          SPECIAL_LISTS[state].count(db, merchantId, mode),
        ]
      : [listByStates(db, merchantId, mode, states, range), countByStates(db, merchantId, mode, states)],
  )
  return { ids, total }
}

/** Lists a page of the credits of the mode. A page beyond the end is empty. */
export const listCredits = async (
  deps: Deps,
  caller: Caller,
  query: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> => {
  const { ids, total } = await findPage(deps, caller, query)
  const [rows, counts] = await Promise.all([
    listCreditsByIds(deps.db, caller.merchantId, ids),
    waitingCounts(deps, caller),
  ])
  return { data: rows.map(rowFrom), counts, pagination: paginationOf(total, query) }
}

const getListed = async (
  { db }: Deps,
  { merchantId, mode }: Caller,
  creditId: string,
): Promise<ListedCredit> => {
  const row = await findListed(db, merchantId, mode, creditId)
  if (row === undefined) throw new Refusal('credit_not_found')
  return row
}

/** Reads one credit of the merchant, as the list shows it. */
export const readCredit = async (deps: Deps, caller: Caller, creditId: string): Promise<CreditRow> =>
  rowFrom(await getListed(deps, caller, creditId))

/** Reads one credit with its refunds, as a key may. */
export const readCreditOfKey = async (
  deps: Deps,
  caller: Caller,
  creditId: string,
): Promise<ReplyOf<typeof getPayment>['data']> => ({
  ...byKeyFrom(await getListed(deps, caller, creditId)),
  ...(await readRefundsOfKey(deps, caller, creditId)),
})

const byKeyFrom = (row: ListedCredit): ReplyOf<typeof listPayments>['data'][number] => {
  const { id, utr, amount, fee, rail, payerUpiId, payerName, receivedAt, state, orderId, sources, order } =
    rowFrom(row)
  return {
    ...{ id, utr, rail, payerUpiId, payerName, receivedAt, state, orderId, sources },
    amount: amount.toFixed(2),
    fee: fee?.toFixed(2) ?? null,
    clientTransactionId: order?.clientTransactionId ?? null,
    copyOf: row.copyOf,
  }
}

const CREDIT_ID = /^\w{1,80}$/

/** A page of the payments that a key may read, newest first: those below the cursor's. */
export const listCreditsOfKey = async (
  { db }: Deps,
  { merchantId, mode }: Caller,
  { cursor, limit, from, to }: Omit<QueryOf<typeof listPayments>, 'state'>,
  states: readonly CreditState[] = CREDIT_STATES,
): Promise<ReplyOf<typeof listPayments>> => {
  const [at, creditId] = placeOf(cursor, MS, CREDIT_ID)
  const range = {
    below: at === undefined || creditId === undefined ? null : { receivedAt: new Date(Number(at)), creditId },
    from: from === undefined ? null : startOfIstDay(from),
    before: to === undefined ? null : new Date(startOfIstDay(to).getTime() + DAY_MS),
  }
  const ids = await listCreditsOfRange(db, { merchantId, mode, states }, range, limit + 1)
  const rows = await listCreditsByIds(db, merchantId, ids.slice(0, limit))
  const last = rows.at(-1)
  return {
    data: rows.map(byKeyFrom),
    next:
      ids.length > limit && last !== undefined ? cursorOf(String(last.receivedAt.getTime()), last.id) : null,
  }
}
