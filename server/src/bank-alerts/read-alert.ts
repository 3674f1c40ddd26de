import { parseAlert } from '@galla/upi/alert'
import { otherAccountIn } from '@galla/upi/alert-hints'
import { bankOfSender } from '@galla/upi/bank-header'
import { trustedCredit, trustedReversal } from '@galla/upi/trusted-alert'
import {
  asSecret,
  isSecret,
  ofOtherAccount,
  type ReadAlert,
  withOutcome,
  withoutSentence,
  withReversal,
} from './alert-outcome.ts'
import { readEmailAlert } from './email-alert.ts'
import type { Forwarded } from './forwarded-alert.ts'
import { holdsSecret } from './one-time-password.ts'

/**
 * What a message says, and whether it may be believed without a person looking at it: only when its sender is known and the whole
 * message is one of that sender's own sentences. Everything else is read as well as can be, for a person to decide on.
 */
export const readAlert = (message: Omit<Forwarded, 'at'>): ReadAlert => {
  const { text, email, lastDigits } = message
  const read = email === undefined ? readForwardedAlert(message) : readEmailAlert(message, email)
  if (!isKnownSentence(read) && !isSecret(read) && holdsSecret(fieldsStored(message))) return asSecret(read)
  const other = read.reading.kind === 'credit' && lastDigits ? otherAccountIn(text, lastDigits) : undefined
  return other === undefined ? read : ofOtherAccount(read.reading, other)
}

/** A known sentence of a payment has no place for a password but the payer's words. */
const isKnownSentence = ({ outcome }: ReadAlert): boolean => outcome === 'credit'

const fieldsStored = ({ text, title, sender, device, messageId }: Omit<Forwarded, 'at'>) => [
  title === null ? text : `${title} ${text}`,
  text,
  sender,
  device,
  messageId,
]

const readForwardedAlert = ({ text, title, sender }: Omit<Forwarded, 'at'>): ReadAlert => {
  const message = title === null ? { text } : { title, text }
  const trusted = sender === null ? undefined : trustedCredit(message, sender)
  if (trusted !== undefined) return withOutcome('credit', trusted)
  const isFromBank = sender !== null && bankOfSender(sender) !== undefined
  const read = withoutSentence(parseAlert(message, sender ?? undefined), isFromBank)
  return sender === null ? read : withReversal(read, trustedReversal(message, sender))
}
