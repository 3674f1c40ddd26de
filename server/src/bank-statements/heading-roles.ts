import { COLUMN_ROLES, type ColumnRole } from '@galla/contract/bank-statements/statement-limits'
import type { Roles } from './fee-columns.ts'

/** "TransactionUTR" is "Transaction UTR". */
const withSpaces = (heading: string): string =>
  /\s/.test(heading)
    ? heading
    : heading.replace('PhonePe', 'Phonepe').replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')

export const headingWords = (cell: string): string =>
  withSpaces(cell.trim())
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:in )?(?:inr|rs|rupees|ist)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Known headings, the most certain first, in the form of `headingWords`: "Withdrawal Amt.(INR)" is "withdrawal amt". */
const HEADINGS: Readonly<Record<ColumnRole, readonly RegExp[]>> = {
  date: [
    /^(?:txn|trn|tran|trans|transaction|payment|paid|order)s? (?:date|dt|timestamp)(?: (?:and )?time)?$/,
    /^(?:date|dt|datetime|timestamp|date value date|date (?:and )?time|transaction (?:time|timestamp|created at)|created (?:at|on|date)|paid (?:on|at))$/,
    /^(?:post(?:ed|ing)?|txn posted|entry|book(?:ing)?) (?:date|dt)$/,
    /^value (?:date|dt)$/,
  ],
  time: [/^(?:txn |tran |transaction |posting |payment )?time$/],
  narration: [
    /^(?:narration|(?:account )?description(?: narration)?|particulars?|transaction (?:details?|remarks?|particulars?|description|narration))$/,
    /^(?:remarks?|details|txn (?:details?|remarks?|particulars?|description)|payment details)$/,
    /^(?:notes?|message|comments?)$/,
  ],
  reference: [
    /^(?:rrn|utr|upi (?:rrn|utr|ref|reference)|(?:transaction|payment|customer|bank|npci|upi|rrn) (?:rrn|utr)|utr rrn|rrn utr)(?: (?:no|number|num|id))?$/,
    /^(?:upi|bank|customer|npci|payer) (?:ref|reference|transaction|txn)(?: (?:ref|reference))?(?: (?:no|number|id))?$/,
    /^(?:chq|cheque|chque|inst|instrument).*\b(?:ref|reference)\b|^(?:ref|reference)\b(?: (?:no|number|id|chq|cheque|num))*$/,
    /^(?:transaction|txn|tran|payment)(?: (?:ref|reference))?(?: (?:id|no|number))$/,
  ],
  credit: [
    /^(?:credits?|deposits?|cr|credit (?:amount|amt|cr)|deposit (?:amount|amt|cr)|cr (?:amount|amt)|(?:amount|amt) (?:credited|cr|credits?|deposits?|deposited|in)|(?:paid|money) in|receipts?)$/,
  ],
  debit: [
    /^(?:debits?|withdrawa?ls?|withdraws|dr|debit (?:amount|amt|dr)|withdrawa?l (?:amount|amt|dr)|dr (?:amount|amt)|(?:amount|amt) (?:debited|dr|debits?|withdrawa?ls?|withdrawn|out)|(?:paid|money) out|payments?)$/,
  ],
  amount: [
    /^(?:(?:total )?(?:transaction|txn|tran|payment|order|gross) (?:amount|amt|value)|collected amount)$/,
    /^(?:amount|amt|total amount|amount in|withdrawal dr deposit cr)$/,
  ],
  direction: [
    /^(?:dr cr|cr dr|drcr|crdr|debit credit|credit debit|dr or cr|cr or dr|d c|c d|dr cr (?:indicator|flag))$/,
    /^(?:(?:transaction|txn|tran|entry) type|type|transaction entity|entity type)$/,
  ],
  payer: [
    /^(?:payer|customer|sender|remitter|from|payer upi|customer upi)s? (?:vpa|upi id|upi|handle|virtual address|va)$/,
    /^(?:vpa|upi id)$/,
  ],
  payerName: [/^(?:payer|sender|remitter)s?(?: name)?$/, /^customer name$/],
  status: [/^(?:(?:transaction|txn|payment|order) )?(?:status|state)$/],
  order: [
    /^(?:merchant|client|partner) (?:order|transaction|txn|reference|ref)(?: (?:id|no|number))?$/,
    /^(?:order (?:id|no|number|receipt)|receipt|bill (?:no|number)|external id)$/,
  ],
  // The rows show which amount is before fees: see withFeeColumns.
  gross: [],
  balance: [
    /^(?:closing |running |available |account |ledger |closing)?(?:balance|bal)(?: (?:amount|amt))?$/,
  ],
  // Its place shows which column it is: see withBalanceSign.
  balanceSign: [],
}

/** A "Settlement UTR" belongs to many payments. Read as the payments' own, it would make them one credit. */
const NOT_OF_A_PAYMENT = /settle|payout|fee|tax|gst|commission|refund|reversal|net amount/

const HEADING_CHARACTERS_MAX = 60
/** "Date (dd/mm/yyyy)", "Deposit [credited to you]" */
const NOTE = /\([^()]*\)|\[[^\][]*\]/g
/** Whatever stands before or after the word: "TRAN PARTICULAR", "Particulars of the transaction". */
const LIKE_NARRATION = [
  /\b(?:narrations?|narrative|particulars?)\b/,
  /^(?!.*\b(?:branch|cheque|chq|code|product|type|channel)\b).*\b(?:descriptions?|remarks?|(?:transaction|txn|tran|trans|payment) (?:details?|info(?:rmation)?))\b/,
]

/** The meaning of headings that are known word for word. */
const exactRoles = (words: readonly string[]): Roles => {
  const roles: Roles = {}
  for (const role of COLUMN_ROLES) {
    const column = columnLike(HEADINGS[role], words, words)
    if (column !== undefined) roles[role] = column
  }
  return roles
}

/** The meaning of headings, also of those with notes in brackets, which may be a part of the name: "Amount (Cr)". */
export const rolesOf = (cells: readonly string[]): Roles => {
  const words = cells.map(headingWords)
  const roles = exactRoles(words)
  const withoutNotes = cells.map((cell) => headingWords(cell.replace(NOTE, ' ')))
  for (const role of COLUMN_ROLES) {
    const column = roles[role] ?? columnLike(HEADINGS[role], withoutNotes, words)
    if (column !== undefined) roles[role] = column
  }
  const narration = roles.narration ?? columnLike(LIKE_NARRATION, words, words)
  return withBalanceSign(narration === undefined ? roles : { ...roles, narration }, words)
}

/** The column with the most certain heading of a role. */
const columnLike = (
  patterns: readonly RegExp[],
  headings: readonly string[],
  words: readonly string[],
): number | undefined => {
  let best = Number.POSITIVE_INFINITY
  let found: number | undefined
  headings.forEach((each, column) => {
    if (each === '' || each.length > HEADING_CHARACTERS_MAX || NOT_OF_A_PAYMENT.test(words[column] ?? ''))
      return
    const rank = patterns.findIndex((pattern) => pattern.test(each))
    if (rank < 0 || rank >= best) return
    best = rank
    found = column
  })
  return found
}

/**
 * A Dr/Cr directly behind the balance is the balance's own. Beside a single amount without any other sign it may be either, and the running
 * balances decide.
 */
const withBalanceSign = (roles: Roles, words: readonly string[]): Roles => {
  const place = (roles.balance ?? -2) + 1
  const isSign = (column: number): boolean => HEADINGS.direction[0]?.test(words[column] ?? '') === true
  if (!isSign(place)) return roles
  const { direction: _, ...others } = roles
  const other = words.findIndex((_each, column) => column !== place && isSign(column))
  if (other >= 0) return { ...others, balanceSign: place, direction: other }
  return roles.credit === undefined ? roles : { ...others, balanceSign: place }
}

export const isTable = (roles: Roles): boolean =>
  roles.date !== undefined && (roles.credit ?? roles.amount ?? roles.gross) !== undefined

/** The meaning of a row of headings; undefined if it does not clearly head a table. */
export const headingRoles = (cells: readonly string[]): Roles | undefined => {
  const words = cells.map(headingWords)
  const roles = withBalanceSign(exactRoles(words), words)
  return isTable(roles) ? roles : undefined
}
