/** What the browser's script says by itself; apart from the rest, so that the script carries no word too many. */
export const SCRIPT_WORDS = {
  copy: 'Copy',
  copied: 'Copied!',
  minuteLeft: '1 minute left to pay',
  secondsLeft: '10 seconds left to pay',
  loading: 'Loading payment details...',
  loadFailed: 'Failed to load payment info',
  loadBroken: 'Something went wrong while loading payment data',
  tryAgain: 'Try Again',
  shareMissing: 'Share not supported on this device',
  shareCancelled: 'Share cancelled',
  shareNoFiles: 'QR sharing not supported on this device',
  shareFailed: 'Failed to share QR code. Please try again.',
  utrWrong: 'Please enter the 12-digit UTR of your payment',
  claimSend: 'Check my payment',
  claimSending: 'Checking...',
  claimUnsent: 'This could not be sent. Check your connection and try again.',
} as const

/**
 * Every word of the payment page, in one place. The product's own sentences are kept to the letter: three dots, straight
 * apostrophes. English only for now.
 */
export const WORDS = {
  ...SCRIPT_WORDS,
  poweredBy: 'Powered by Galla',

  paymentDetails: 'Payment Details',
  amountToPay: 'Amount to Pay',
  payee: 'To',
  shownName: 'Your app will show',
  scan: 'Scan QR code using any UPI app',
  scanOnly: 'This UPI ID takes no payments from links: please scan the code.',
  qrName: 'UPI QR code',
  expiresIn: 'Expires in',
  payUsingApps: 'Pay using UPI apps',
  anyApp: 'Open UPI app',
  downloadQr: 'Download QR',
  share: 'Share QR',
  shareLink: 'Share link',
  waiting: 'Waiting for payment...',
  upiId: 'UPI ID',
  amount: 'Amount',
  purpose: 'For',
  reference: 'Reference',
  help: 'Need help?',

  claim: 'I have already paid',
  claimText: 'Tell us the UTR of your payment. The merchant gets it, and we look for the money at once.',
  utr: 'UTR',
  utrHint: 'The 12 digits that your UPI app shows with the payment, also called UPI Ref. No. or RRN.',
  claimBack: 'Back to the payment',

  testMode: 'Test mode: no real money moves',
  simulator: 'Pay in the simulator',

  failed: 'Payment Failed',
  failedText: 'The payment could not be completed. Please try again.',
  failedForGood: 'The payment could not be completed. Please ask for a new payment link.',
  retry: 'Retry Payment',
  success: 'Payment Successful!',
  successText: 'Your payment has been processed successfully',
  paidLate: 'It arrived after the payment link had expired.',
  redirecting: 'Redirecting...',
  expired: 'Payment Expired',
  expiredText: 'The payment link has expired. Please generate a new payment link.',
  expiredPaid: 'Already paid? This page changes by itself once the payment arrives.',
  goBack: 'Go Back',
} as const

/** The note above Download and Share: the network refuses pictures of an unverified account's code above its limit. */
export const galleryNote = (limit: string): string =>
  `Above ${limit} this UPI ID can't be paid from a saved or shared picture of the code. Scan it on this screen, or share the link instead.`

/** The amount was lowered by some paise, so that this payment differs from others of the same price. */
export const exactNote = (price: string, amount: string): string =>
  `The price is ${price}. Please pay exactly ${amount}: the amount tells your payment from others.`

export const continueTo = (host: string): string => `Continue to ${host}`

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const two = (n: number): string => String(n).padStart(2, '0')

/** m:ss below an hour, h:mm:ss below a day, else 'N days h:mm'. */
export const timeLeft = (seconds: number): string => {
  const s = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor((s % HOUR_SECONDS) / MINUTE_SECONDS)
  const ss = two(s % MINUTE_SECONDS)
  if (s < HOUR_SECONDS) return `${minutes}:${ss}`
  if (s < DAY_SECONDS) return `${Math.floor(s / HOUR_SECONDS)}:${two(minutes)}:${ss}`
  const days = Math.floor(s / DAY_SECONDS)
  return `${days} day${days === 1 ? '' : 's'} ${Math.floor((s % DAY_SECONDS) / HOUR_SECONDS)}:${two(minutes)}`
}
