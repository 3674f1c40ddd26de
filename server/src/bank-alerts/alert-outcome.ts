import type { AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { Alert, AlertReversal } from '@galla/upi/alert'
import { IGNORED_DIRECTION } from '@galla/upi/alert-ignored'
import { MAY_SETTLE } from '@galla/upi/rail'

/** What a message says, and whether it is believed. */
export interface ReadAlert {
  readonly outcome: AlertOutcome
  /** The outcome for an account that keeps money of other rails than UPI. */
  readonly outcomeIfKept: AlertOutcome
  /** The payment, or why it is none. */
  readonly reading: Alert
  /** What the bank itself says of a payment that it took back. */
  readonly reversal?: AlertReversal
}

/** Adds what an ignored message of a bank says of a reversal. */
export const withReversal = (read: ReadAlert, reversal: AlertReversal | undefined): ReadAlert =>
  read.outcome === 'ignored' && reversal !== undefined ? { ...read, reversal } : read

export const withOutcome = (outcome: AlertOutcome, reading: Alert): ReadAlert => ({
  outcome,
  outcomeIfKept: outcome,
  reading,
})

/**
 * A message that is none of a bank's known sentences. A payment in it waits for a person. Money of another rail settles nothing, so it
 * is enough that the bank sent it; but the sentence is not known whole, and so its number is not.
 */
export const withoutSentence = (reading: Alert, isFromBank: boolean): ReadAlert => {
  if (reading.kind !== 'credit') return withOutcome(reading.kind, reading)
  if (MAY_SETTLE[reading.rail] !== 'never') return withOutcome('untrusted', reading)
  const { utr: _, ...withoutUtr } = reading
  return { outcome: 'ignored', outcomeIfKept: isFromBank ? 'credit' : 'untrusted', reading: withoutUtr }
}

/** A payment to an account that is not the one which the message came for. */
export const ofOtherAccount = ({ rail }: Alert, directionWords: string): ReadAlert =>
  withOutcome('ignored', {
    kind: 'ignored',
    because: 'other_account',
    direction: IGNORED_DIRECTION.other_account,
    directionWords,
    rail,
  })

/** A message of which nothing may be kept, so that nobody could decide about it. */
export const asSecret = ({ reading }: ReadAlert): ReadAlert =>
  withOutcome('ignored', {
    kind: 'ignored',
    because: 'otp',
    direction: IGNORED_DIRECTION.otp,
    rail: reading.rail,
  })

/** Whether there is something to do for a message that is no credit: a reversal to record, or a payment to look for at the provider. */
export const needsSweep = ({ outcome, reversal }: ReadAlert): boolean =>
  outcome === 'untrusted' || reversal !== undefined

/** Whether a message holds a one-time password, in which case nothing of it may be kept. */
export const isSecret = ({ reading }: ReadAlert): boolean =>
  reading.kind === 'ignored' && reading.because === 'otp'
