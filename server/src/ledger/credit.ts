import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Rail } from '@galla/upi/rail'
import type { Paise } from '@galla/upi/rupees'
import { atMoment, type Received } from './received.ts'

/**
 * A credit: an account received an amount at a time, with a UTR. Three sources that report it are one credit with three pieces of
 * evidence. Its facts never change; its state may, and each change is recorded with who made it and when.
 */
export type CreditSource = 'provider' | 'alert' | 'statement' | 'manual' | 'simulator'

export interface ReportedCredit {
  readonly merchantId: string
  readonly accountId: string
  readonly source: CreditSource
  /** Identifies the report at its source, such as a notification's id or a row's hash. The same report again has the same key. */
  readonly sourceKey: string
  readonly utr: string | null
  /** A person entered the UTR, or saw the money without one. */
  readonly isUtrTyped?: boolean
  readonly amount: Paise
  /** How the money moved, as the source says. */
  readonly rail: Rail
  /** The moment that people see: the one that the source names, the start of the day, or the time of the report. */
  readonly receivedAt: Date
  /** When the money may have come. Left out: at exactly `receivedAt`. */
  readonly received?: Received
  /** The person who reports it, if one does. */
  readonly by?: { readonly whom: string; readonly note: string | null }
  /** The UPI reference (`tr`) of the attempt, where the source reports it. */
  readonly reference: string | null
  readonly payerUpiId: string | null
  readonly payerName: string | null
  /** The bank or app, and the phone. A report without a UTR and without a reporter is compared with no other. */
  readonly reporter?: string
  /** The reporter's id of the message. Two ids are two messages. */
  readonly messageId?: string | null
  /** Hashes of the message's sentence, without its digits, and of its whole text. */
  readonly wording?: `${string} ${string}`
  /** False where the source does not say that a customer paid. Then only a person may match the credit. */
  readonly settlesByItself?: boolean
  /** True where the origin and the account are certain, so that a lowered amount proves its order without a UTR. */
  readonly provesAmount?: boolean
}

export const receivedOf = ({
  received,
  receivedAt,
}: Pick<ReportedCredit, 'received' | 'receivedAt'>): Received => received ?? atMoment(receivedAt)

export interface Credit {
  readonly creditId: string
  readonly merchantId: string
  readonly accountId: string
  readonly utr: string | null
  /** A person entered the UTR or saw the money without one, and no source has reported its UTR. */
  readonly isUtrTyped: boolean
  readonly amount: Paise
  /** What is sent back of it, without refunds that failed. */
  readonly refunding: Paise
  /** Of the first report. */
  readonly rail: Rail
  readonly receivedAt: Date
  readonly payerUpiId: string | null
  readonly state: CreditState
  readonly orderId: string | null
  /** The credit that this one may repeat. The merchant decides. */
  readonly possibleRepeatOf: string | null
  /** The credit of the same payment that counts instead of this one. */
  readonly mergedInto: string | null
}

export type Recorded =
  | { readonly kind: 'known'; readonly creditId: string }
  | {
      readonly kind: 'recorded'
      readonly creditId: string
      readonly state: CreditState
      readonly orderId: string | null
    }

/**
 * The rail that decides whether a credit may settle an order by amount. A later report may name a rail that the first one left open. If
 * two reports name different rails, it may be no QR payment: `other`.
 */
export const settlingRail = ({ rail: first }: Credit, { rail }: ReportedCredit): Rail => {
  if (first === rail || rail === 'unknown') return first
  return first === 'unknown' ? rail : 'other'
}

/** Whether an order has an amount of its own, which nobody pays by chance. */
export const isLowered = (order: { readonly amount: bigint; readonly payable: bigint }): boolean =>
  order.payable < order.amount && order.payable % 100n !== 0n

/** The reference of an attempt: `ORDERID` for the first attempt, then `ORDERID` + `R` + n. */
const REFERENCE = /^([0-9A-HJKMNP-TV-Z]{26})(?:R([2-9]))?$/

export const orderOfReference = (reference: string): { orderId: string; attempt: number } | undefined => {
  const parts = REFERENCE.exec(reference)
  if (parts?.[1] === undefined) return undefined
  return { orderId: parts[1], attempt: parts[2] === undefined ? 1 : Number(parts[2]) }
}

/** Whether a known credit may still be matched automatically when another source reports it. */
export const MAY_STILL_MATCH = {
  matched: false,
  unmatched: true,
  ambiguous: true,
  amount_mismatch: false,
  duplicate: false,
  ignored: false,
  refunded: false,
} as const satisfies Record<CreditState, boolean>

/** When the money came, as one piece of evidence says. */
export interface TimeReport {
  readonly source: CreditSource
  /** Null where it does not say. */
  readonly from: Date | null
  /** The end of the day, where only the day is reported. */
  readonly before: Date | null
  readonly reportedAt: Date
}
type NamedTime = TimeReport & { readonly from: Date }

/** When the money came, as precisely as it is known. */
export interface ReceivedTime {
  readonly at: Date
  /** Only the day is known; `at` is its start. */
  readonly isDay: boolean
}

/** Sources that report the time of the payment, the most exact first. An alert has the time of a message, which may come days later. */
const EXACT_SOURCES: readonly CreditSource[] = ['provider', 'statement', 'simulator']

const earliest = (reports: readonly NamedTime[]): NamedTime | undefined =>
  reports.toSorted((a, b) => a.from.getTime() - b.from.getTime())[0]

/** A provider's clock may be ahead of ours. */
const CLOCKS_APART_MS = 5 * 60_000

/**
 * The reports whose time is not after the first report of the payment. Banks book payments of the late evening on the next day, and a
 * statement's month may have been read as its day. A person may confirm a payment before it comes.
 */
const plausibleReports = (reports: readonly TimeReport[]): NamedTime[] => {
  const known = reports
    .filter(({ source }) => source !== 'manual')
    .map(({ reportedAt }) => reportedAt.getTime())
  const knownAt = Math.min(...known)
  return reports.flatMap((report) => {
    const { from, before } = report
    const latest = before === null ? knownAt + CLOCKS_APART_MS : knownAt
    return from !== null && from.getTime() <= latest ? [{ ...report, from }] : []
  })
}

/** Decides when the money came. Null where no source says it, for example when a person confirms a payment. */
export const receivedTimeOf = (timeReports: readonly TimeReport[]): ReceivedTime | null => {
  const reports = plausibleReports(timeReports)
  const exactTimeOf = (source: CreditSource) =>
    earliest(reports.filter((report) => report.source === source && report.before === null))
  for (const source of EXACT_SOURCES) {
    const exact = exactTimeOf(source)
    if (exact !== undefined) return { at: exact.from, isDay: false }
  }
  const message = exactTimeOf('alert')
  const day = earliest(reports.filter(({ before }) => before !== null))
  // A message of a later day than the bank's was late.
  if (message !== undefined && (day === undefined || istDayOf(message.from) === istDayOf(day.from)))
    return { at: message.from, isDay: false }
  return day === undefined ? null : { at: startOfIstDay(istDayOf(day.from)), isDay: true }
}

/** The columns of a credit. */
export const CREDIT_COLUMNS = {
  creditId: 'credit_id',
  merchantId: 'merchant_id',
  accountId: 'account_id',
  utr: 'utr',
  isUtrTyped: 'is_utr_typed',
  amount: 'amount_paise',
  refunding: 'refunding_paise',
  rail: 'rail',
  receivedAt: 'received_at',
  payerUpiId: 'payer_upi_id',
  state: 'state',
  orderId: 'order_id',
  possibleRepeatOf: 'possible_repeat_of',
  mergedInto: 'merged_into',
} as const satisfies Record<keyof Credit, string>
