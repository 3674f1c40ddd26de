import { creditedAmount, firstAmount } from './alert-amount.ts'
import { alertReference } from './alert-reference.ts'
import { alertText } from './alert-text.ts'
import { parseUtr, type Utr } from './reference.ts'
import type { Paise } from './rupees.ts'

export interface AlertHints {
  readonly amount: Paise | undefined
  readonly utr: Utr | undefined
}

const TWELVE_DIGITS_ALONE = /(?<![\d*@+])\d{12}(?![\d@])/g

/**
 * What might be the amount and the reference in a message that a person reads anyway: something to begin a form with, and no
 * more. Two numbers that could be the reference are none.
 */
export function alertHints(message: string): AlertHints {
  const text = alertText(message)
  const numbers = new Set(text.all.match(TWELVE_DIGITS_ALONE))
  const [only, ...others] = numbers
  return {
    amount: creditedAmount(text.spoken) ?? firstAmount(text.all),
    utr: alertReference(text) ?? (only === undefined || others.length > 0 ? undefined : parseUtr(only)),
  }
}
