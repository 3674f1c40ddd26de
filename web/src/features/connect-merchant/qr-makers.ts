import {
  MAKES_QR,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'

const NAMES: Readonly<Partial<Record<VerificationSource, string>>> = {
  'phonepe-v2': 'PhonePe',
  'razorpay-qr': 'Razorpay',
  cashfree: 'Cashfree',
}

/** The provider that creates the QR codes of an account's orders, by its source; undefined where they are our own. */
export const QR_MAKERS: Readonly<Partial<Record<VerificationSource, string>>> = Object.fromEntries(
  VERIFICATION_SOURCES.filter((source) => MAKES_QR[source]).map((source) => [source, NAMES[source]]),
)
