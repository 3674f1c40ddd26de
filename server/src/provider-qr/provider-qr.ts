import { SECOND_MS } from '@galla/contract/durations'
import { type Mode, SETTLING_SECONDS } from '@galla/contract/orders/order-status'
import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { UpiLink } from '@galla/upi/link'
import { attemptReference } from '@galla/upi/reference'
import type { Paise } from '@galla/upi/rupees'

/** The QR that an attempt needs from the account's provider before it is shown. */
export interface QrRequest {
  readonly merchantId: string
  readonly accountId: string
  readonly mode: Mode
  readonly orderId: string
  readonly attempt: number
  readonly clientTxnId: string
  readonly amount: Paise
  readonly purpose: string
  readonly customerName: string
  readonly customerEmail: string
  readonly customerMobile: string
  readonly expiresAt: Date
}

/** A QR that a provider made, or may have made, for one attempt. */
export interface PendingQr extends QrRequest {
  readonly reference: string
  readonly source: VerificationSource
  readonly endsAt: Date
}

export interface MadeQr extends PendingQr {
  readonly providerId: string
  readonly link: UpiLink
}

/** Limits how often a customer may retry one order. Abandoned QRs count. */
export const QRS_PER_ORDER_MAX = 10
/** After a time-out the provider may still create the QR, so it is closed only after this time. */
export const LOST_SECONDS = 60

/** The provider's clock may be ahead of ours. */
const CLOCK_SECONDS = 30

const plus = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * SECOND_MS)

/** Returns when the QR is closed: after the settling time, because a payment of the last second may still arrive. */
export const closesQrAt = (expiresAt: Date, mode: Mode): Date => plus(expiresAt, SETTLING_SECONDS[mode])

/** Returns the end for the provider. If the provider's shortest window is longer than ours, Galla closes the QR earlier. */
export const endsQrAt = (
  { expiresAt, mode }: Pick<QrRequest, 'expiresAt' | 'mode'>,
  windowSecondsMin: number,
  now: Date,
): Date =>
  new Date(
    Math.max(closesQrAt(expiresAt, mode).getTime(), plus(now, windowSecondsMin + CLOCK_SECONDS).getTime()),
  )

/** Returns a new reference for each QR of an attempt, because providers refuse a repeated reference. */
export const referenceFor = (orderId: string, attempt: number, earlierQrs: number): string =>
  earlierQrs === 0
    ? attemptReference(orderId, attempt)
    : `${attemptReference(orderId, attempt)}-${earlierQrs}`

const CLOSE_RETRY_SECONDS = 60
const CLOSE_RETRY_SECONDS_MAX = 3_600

/** Returns when to try to close the QR again; null after its end. */
export const nextCloseAt = (tries: number, endsAt: Date, now: Date): Date | null => {
  if (now >= endsAt) return null
  return plus(now, Math.min(CLOSE_RETRY_SECONDS * 2 ** Math.min(tries, 6), CLOSE_RETRY_SECONDS_MAX))
}
