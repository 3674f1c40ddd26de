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
 * Guesses the amount and the reference of a message, to prefill the form of a person who reads it. If two numbers could be the reference,
 * there is no guess.
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

/** "A/c XX1234", "account ending in 1234", "AC no. **34", "खाता XX1234". A sender's account is the payer's. */
const ACCOUNT =
  /(?:(?<![\p{L}\p{N}]|sender )(?:a ?\/ ?c|acc?t?|account)|खात[ाे])(?:[ .:-]{0,2}(?:no|number|ending(?: (?:in|with))?)(?!\p{L}))?[ .:-]{0,5}([x*n•\d][x*n•.\d-]{0,28}\d)(?![\d,]|\.\d)/giu
const DIGITS_MIN = 2
const DIGITS_MAX = 6

/** An account number as a message names it: its words, and its last digits. */
export interface NamedAccount {
  readonly words: string
  readonly digits: string
}

/**
 * Finds the first account number in a message. It is the account that the message is about: a bank names its own customer's account before
 * the payer's, and before anything that the payer wrote.
 */
export const namedAccount = (text: string): NamedAccount | undefined => {
  for (const [words, number = ''] of alertText(text).all.matchAll(ACCOUNT)) {
    const digits = lastDigits(number)
    if (digits !== undefined) return { words, digits }
  }
  return undefined
}

/** The last digits of a masked account number; undefined if they are too few to tell accounts apart. */
export const lastDigits = (number: string): string | undefined => {
  const digits = number.split(/\D/).at(-1) ?? ''
  return digits.length < DIGITS_MIN ? undefined : digits.slice(-DIGITS_MAX)
}

/** Whether two numbers may be of one account: they end alike, as far as both are known. */
export const endAlike = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length)
  return a.slice(-length) === b.slice(-length)
}
