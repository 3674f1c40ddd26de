import type { EmailRefusal } from '@galla/contract/bank-emails/bank-emails'
import { parseAlert } from '@galla/upi/alert'
import { sendsEmailAlerts, trustedEmailCredit, trustedEmailReversal } from '@galla/upi/trusted-email'
import { isSecret, type ReadAlert, withOutcome, withoutSentence, withReversal } from './alert-outcome.ts'

/** The bank that signed an e-mail, or why it is not trusted. */
export type EmailOrigin = { readonly bankId: string } | { readonly refusal: EmailRefusal }

/** Refused e-mails that need no decision: they are listed with their reason only. */
const NEEDS_NO_DECISION: ReadonlySet<EmailRefusal> = new Set(['not_the_bank', 'too_old'])

/**
 * Reads an e-mail. Only an e-mail that a bank signed can be a credit. Banks send many e-mails that are not alerts, so one that is not
 * understood waits for a person only if it came from an address that sends alerts.
 */
export const readEmailAlert = (
  {
    text,
    title,
    sender,
  }: { readonly text: string; readonly title: string | null; readonly sender: string | null },
  origin: EmailOrigin,
): ReadAlert => {
  const message = title === null ? { text } : { title, text }
  const reading = parseAlert(message)
  if ('refusal' in origin)
    return withOutcome(
      NEEDS_NO_DECISION.has(origin.refusal) || isSecret({ reading }) ? 'ignored' : 'unread',
      reading,
    )
  const address = sender ?? ''
  const trusted = trustedEmailCredit({ subject: title, text }, origin.bankId, address)
  if (trusted !== undefined) return withOutcome('credit', trusted)
  const isAlert = sendsEmailAlerts(origin.bankId, address)
  if (reading.kind === 'credit') return withoutSentence(reading, isAlert)
  const read = withOutcome(reading.kind === 'unread' && isAlert ? 'unread' : 'ignored', reading)
  return withReversal(read, trustedEmailReversal({ subject: title, text }, origin.bankId, address))
}
