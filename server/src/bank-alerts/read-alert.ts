import { parseAlert } from '@galla/upi/alert'
import { endAlike, namedAccount } from '@galla/upi/alert-hints'
import { bankOfSender } from '@galla/upi/bank-header'
import { trustedCredit, trustedReversal } from '@galla/upi/trusted-alert'
import {
  asOtherAccount,
  asSecret,
  isSecret,
  type ReadAlert,
  withOutcome,
  withoutSentence,
  withReversal,
} from './alert-outcome.ts'
import { standingOf } from './digits/account-digits.ts'
import { readEmailAlert } from './email-alert.ts'
import type { Forwarded } from './forwarded-alert.ts'
import { holdsSecret } from './one-time-password.ts'

/**
 * Reads a message and decides whether to trust it: only if its sender is known and the whole message is one of the sender's known sentences.
 * Any other message is read as well as possible, and a person decides.
 */
export const readAlert = (message: Omit<Forwarded, 'times'>): ReadAlert => {
  const { text, email, lastDigits, namedDigits = [] } = message
  const read = email === undefined ? readForwardedAlert(message) : readEmailAlert(message, email)
  if (!isKnownSentence(read) && !isSecret(read) && holdsSecret(fieldsStored(message))) return asSecret(read)
  const { reading } = read
  if (reading.kind !== 'credit') return read
  const named = namedAccount(text)
  if (named === undefined) return read
  const { digits, words } = named
  const isOther = lastDigits ? !endAlike(digits, lastDigits) : standingOf(digits, namedDigits) === 'other'
  if (isOther) return asOtherAccount(reading, words)
  if (!lastDigits) return { ...read, digits }
  // Only a known sentence says which of its words are the bank's.
  const { accountDigits } = reading
  return accountDigits !== undefined && endAlike(accountDigits, lastDigits)
    ? { ...read, isOfShop: true }
    : read
}

/** A known sentence contains no password, except perhaps in the payer's note. */
const isKnownSentence = ({ outcome }: ReadAlert): boolean => outcome === 'credit'

const fieldsStored = ({ text, title, sender, device, messageId }: Omit<Forwarded, 'times'>) => [
  title === null ? text : `${title} ${text}`,
  text,
  sender,
  device,
  messageId,
]

const readForwardedAlert = ({ text, title, sender }: Omit<Forwarded, 'times'>): ReadAlert => {
  const message = title === null ? { text } : { title, text }
  const trusted = sender === null ? undefined : trustedCredit(message, sender)
  if (trusted !== undefined) return withOutcome('credit', trusted)
  const isFromBank = sender !== null && bankOfSender(sender) !== undefined
  const read = withoutSentence(parseAlert(message, sender ?? undefined), isFromBank)
  return sender === null ? read : withReversal(read, trustedReversal(message, sender))
}
