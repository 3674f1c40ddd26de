import type { AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { Alert, AlertReversal } from '@galla/upi/alert'
import { IGNORED_DIRECTION } from '@galla/upi/alert-ignored'
import { MAY_SETTLE } from '@galla/upi/rail'

/** What a message says, and whether it is trusted. */
export interface ReadAlert {
  readonly outcome: AlertOutcome
  /** The outcome for an account that records money of other rails too. */
  readonly outcomeIfKept: AlertOutcome
  /** The payment, or why it is not one. */
  readonly reading: Alert
  /** The bank's report of a payment that it took back. */
  readonly reversal?: AlertReversal
  /** The end of the account number that a payment names, unless the merchant has set the last digits. */
  readonly digits?: string
  /** The bank's own words name the account by the last digits that the merchant has set. */
  readonly isOfShop?: true
}

/** Adds the reversal that an ignored message of a bank reports. */
export const withReversal = (read: ReadAlert, reversal: AlertReversal | undefined): ReadAlert =>
  read.outcome === 'ignored' && reversal !== undefined ? { ...read, reversal } : read

export const withOutcome = (outcome: AlertOutcome, reading: Alert): ReadAlert => ({
  outcome,
  outcomeIfKept: outcome,
  reading,
})

/**
 * The outcome of a message that matches no known sentence of a bank. A payment in it waits for a person. A payment by a rail that settles no
 * order is trusted if the bank sent it, but without its reference, because the sentence is unknown.
 */
export const withoutSentence = (reading: Alert, isFromBank: boolean): ReadAlert => {
  if (reading.kind !== 'credit') return withOutcome(reading.kind, reading)
  if (MAY_SETTLE[reading.rail] !== 'never') return withOutcome('untrusted', reading)
  const { utr: _, ...withoutUtr } = reading
  return { outcome: 'ignored', outcomeIfKept: isFromBank ? 'credit' : 'untrusted', reading: withoutUtr }
}

/** A payment to another account than the one of the alert address. */
export const asOtherAccount = ({ rail }: Alert, directionWords: string): ReadAlert =>
  withOutcome('ignored', {
    kind: 'ignored',
    because: 'other_account',
    direction: IGNORED_DIRECTION.other_account,
    directionWords,
    rail,
  })

/** A message of which nothing may be stored. */
export const asSecret = ({ reading }: ReadAlert): ReadAlert =>
  withOutcome('ignored', {
    kind: 'ignored',
    because: 'otp',
    direction: IGNORED_DIRECTION.otp,
    rail: reading.rail,
  })

/** The reading of a message of which nothing was stored. */
export const SECRET_READ: ReadAlert = withOutcome('ignored', {
  kind: 'ignored',
  because: 'otp',
  direction: IGNORED_DIRECTION.otp,
  rail: 'unknown',
})

/** True if a message that is not a credit needs work: a reversal to record, or a payment to check at the provider. */
export const needsSweep = ({ outcome, reversal }: ReadAlert): boolean =>
  outcome === 'untrusted' || reversal !== undefined

/** True if a message contains a one-time password, so that nothing of it may be stored. */
export const isSecret = ({ reading }: Pick<ReadAlert, 'reading'>): boolean =>
  reading.kind === 'ignored' && reading.because === 'otp'
