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

/** An order's QRs at most, given up or not: a customer who presses Retry again and again ends here. */
export const QRS_PER_ORDER_MAX = 10
/** A pending QR that is older was left unfinished: longer than any creation lasts. */
export const RESERVED_SECONDS_MAX = 30
/** A provider that answered too late may only just be making it. */
export const LOST_SECONDS = 60

const SECOND_MS = 1000
/** Their clock may run before ours. */
const SPARE_SECONDS = 30

const plus = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * SECOND_MS)

/** When the QR is closed: until then, money that was sent in the window's last second may still arrive. */
export const closesQrAt = (expiresAt: Date, mode: Mode): Date => plus(expiresAt, SETTLING_SECONDS[mode])

/** The end that the provider gets; where its least window is longer than ours, we close the QR earlier. */
export const endsQrAt = (
  { expiresAt, mode }: Pick<QrRequest, 'expiresAt' | 'mode'>,
  windowSecondsMin: number,
  now: Date,
): Date =>
  new Date(
    Math.max(closesQrAt(expiresAt, mode).getTime(), plus(now, windowSecondsMin + SPARE_SECONDS).getTime()),
  )

/** Never the same twice, because providers refuse a reference that they know, also that of a lost QR. */
export const referenceFor = (orderId: string, attempt: number, earlierQrs: number): string =>
  earlierQrs === 0
    ? attemptReference(orderId, attempt)
    : `${attemptReference(orderId, attempt)}-${earlierQrs}`

const CLOSE_RETRY_SECONDS = 60
const CLOSE_RETRY_SECONDS_MAX = 3_600

/** When closing is tried again; null once the provider has made an end by itself. */
export const nextCloseAt = (tries: number, endsAt: Date, now: Date): Date | null => {
  if (now >= endsAt) return null
  return plus(now, Math.min(CLOSE_RETRY_SECONDS * 2 ** Math.min(tries, 6), CLOSE_RETRY_SECONDS_MAX))
}
