import type { DigitsStanding, NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import { endAlike } from '@galla/upi/alert-hints'

/** The account numbers by which messages of an account are read. */
export interface AccountDigits {
  readonly lastDigits: string | null
  /** Those that messages named. Empty if the merchant has set the last digits. */
  readonly namedDigits: readonly NamedDigits[]
}

export const NO_DIGITS: AccountDigits = { lastDigits: null, namedDigits: [] }

/** The known numbers that may be of the account that a message names. */
export const alikeDigits = (digits: string, known: readonly NamedDigits[]): readonly NamedDigits[] => {
  const same = known.filter((each) => each.digits === digits)
  return same.length > 0 ? same : known.filter((each) => endAlike(each.digits, digits))
}

/**
 * What is known of the account that a message names. `first`: nothing, and no account is known to be the shop's. A number that fits
 * contradicting ones is to be asked about.
 */
export const standingOf = (digits: string, known: readonly NamedDigits[]): DigitsStanding | 'first' => {
  const [standing, ...others] = new Set(alikeDigits(digits, known).map((each) => each.standing))
  if (standing !== undefined) return others.length === 0 ? standing : 'asked'
  return known.some((each) => each.standing === 'own') ? 'asked' : 'first'
}
