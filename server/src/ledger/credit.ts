import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import type { Rail } from '@galla/upi/rail'
import type { Paise } from '@galla/upi/rupees'

/**
 * A credit: an account received an amount at a time, with a UTR. Three sources that report it are one credit with three pieces of
 * evidence. Its facts never change; its state may, and each change is recorded with who made it and when.
 */
export type CreditSource = 'provider' | 'alert' | 'statement' | 'manual' | 'simulator'

export interface ReportedCredit {
  readonly merchantId: string
  readonly accountId: string
  readonly source: CreditSource
  /** Identifies the record at its source, so that the same record sent again is recognised: a notification's id, a row's hash. */
  readonly sourceKey: string
  readonly utr: string | null
  readonly amount: Paise
  /** By which way the money came, as the source says. */
  readonly rail: Rail
  readonly receivedAt: Date
  /** For a source that reports only the day: `receivedAt` is its start and this is its end. Null where the time is exact. */
  readonly receivedBefore?: Date | null
  /** False where the source does not say when the money came: `receivedAt` is then when it reported. */
  readonly namesTime?: boolean
  /** The person who reports it; without one, the source itself. */
  readonly by?: { readonly whom: string; readonly note: string | null }
  /** The UPI reference (`tr`) of the attempt, where the source reports it. */
  readonly reference: string | null
  readonly payerUpiId: string | null
  readonly payerName: string | null
  /** The reporter: the bank or app, and the phone. A report without a UTR and without a reporter is compared with no other. */
  readonly reporter?: string
  /** The reporter's own number of the message. Two numbers are two messages. */
  readonly messageId?: string | null
  /** Hashes of the message's sentence, without its digits, and of its whole text. */
  readonly wording?: `${string} ${string}`
  /** False where the source does not say that a customer paid: the credit is recorded, and only a person may match it. */
  readonly settlesByItself?: boolean
}

export interface Credit {
  readonly creditId: string
  readonly merchantId: string
  readonly accountId: string
  readonly utr: string | null
  readonly amount: Paise
  /** Of the first report. */
  readonly rail: Rail
  readonly receivedAt: Date
  readonly payerUpiId: string | null
  readonly state: CreditState
  readonly orderId: string | null
  /** The credit whose payment this one may report again; the merchant has to say. */
  readonly possibleRepeatOf: string | null
  /** The credit of the same payment that counts in place of this one. */
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
 * The rail that decides whether a credit may settle an order by amount. A report may name what the first one left open; reports that
 * name two rails are not sure to be of a QR payment.
 */
export const settlingRail = ({ rail: first }: Credit, { rail }: ReportedCredit): Rail => {
  if (first === rail || rail === 'unknown') return first
  return first === 'unknown' ? rail : 'other'
}

/** An order's id is the first 26 characters of the reference of each of its attempts: `ORDERID` or `ORDERID` + `R` + n. */
const REFERENCE = /^([0-9A-HJKMNP-TV-Z]{26})(?:R([2-9]))?$/

export const orderOfReference = (reference: string): { orderId: string; attempt: number } | undefined => {
  const parts = REFERENCE.exec(reference)
  if (parts?.[1] === undefined) return undefined
  return { orderId: parts[1], attempt: parts[2] === undefined ? 1 : Number(parts[2]) }
}

/** Whether a known credit may still be matched automatically when it is reported again with more facts. */
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

/** Those whose time is that of the payment, the best first. The time of an alert is that of a message, which may come days later. */
const EXACT_SOURCES: readonly CreditSource[] = ['provider', 'statement', 'simulator']

const earliest = (reports: readonly NamedTime[]): NamedTime | undefined =>
  reports.toSorted((a, b) => a.from.getTime() - b.from.getTime())[0]

/** A provider's clock may be ahead of ours. */
const CLOCKS_APART_MS = 5 * 60_000

/**
 * Those of no later time than the first source knew of the payment. Banks book payments of the late evening on the next day, and a
 * statement's month may have been read as its day. A person may confirm a payment before it comes.
 */
const possible = (reports: readonly TimeReport[]): NamedTime[] => {
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

/** Null where no source says when the money came, as when a person confirms a payment. */
export const receivedTimeOf = (given: readonly TimeReport[]): ReceivedTime | null => {
  const reports = possible(given)
  const of = (source: CreditSource) =>
    earliest(reports.filter((report) => report.source === source && report.before === null))
  for (const source of EXACT_SOURCES) {
    const exact = of(source)
    if (exact !== undefined) return { at: exact.from, isDay: false }
  }
  const message = of('alert')
  const day = earliest(reports.filter(({ before }) => before !== null))
  // A message of another day than the bank's came late.
  if (message !== undefined && (day === undefined || istDayOf(message.from) === istDayOf(day.from)))
    return { at: message.from, isDay: false }
  return day === undefined ? null : { at: startOfIstDay(istDayOf(day.from)), isDay: true }
}
