import type { IgnoredReason, StatementColumns } from '@galla/contract/bank-statements/statements'
import { payerName, payerVpa } from '@galla/upi/alert-payer'
import { isReversal, isReversedCredit, MAY_SETTLE, maybeReward, type Rail, railOf } from '@galla/upi/rail'
import { parseUtr, type Utr } from '@galla/upi/reference'
import type { Paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { moneyOf, shortened } from './statement-money.ts'
import { parseStatementTime } from './statement-values.ts'

/** What a row says: money that came in, something that is none of our business, or something nobody can read. */
export type StatementRow =
  /** Money of another rail is a credit only where the account keeps those. */
  | { readonly kind: 'credit' | 'other_rail'; readonly credit: StatementCredit }
  /** Money that the bank took back from a payment of before. */
  | { readonly kind: 'reversal'; readonly reversal: StatementReversal }
  | { readonly kind: 'ignored'; readonly why: IgnoredReason }
  | { readonly kind: 'error'; readonly msg: string }

export interface StatementCredit {
  /** What the customer paid. */
  readonly amount: Paise
  /** What was kept of it before it reached the account; null where the row does not say. */
  readonly fee: Paise | null
  readonly rail: Rail
  readonly at: Date
  /** The end of the day, where the file gives only the day. */
  readonly before: Date | null
  readonly utr: Utr | null
  /** The UPI reference of one of our orders, where a provider's report or the narration carries it. */
  readonly reference: string | null
  readonly payerUpiId: string | null
  readonly payerName: string | null
  readonly narration: string
  /** False where it may be no customer's payment: a person decides what it is for. */
  readonly settlesByItself: boolean
}

export interface StatementReversal {
  readonly amount: Paise
  readonly at: Date
  /** Of the payment that it takes back. One of these is there. */
  readonly utr: Utr | null
  readonly reference: string | null
  readonly words: string
}

const REVERSAL_WORDS_MAX = 200
const NAME_CHARACTERS_MAX = 100
/** What no database keeps, or no screen shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are to go
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g
const PLAIN_UTR = /^['"]?0*(\d{12})['"]?$/
/** A UPI ID may hold twelve digits as well. */
const ADDRESS = /(?<![\w.])[\w.]+@\w*/g
/** Twelve digits that are no part of an amount, whatever they are glued to. */
const TWELVE_DIGITS = /(?<!\d|\d,)\d{12}(?!\d|[.,]\d)/g
/** Twelve digits that stand by themselves; UPI's may be glued to a C or P. */
const NARRATED_UTR = /(?<![\dA-Za-z@.]|\d,)[CP]?(\d{12})(?!\d|[.,]\d)/
/**
 * Right behind the word for the way of payment and the bank's own code stands the bank's reference. Without the code, or with other
 * signs between them, it may be the payer's name that stands there.
 */
const BANKS_PLACE = /^(?:upi[a-z]{0,2}|imps)\/(?:(?:cr|p2[amp]|mob|in|credit)\/){1,2}[cp]?(\d{12})(?=[/ ]|$)/i
const ORDER_REFERENCE = /(?<![0-9A-Z])(0[0-9A-HJKMNP-TV-Z]{25}(?:R[2-9])?)(?![0-9A-Z])/
const GOOD_STATUS =
  /^(?:(?:txn|payment|transaction)[ _-]?)?(?:success(?:ful(?:ly)?)?|completed?|captured|settled|paid|processed|ok|s|authori[sz]ed|received|credited)$/i

const IS_LONGER =
  'This row has more columns than the others: a sign in its text separates columns, so its amount is not sure'

const AHEAD_MS_MAX = 7 * 86_400_000
export const IS_TO_COME = 'This date is still to come: day and month may be exchanged'

/** What a row says, by when. */
interface DatedRow {
  readonly kind: StatementRow['kind']
  readonly credit?: { readonly at: Date }
  readonly reversal?: { readonly at: Date }
}

/** Whether a row is of a day that is yet to come, which no bank lists. Some book a late evening on the next working day. */
export const isToCome = ({ credit, reversal }: DatedRow, now: Date): boolean => {
  const at = credit?.at ?? reversal?.at
  return at !== undefined && at.getTime() > now.getTime() + AHEAD_MS_MAX
}

/**
 * Pure: the same row with the same columns is always understood in the same way. `width` is how many cells a row has, where a longer
 * one may be cut in the wrong places.
 */
export const readStatementRow = (
  cells: readonly string[],
  columns: StatementColumns,
  headings: readonly string[] = [],
  width = Number.POSITIVE_INFINITY,
): StatementRow => {
  const of = (column: number | undefined): string =>
    column === undefined ? '' : (cells[column] ?? '').toWellFormed().replace(CONTROL, ' ').trim()
  if (cells.length > width && /\d/.test(of(columns.date))) return { kind: 'error', msg: IS_LONGER }
  const money = moneyOf({
    columns,
    of,
    nameOf: (column) => headings[column]?.trim() || `Column ${column + 1}`,
  })
  if (money.kind === 'error') return money
  if (money.kind === 'debit') return debitRow(of, columns, money.amount)
  if (money.kind === 'blank') return { kind: 'ignored', why: 'blank' }
  const when = of(columns.date)
  if (!/\d/.test(when)) return isTransaction(of, columns, cells) ? NO_DATE : { kind: 'ignored', why: 'blank' }
  const time = parseStatementTime(when, of(columns.time), columns.dateOrder)
  if (time === undefined) return { kind: 'error', msg: `The date cannot be read: ${shortened(when)}` }
  if (columns.status !== undefined && !GOOD_STATUS.test(of(columns.status)))
    return { kind: 'ignored', why: 'unsuccessful' }
  const narration = of(columns.narration)
  const rail = railIn(narration, columns)
  const isOtherRail = MAY_SETTLE[rail] === 'never'
  const utr = isOtherRail ? null : utrOf(of(columns.reference), narration, columns)
  if (isReversal(narration)) return { kind: 'ignored', why: 'returned' }
  if (!mayBePayment(rail, utr)) return { kind: 'ignored', why: 'other' }
  const reference = orderReference(of(columns.order), narration)
  const payer = columns.payer === undefined ? undefined : parseVpa(of(columns.payer))
  const named = of(columns.payerName)
  return {
    kind: isOtherRail ? 'other_rail' : 'credit',
    credit: {
      amount: money.amount,
      fee: money.fee,
      rail,
      at: time.at,
      before: time.before,
      utr,
      reference,
      // Some banks put dashes between the parts, which a UPI ID may have in it.
      payerUpiId: payer ?? payerVpa(narration) ?? payerVpa(narration.replaceAll('-', ' ')) ?? null,
      payerName: named === '' ? (payerName(narration) ?? null) : cut(named, NAME_CHARACTERS_MAX),
      narration,
      settlesByItself: !maybeReward(narration) && (money.isSure || reference !== null),
    },
  }
}

const NO_DATE = { kind: 'error', msg: 'This row has no date' } as const
const TOTAL =
  /\b(?:total|totals|balance|bal|opening|closing|brought|carried|[bc]\/f|forward|summary|count|statement|page)\b/i

/** Totals and closing balances stand below the table, without a date; some PDFs leave out the date of a payment, too. */
const isTransaction = (
  of: (column: number | undefined) => string,
  { narration, reference, payer, order, credit, debit, balance }: StatementColumns,
  cells: readonly string[],
): boolean => {
  const said = [narration, reference, payer, order].map(of).join(' ')
  if (/\b(?:upi|imps)\b|\d{12}/i.test(said)) return true
  if (/\p{L}/u.test(said)) return !TOTAL.test(cells.join(' '))
  // The words of a centred row stand on lines of their own. A total has both sums, or its name.
  const isSum = (column: number | undefined) => /[1-9]/.test(of(column))
  return (
    said.trim() === '' && !/\p{L}/u.test(cells.join('')) && isSum(balance) && !(isSum(debit) && isSum(credit))
  )
}

/** Half a letter is never kept: no database takes it. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed()

const isReport = (columns: StatementColumns): boolean =>
  columns.payer !== undefined || columns.order !== undefined || columns.status !== undefined

/** The report of a provider lists only UPI payments, and its remarks are the payers'; other lists may only have a status. */
const railIn = (narration: string, columns: StatementColumns): Rail => {
  if (columns.payer !== undefined || columns.order !== undefined) return 'upi'
  const rail = railOf(narration)
  return rail === 'unknown' && isReport(columns) ? 'upi' : rail
}

const mayBePayment = (rail: Rail, utr: Utr | null): boolean =>
  rail !== 'other' && (rail !== 'unknown' || utr !== null)

const REVERSAL_TYPE = /^(?:reversal|reversed|charge ?back|dispute)/i

/** A debit of our own, or of a bank that takes a payment back. */
const debitRow = (
  of: (column: number | undefined) => string,
  columns: StatementColumns,
  amount: Paise | null,
): StatementRow => {
  const narration = of(columns.narration)
  const isReversed = isReversedCredit(narration) || REVERSAL_TYPE.test(of(columns.direction))
  if (!isReversed || (columns.status !== undefined && !GOOD_STATUS.test(of(columns.status))))
    return { kind: 'ignored', why: 'debit' }
  const time = parseStatementTime(of(columns.date), of(columns.time), columns.dateOrder)
  const utr = reversedUtr(of(columns.reference), narration, columns)
  const reference = orderReference(of(columns.order), narration)
  if (time === undefined)
    return { kind: 'error', msg: `The date cannot be read: ${shortened(of(columns.date))}` }
  if (amount === null) return { kind: 'error', msg: 'The amount that the bank took back cannot be read' }
  const words = cut(narration === '' ? of(columns.direction) : narration, REVERSAL_WORDS_MAX)
  return { kind: 'reversal', reversal: { amount, at: time.at, utr, reference, words } }
}

const orderReference = (order: string, narration: string): string | null =>
  ORDER_REFERENCE.exec(`${order} ${narration.toUpperCase()}`)?.[1] ?? null

/** Right behind the word of the reversal stands the payment's own number; the bank's number of the reversal may follow. */
const REVERSED_PLACE =
  /(?:rev|revs|rvsl|rvrsl|revrsl|rtn|reversal|reversed|ret|return|returned|chargeback|chg ?bk|chbk|cbk|dispute)[ /:_-]{1,3}(?:(?:of|upi|imps)[ /:_-]{1,3}){0,2}[cp]?(\d{12})(?!\d)/i

const reversedUtr = (reference: string, narration: string, columns: StatementColumns): Utr | null =>
  asUtr(REVERSED_PLACE.exec(narration)?.[1]) ?? utrOf(reference, narration, columns)

/**
 * A bank's own numbers have twelve digits too, and so has what a payer may write as name or note: a phone's number, or whatever would
 * make one payment look like another. Taken is the column of a report, what column and narration both say, what stands in the
 * bank's place of the narration, or else the only number that there is. Of several nobody knows: such a payment waits for a person.
 */
const utrOf = (reference: string, narration: string, columns: StatementColumns): Utr | null => {
  const column = PLAIN_UTR.exec(reference.replace(/^(?:upi|imps|rrn|utr|ref)[\s:/-]*/i, ''))?.[1]
  if (column !== undefined && (isReport(columns) || narration.includes(column))) return asUtr(column)
  if (!/upi|imps/i.test(narration)) return asUtr(column)
  const way = narration.search(/\b(?:upi|imps)/i)
  const placed = way < 0 ? undefined : BANKS_PLACE.exec(narration.slice(way))?.[1]
  if (placed !== undefined) return asUtr(placed)
  const words = narration.replace(ADDRESS, ' ')
  const numbers = new Set(words.match(TWELVE_DIGITS) ?? [])
  if (column !== undefined) return numbers.size === 0 ? asUtr(column) : null
  return numbers.size === 1 ? asUtr(NARRATED_UTR.exec(words)?.[1]) : null
}

const asUtr = (digits: string | undefined): Utr | null =>
  digits === undefined || /^0+$/.test(digits) ? null : (parseUtr(digits) ?? null)

/**
 * Identifies a row, in whatever file it is sent again. With a UTR that and the amount are enough, however another
 * export words it; without, all that the row says, and which of several equal rows of its file it is.
 */
export const rowFacts = (credit: StatementCredit, nth: number): string =>
  credit.utr === null
    ? [
        'row',
        credit.at.toISOString(),
        credit.amount,
        credit.narration.toLowerCase().replace(/\s+/g, ' '),
        nth,
      ].join('|')
    : ['utr', credit.utr, credit.amount].join('|')
