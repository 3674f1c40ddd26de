import { ROW_FAULTS } from '@galla/contract/bank-statements/row-texts'
import type { IgnoredReason, StatementColumns } from '@galla/contract/bank-statements/statements'
import { payerName, payerVpa } from '@galla/upi/alert-payer'
import {
  isReversal,
  isReversalByNote,
  isReversedCredit,
  MAY_SETTLE,
  maybeReturned,
  maybeReward,
  type Rail,
  railOf,
} from '@galla/upi/rail'
import { parseUtr, type Utr } from '@galla/upi/reference'
import type { Paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { type BalanceFaults, confirmsColumns } from './running-balance.ts'
import { joinLines } from './second-lines.ts'
import { moneyOf, shortened } from './statement-money.ts'
import { type DateOrder, parseStatementTime, type StatementTime } from './statement-values.ts'

/** A row: money that came in, a reversal, a row that is ignored, or one that cannot be read. */
export type StatementRow =
  /** Money of another rail is a credit only where the account keeps those. */
  | { readonly kind: 'credit' | 'other_rail'; readonly credit: StatementCredit }
  /** Money of an earlier payment that the bank took back. */
  | { readonly kind: 'reversal'; readonly reversal: StatementReversal }
  | { readonly kind: 'ignored'; readonly why: IgnoredReason; readonly debit?: StatementDebit }
  | { readonly kind: 'error'; readonly msg: string }

export interface StatementCredit {
  /** What the customer paid. */
  readonly amount: Paise
  /** The fee that was deducted before the money reached the account; null where the row names none. */
  readonly fee: Paise | null
  readonly rail: Rail
  /** When the payment was made: between the two, as exactly as the file names it. */
  readonly at: Date
  readonly until: Date
  readonly names: StatementTime['names']
  readonly utr: Utr | null
  /** The UPI reference of one of our orders, where a provider's report or the narration carries it. */
  readonly reference: string | null
  readonly payerUpiId: string | null
  readonly payerName: string | null
  readonly narration: string
  /** False where it may not be a customer's payment: a person decides. */
  readonly settlesByItself: boolean
}

export interface StatementReversal {
  readonly amount: Paise
  readonly at: Date
  /** The UTR of the reversed payment. It has a UTR or a reference. */
  readonly utr: Utr | null
  readonly reference: string | null
  readonly words: string
}

/** Money that the merchant sent, which may be a refund. */
export interface StatementDebit {
  readonly amount: Paise
  readonly until: Date
  readonly utr: Utr | null
  readonly payeeUpiId: string | null
  readonly words: string
}

const REVERSAL_WORDS_MAX = 200
const NAME_CHARACTERS_MAX = 100
/** Characters that PostgreSQL refuses or no screen shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are to go
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g
const PLAIN_UTR = /^['"]?0*(\d{12})['"]?$/
/** A UPI ID may contain twelve digits too. */
const ADDRESS = /(?<![\w.])[\w.]+@\w*/g
/** Twelve digits that are not part of an amount. Letters may touch them. */
const TWELVE_DIGITS = /(?<!\d|\d,)\d{12}(?!\d|[.,]\d)/g
/** Twelve digits on their own. Those of UPI may follow a C or P directly. */
const NARRATED_UTR = /(?<![\dA-Za-z@.]|\d,)[CP]?(\d{12})(?!\d|[.,]\d)/
/**
 * The bank's reference follows the rail and the bank's own code. Without the code, or with other separators, the payer's name may be in
 * this position.
 */
const BANK_REFERENCE =
  /^(?:upi[a-z]{0,2}|imps)\/(?:(?:cr|p2[amp]|mob|in|credit)\/){1,2}[cp]?(\d{12})(?=[/ ]|$)/i
const ORDER_REFERENCE = /(?<![0-9A-Z])(0[0-9A-HJKMNP-TV-Z]{25}(?:R[2-9])?)(?![0-9A-Z])/
const SUCCESSFUL =
  /^(?:(?:txn|payment|transaction)[ _-]?)?(?:success(?:ful(?:ly)?)?|completed?|captured|settled|paid|processed|ok|s|authori[sz]ed|received|credited)$/i

const AHEAD_MS_MAX = 7 * 86_400_000

const dateProblem = (date: string, order: DateOrder | undefined): string =>
  order === undefined && parseStatementTime(date, '', 'dmy') !== undefined
    ? `${ROW_FAULTS.dateOrder}: ${shortened(date)}`
    : `${ROW_FAULTS.date}: ${shortened(date)}`

interface DatedRow {
  readonly kind: StatementRow['kind']
  readonly credit?: { readonly at: Date }
  readonly reversal?: { readonly at: Date }
}

/** Whether a date is in the future, which no bank writes, except that some book a late evening on the next working day. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + AHEAD_MS_MAX

export const isFutureRow = ({ credit, reversal }: DatedRow, now: Date): boolean => {
  const at = credit?.at ?? reversal?.at
  return at !== undefined && isAhead(at, now)
}

/** What only the whole file shows about a row. */
export interface FileFacts {
  readonly headings?: readonly string[]
  /** Cells of a row. In a longer one, cells may be cut in the wrong positions. */
  readonly width?: number | undefined
  /** The columns whose times name seconds. */
  readonly secondsIn?: readonly number[] | undefined
  readonly balanceFaults?: BalanceFaults | undefined
}

/** Reads a row; the same row with the same columns is always read the same way. */
export const readStatementRow = (
  cells: readonly string[],
  columns: StatementColumns,
  { headings = [], width = Number.POSITIVE_INFINITY, secondsIn = [], balanceFaults }: FileFacts = {},
): StatementRow => {
  const cellOf = (column: number | undefined): string =>
    column === undefined
      ? ''
      : oneLine((cells[column] ?? '').toWellFormed())
          .replace(CONTROL, ' ')
          .trim()
  if (cells.length > width && /\d/.test(cellOf(columns.date)))
    return { kind: 'error', msg: ROW_FAULTS.tooManyCells }
  const isNamedTotal = isTotal(cells, columns)
  if (isNamedTotal && !isPayment(cellOf, columns)) return { kind: 'ignored', why: 'blank' }
  const money = moneyOf({
    columns,
    cellOf,
    headingOf: (column) => headings[column]?.trim() || `Column ${column + 1}`,
    areUnsignedCredits: confirmsColumns(balanceFaults, columns),
  })
  if (money.kind === 'error') return money
  if (money.kind === 'debit') return debitRow(cellOf, columns, money.amount)
  if (money.kind === 'blank') return { kind: 'ignored', why: 'blank' }
  const when = cellOf(columns.date)
  if (!/\d/.test(when))
    return isTransaction(cellOf, columns, cells) ? NO_DATE : { kind: 'ignored', why: 'blank' }
  const namesSeconds = [columns.date, columns.time].some((each) => secondsIn.includes(each ?? -1))
  const time = parseStatementTime(when, cellOf(columns.time), columns.dateOrder, namesSeconds)
  if (time === undefined) return { kind: 'error', msg: dateProblem(when, columns.dateOrder) }
  if (columns.status !== undefined && !SUCCESSFUL.test(cellOf(columns.status)))
    return { kind: 'ignored', why: 'unsuccessful' }
  const narration = cellOf(columns.narration)
  const rail = railIn(narration, columns)
  const isOtherRail = MAY_SETTLE[rail] === 'never'
  const utr = isOtherRail ? null : utrOf(cellOf(columns.reference), narration, columns)
  const isNoted = isReversalByNote(narration)
  if (isReversal(narration) && !isNoted) return { kind: 'ignored', why: 'returned' }
  if (!mayBePayment(rail, utr)) return { kind: 'ignored', why: 'other' }
  const reference = orderReference(cellOf(columns.order), narration)
  const payer = columns.payer === undefined ? undefined : parseVpa(cellOf(columns.payer))
  const named = cellOf(columns.payerName)
  return {
    kind: isOtherRail ? 'other_rail' : 'credit',
    credit: {
      amount: money.amount,
      fee: money.fee,
      rail,
      ...time,
      utr,
      reference,
      // Some banks put dashes between the parts, which a UPI ID may have in it.
      payerUpiId: payer ?? payerVpa(narration) ?? payerVpa(narration.replaceAll('-', ' ')) ?? null,
      payerName: named === '' ? (payerName(narration) ?? null) : cut(named, NAME_CHARACTERS_MAX),
      narration,
      settlesByItself:
        !isNoted &&
        !isNamedTotal &&
        !maybeReward(narration) &&
        !maybeReturned(narration) &&
        (money.isSure || reference !== null),
    },
  }
}

/** Spreadsheets and CSV files keep the line breaks of a wrapped cell. */
const oneLine = (text: string): string =>
  /[\r\n]/.test(text) ? text.split(/\r\n|\r|\n/).reduce(joinLines) : text

const NO_DATE = { kind: 'error', msg: ROW_FAULTS.noDate } as const
const TOTAL =
  /\b(?:total|totals|balance|bal|opening|closing|brought|carried|[bc]\/f|forward|summary|count|statement|page)\b/i

const SUM_WORDS = new Set(
  'total totals grand sub page day daily net sum opening closing balance bal as on of for to from the and credit credits debit debits amount transaction transactions count no b f c brought carried forward statement summary period month inr rs'.split(
    ' ',
  ),
)
const SUM_NAMES = /\b(?:totals?|balance|summary|forward)\b/i
const SUM_CHARACTERS_MAX = 80

/** A row of totals, with or without a date: one of its texts consists of such words alone. */
const isTotal = (
  cells: readonly string[],
  { date, narration, reference, payer, order }: StatementColumns,
): boolean =>
  [0, date, narration, reference, payer, order].some((column) => {
    const text = (cells[column ?? -1] ?? '').slice(0, SUM_CHARACTERS_MAX)
    if (!SUM_NAMES.test(text)) return false
    const words = text.toLowerCase().match(/[a-z]+/g) ?? []
    return words.every((word) => SUM_WORDS.has(word))
  })

/** Whether a row has what no total has: its text may be a payer's note or an order's number. A row without an amount is blank anyway. */
const isPayment = (cellOf: (column: number | undefined) => string, columns: StatementColumns): boolean =>
  parseStatementTime(cellOf(columns.date), cellOf(columns.time), columns.dateOrder) !== undefined &&
  ((columns.payer !== undefined && parseVpa(cellOf(columns.payer)) !== undefined) ||
    utrOf(cellOf(columns.reference), cellOf(columns.narration), columns) !== null)

/** Whether a row without a date is a payment: some PDFs leave dates out. Totals and closing balances have none either. */
const isTransaction = (
  cellOf: (column: number | undefined) => string,
  { narration, reference, payer, order, credit, debit, balance }: StatementColumns,
  cells: readonly string[],
): boolean => {
  const text = [narration, reference, payer, order].map(cellOf).join(' ')
  if (/\b(?:upi|imps)\b|\d{12}/i.test(text)) return true
  if (/\p{L}/u.test(text)) return !TOTAL.test(cells.join(' '))
  // The text of a centred row is on separate lines. A total has both sums, or a name.
  const isSum = (column: number | undefined) => /[1-9]/.test(cellOf(column))
  return (
    text.trim() === '' && !/\p{L}/u.test(cells.join('')) && isSum(balance) && !(isSum(debit) && isSum(credit))
  )
}

/** Never cuts a character in half: PostgreSQL refuses that. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed()

const isProviderReport = (columns: StatementColumns): boolean =>
  columns.payer !== undefined || columns.order !== undefined || columns.status !== undefined

/** A provider's report lists only UPI payments, and its remarks are the payers' own. Other lists may have a status too. */
const railIn = (narration: string, columns: StatementColumns): Rail => {
  if (columns.payer !== undefined || columns.order !== undefined) return 'upi'
  const rail = railOf(narration)
  return rail === 'unknown' && isProviderReport(columns) ? 'upi' : rail
}

const mayBePayment = (rail: Rail, utr: Utr | null): boolean =>
  rail !== 'other' && (rail !== 'unknown' || utr !== null)

const REVERSAL_TYPE = /^(?:(?:payment|sale|credit)[ _-]{1,3})?(?:reversal|reversed|charge ?back|dispute)/i

/** A debit of the merchant, or of the bank, which takes a payment back. */
const debitRow = (
  cellOf: (column: number | undefined) => string,
  columns: StatementColumns,
  amount: Paise | null,
): StatementRow => {
  const narration = cellOf(columns.narration)
  const isReversed = isReversedCredit(narration) || REVERSAL_TYPE.test(cellOf(columns.direction))
  const isDone = columns.status === undefined || SUCCESSFUL.test(cellOf(columns.status))
  if (!isDone) return { kind: 'ignored', why: 'debit' }
  const time = parseStatementTime(cellOf(columns.date), cellOf(columns.time), columns.dateOrder)
  if (!isReversed) {
    if (time === undefined || amount === null) return { kind: 'ignored', why: 'debit' }
    const debit = {
      amount,
      until: time.until,
      utr: utrOf(cellOf(columns.reference), narration, columns),
      payeeUpiId: payerVpa(narration) ?? payerVpa(narration.replaceAll('-', ' ')) ?? null,
      words: cut(narration, REVERSAL_WORDS_MAX),
    }
    return { kind: 'ignored', why: 'debit', debit }
  }
  const utr = reversedUtr(cellOf(columns.reference), narration, columns)
  const reference = orderReference(cellOf(columns.order), narration)
  if (time === undefined) return { kind: 'error', msg: dateProblem(cellOf(columns.date), columns.dateOrder) }
  if (amount === null) return { kind: 'error', msg: 'The amount that the bank took back cannot be read' }
  const words = cut(narration === '' ? cellOf(columns.direction) : narration, REVERSAL_WORDS_MAX)
  return { kind: 'reversal', reversal: { amount, at: time.at, utr, reference, words } }
}

const orderReference = (order: string, narration: string): string | null =>
  ORDER_REFERENCE.exec(`${order} ${narration.toUpperCase()}`)?.[1] ?? null

/** The payment's reference follows the word for the reversal; the bank's reference of the reversal may come after it. */
const REVERSED_REFERENCE =
  /(?:rev|revs|rvsl|rvrsl|revrsl|rtn|reversal|reversed|ret|return|returned|chargeback|chg ?bk|chbk|cbk|dispute)[ /:_-]{1,3}(?:(?:of|upi|imps)[ /:_-]{1,3}){0,2}[cp]?(\d{12})(?!\d)/i

const reversedUtr = (reference: string, narration: string, columns: StatementColumns): Utr | null =>
  asUtr(REVERSED_REFERENCE.exec(narration)?.[1]) ?? utrOf(reference, narration, columns)

/**
 * Finds the UTR. Other numbers have twelve digits too, and a payer may write any of them as name or note, to make one payment look like
 * another. These count, in this order: the column of a provider's report, a number that column and narration share, the number in the
 * bank's own position of the narration, and the only number that there is. With several numbers, a person decides.
 */
const utrOf = (reference: string, narration: string, columns: StatementColumns): Utr | null => {
  const column = PLAIN_UTR.exec(reference.replace(/^(?:upi|imps|rrn|utr|ref)[\s:/-]*/i, ''))?.[1]
  if (column !== undefined && (isProviderReport(columns) || narration.includes(column))) return asUtr(column)
  if (!/upi|imps/i.test(narration)) return asUtr(column)
  const way = narration.search(/\b(?:upi|imps)/i)
  const placed = way < 0 ? undefined : BANK_REFERENCE.exec(narration.slice(way))?.[1]
  if (placed !== undefined) return asUtr(placed)
  const words = narration.replace(ADDRESS, ' ')
  const numbers = new Set(words.match(TWELVE_DIGITS) ?? [])
  if (column !== undefined) return numbers.size === 0 ? asUtr(column) : null
  return numbers.size === 1 ? asUtr(NARRATED_UTR.exec(words)?.[1]) : null
}

const asUtr = (digits: string | undefined): Utr | null =>
  digits === undefined || /^0+$/.test(digits) ? null : (parseUtr(digits) ?? null)

/**
 * Identifies a row in every file that contains it: by its UTR and amount, however another export words it. Without a UTR, by its whole
 * content and its number among the equal rows of its file.
 */
export const rowIdentity = (credit: StatementCredit, nth: number): string =>
  credit.utr === null
    ? [
        'row',
        credit.at.toISOString(),
        credit.amount,
        credit.narration.toLowerCase().replace(/\s+/g, ' '),
        nth,
      ].join('|')
    : ['utr', credit.utr, credit.amount].join('|')
