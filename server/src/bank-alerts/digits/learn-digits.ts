import type { DigitsStanding, NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import type { Recorded } from '../../ledger/credit.ts'
import type { AccountKey } from '../../payment-accounts/account-source.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { alikeDigits, standingOf } from './account-digits.ts'
import {
  findAccountDigits,
  insertAskedDigits,
  insertSettledDigits,
  lockFirstDigits,
  updateSettledDigits,
} from './account-digits-store.ts'

/** The account number that a message names, compared with those known when it is recorded. */
export interface ComparedDigits {
  readonly digits: string
  readonly standing: DigitsStanding | 'first'
  /** The known numbers that may be of the same account. */
  readonly alike: readonly NamedDigits[]
}

const compare = async (
  tx: Transaction,
  account: AccountKey,
  digits: string,
  now: Date,
): Promise<ComparedDigits | undefined> => {
  const { lastDigits, namedDigits } = await findAccountDigits(tx, account, now)
  if (lastDigits !== null) return undefined
  return { digits, standing: standingOf(digits, namedDigits), alike: alikeDigits(digits, namedDigits) }
}

/**
 * Compares the account number that a message names with those of the shop. Undefined if it names none or the merchant has set the last
 * digits. Of messages that come at once while nothing is known, the first that settles decides: the others wait here, before they lock
 * anything of the ledger.
 */
export const compareDigits = async (
  tx: Transaction,
  account: AccountKey,
  digits: string | undefined,
  now: Date,
): Promise<ComparedDigits | undefined> => {
  const compared = digits === undefined ? undefined : await compare(tx, account, digits, now)
  if (digits === undefined || compared?.standing !== 'first') return compared
  await lockFirstDigits(tx, account)
  return compare(tx, account, digits, now)
}

/** Whether the money may have come to another account than the shop's, so that only a person may match it. */
export const isOfOtherAccount = (compared: ComparedDigits | undefined): boolean =>
  compared?.standing === 'asked' || compared?.standing === 'other'

/** Learns the number from a settled message, or notes that the merchant is to be asked. Last in the transaction, after the orders. */
export const learnDigits = async (
  tx: Transaction,
  account: AccountKey,
  { digits, standing, alike }: ComparedDigits,
  recorded: Recorded,
  now: Date,
): Promise<void> => {
  if (standing === 'asked') {
    if (alike.every((each) => each.standing !== 'asked')) await insertAskedDigits(tx, account, digits, now)
    return
  }
  if (standing === 'other' || recorded.kind === 'known' || recorded.state !== 'matched') return
  const isKnown = alike.some((each) => each.digits === digits)
  await (isKnown ? updateSettledDigits : insertSettledDigits)(tx, account, digits, now)
}
