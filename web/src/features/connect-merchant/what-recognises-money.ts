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
    title: t('Galla asks Paytm about each payment'),
    text: t(
      'From 20 seconds after your customer opens the payment page until the payment is found, and at times for three days. Your key is kept encrypted and never shown again.',
    ),
  },
  'paytm-keyless': {
    title: t('Galla asks Paytm about each payment, unofficially'),
    text: t(
      "Paytm answers these questions for QR codes of Paytm for Business, but doesn't document it: it may end any day. Only your Merchant ID above is sent. It reports paid payments only, not failed ones.",
    ),
  },
  'phonepe-v2': {
    title: t('PhonePe makes each QR code, and Galla asks PhonePe about it'),
    text: t(
      'The QR code and the app links carry the UPI ID that PhonePe gave your payment gateway account, and each payment is found by its own reference. PhonePe has to switch Custom Checkout on for you, and takes orders from ₹1. What you type here is kept encrypted and never shown again.',
    ),
  },
  'razorpay-qr': {
    title: t('Razorpay makes each QR code, and Galla asks Razorpay about it'),
    text: t(
      'The QR code and the app links carry the UPI ID that Razorpay gave your account, and each payment is found by its own QR code. Razorpay has to switch QR codes with "image content" on for you, and takes orders from ₹1. With the webhook set up, payments are seen at once. What you type here is kept encrypted and never shown again.',
    ),
  },
  cashfree: {
    title: t('Cashfree makes each QR code, and Galla asks Cashfree about it'),
    text: t(
      'The QR code and the app links carry the UPI ID that Cashfree gave your account, and each payment is found by its own reference. Cashfree has to switch server-to-server UPI on for you, and takes orders from ₹1. What you type here is kept encrypted and never shown again.',
    ),
  },
} as const satisfies Record<VerificationSource, { title: string; text: string }>

/** How Galla learns of a live payment to an account of this provider: said plainly, so that nobody waits for nothing. */
export function whatRecognisesMoney(provider: string, source = ''): { title: string; text: string } {
  const automatic = VERIFICATION_SOURCES.find((each) => each === source)
  if (automatic !== undefined && SOURCE_SERVES[automatic] === provider) return AUTOMATIC[automatic]
  const known = PROVIDERS.find((each) => each === provider)
  const name = known === undefined || known === 'other' ? t('this account') : PROVIDER_NAMES[known]
  const where = WHERE_TO_LOOK[known ?? 'other']
  return {
    title: t("Galla can't see payments in {name} by itself", { name }),
    text: t(
      "Your customers' money reaches you all the same: look for it in {where}. Galla calls an order paid only on evidence: let a phone forward alerts (below), import a statement, or confirm orders by their UTR. Without any of them a live order stays Pending and turns Failed when its time is over, even if it was paid.",
      { where },
    ),
  }
}
