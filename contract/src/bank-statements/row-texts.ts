import type { IgnoredReason } from './statements.ts'

/** Why a row is no payment. */
export const IGNORED_BECAUSE: Readonly<Record<IgnoredReason, string>> = {
  debit: 'Money out',
  unsuccessful: 'Not successful',
  other: 'Not a UPI payment',
  blank: 'No amount or date',
  reversal: 'Reversed by the bank',
  returned: 'Your own payment came back',
}

/** Why a row cannot be read. What its cell says may follow a colon. */
export const ROW_FAULTS = {
  amount: 'The amount cannot be read',
  balance:
    'The balance beside this amount does not follow from the row before. Check the row in the statement.',
  date: 'The date cannot be read',
  dateOrder: 'Choose whether the day or the month stands first',
  direction: 'Nothing says whether this amount came in or went out',
  future: 'This date is in the future. The day and the month may be swapped.',
  noDate: 'This row has no date',
  notRecorded: 'This row could not be recorded',
  tooManyCells:
    'This row has more cells than the others. A separator in its text may have moved the amount to another column.',
} as const
