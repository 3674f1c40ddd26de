import { PROVIDER_NAMES, PROVIDERS } from '@galla/contract/payment-accounts/accounts'
import {
  SOURCE_SERVES,
  VERIFICATION_SOURCES,
  type VerificationSource,
} from '@galla/contract/payment-accounts/verification'
import { t } from '../../locales/translate.ts'

const WHERE_TO_LOOK = {
  paytm: t('the Paytm for Business app'),
  phonepe: t('the PhonePe Business app'),
  googlepay: t('the Google Pay for Business app'),
  bharatpe: t('the BharatPe app'),
  other: t("your provider's app or your bank statement"),
} as const satisfies Record<keyof typeof PROVIDER_NAMES, string>

const AUTOMATIC = {
  'paytm-v3': {
    title: t('Galla checks each payment with Paytm'),
    text: t(
      'Starts 20 seconds after your customer opens the payment page and continues until the payment is found, for up to three days. Your key is stored encrypted and never shown again.',
    ),
  },
  'paytm-keyless': {
    title: t('Galla checks each payment with Paytm (unofficial)'),
    text: t(
      'Paytm supports this check for QR codes of Paytm for Business but does not document it, so it may stop at any time. Only your Merchant ID above is sent. Paytm reports paid payments only, not failed ones.',
    ),
  },
  'phonepe-v2': {
    title: t('PhonePe creates each QR code, and Galla checks payments with PhonePe'),
    text: t(
      'The QR code and the app links use the UPI ID that PhonePe gave your payment gateway account. Each payment is found by its own reference. Ask PhonePe to turn on Custom Checkout for you. PhonePe accepts orders from ₹1. What you type here is stored encrypted and never shown again.',
    ),
  },
  'razorpay-qr': {
    title: t('Razorpay creates each QR code, and Galla checks payments with Razorpay'),
    text: t(
      'The QR code and the app links use the UPI ID that Razorpay gave your account. Each payment is found by its own QR code. Ask Razorpay to turn on QR codes with "image content" for you. Razorpay accepts orders from ₹1. With the webhook, payments appear at once. What you type here is stored encrypted and never shown again.',
    ),
  },
  cashfree: {
    title: t('Cashfree creates each QR code, and Galla checks payments with Cashfree'),
    text: t(
      'The QR code and the app links use the UPI ID that Cashfree gave your account. Each payment is found by its own reference. Ask Cashfree to turn on server-to-server UPI for you. Cashfree accepts orders from ₹1. What you type here is stored encrypted and never shown again.',
    ),
  },
} as const satisfies Record<VerificationSource, { title: string; text: string }>

/** Explains how Galla learns of live payments to an account of this provider, so that no merchant waits in vain. */
export function whatRecognisesMoney(provider: string, source = ''): { title: string; text: string } {
  const automatic = VERIFICATION_SOURCES.find((each) => each === source)
  if (automatic !== undefined && SOURCE_SERVES[automatic] === provider) return AUTOMATIC[automatic]
  const known = PROVIDERS.find((each) => each === provider)
  const name = known === undefined || known === 'other' ? t('this account') : PROVIDER_NAMES[known]
  const where = WHERE_TO_LOOK[known ?? 'other']
  return {
    title: t('Galla cannot see payments in {name}', { name }),
    text: t(
      "You still receive your customers' money: check {where}. Galla marks an order as paid only on evidence: let a phone forward alerts (below), import a statement, or confirm orders by their UTR. Otherwise, a live order stays Pending and becomes Failed when its time is over, even if it was paid.",
      { where },
    ),
  }
}
