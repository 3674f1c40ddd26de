/**
 * The messages of the payment page in ICU format; every other language has the same keys. Sentences of the product specification are
 * verbatim: three dots, straight apostrophes.
 */
export const en = {
  // Messages of the page's script.
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
  waiting: 'Waiting for payment...',
  checking: 'Checking your payment...',
  offline:
    'No connection right now. You can still scan this code and pay. If you have already paid, do not pay again: this page shows the result once the connection is back.',

  poweredBy: 'Powered by Galla',
  title: '{amount} to {merchant}',
  otherLanguages: 'Language',
  paymentDetails: 'Payment Details',
  amountToPay: 'Amount to Pay',
  payee: 'To',
  shownName: 'Your app will show',
  scan: 'Scan QR code using any UPI app',
  scanOnly: 'This UPI ID does not accept payments from links. Please scan the code.',
  qrName: 'UPI QR code',
  expiresIn: 'Expires in',
  days: '{days, plural, one {# day} other {# days}}',
  payUsingApps: 'Pay using UPI apps',
  anyApp: 'Open UPI app',
  comeBack: 'After paying, come back to this page.',
  inApp:
    'UPI apps do not open from inside {app}. Scan the code with another phone, or open this page in your browser.',
  openInBrowser: 'Open in your browser',
  copyLink: 'Copy link',
  downloadQr: 'Download QR',
  share: 'Share QR',
  shareLink: 'Share link',
  upiId: 'UPI ID',
  amount: 'Amount',
  purpose: 'For',
  reference: 'Reference',
  help: 'Need help?',
  callShop: 'Call the shop',
  mailShop: 'Mail the shop',
  // UPI apps reject pictures of an unverified account's code above its limit.
  galleryNote:
    "Above {limit}, you can't pay this UPI ID with a saved or shared picture of the code. Scan it on this screen, or share the link instead.",
  // The amount was lowered by some paise to be unique among open orders of the same price.
  exactNote: 'The price is {price}. Please pay exactly {amount}, so that we can recognise your payment.',

  claim: 'I have already paid',
  claimText: 'Enter the UTR of your payment. We send it to the merchant and look for the payment now.',
  utr: 'UTR',
  utrHint: 'The 12 digits that your UPI app shows with the payment, also called UPI Ref. No. or RRN.',
  claimBack: 'Back to the payment',
  // Replies to a payment claim. They reveal only whether the payment is known.
  claimPaid: 'This payment has been received. Thank you!',
  claimArrived:
    'A payment with this UTR has reached the merchant, who can see your order and has to assign it. It is not yet confirmed.',
  claimOtherOrder: 'This UTR belongs to another payment. Please check the number in your UPI app.',
  claimAsked:
    "We have just checked with the merchant's payment provider. It has not seen your payment yet. The merchant can see your UTR, and this page updates automatically once the payment arrives.",
  claimAsking:
    "We are checking with the merchant's payment provider. This page updates automatically once your payment arrives.",
  claimNotSeen:
    'The merchant can see your UTR. No payment with it has arrived yet. This page updates automatically once it does.',
  claimReturns:
    'Money that left your account without reaching the merchant comes back from your bank within 5 working days (T+5).',
  claimsUsedUp: '{max} UTRs were already sent for this payment. Please contact the merchant.',

  dataNotice: 'Privacy notice',
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
  receipt: 'Receipt',
  continueTo: 'Continue to {host}',
  expired: 'Payment Expired',
  expiredText: 'The payment link has expired. Please generate a new payment link.',
  expiredPaid: 'Already paid? This page updates automatically once the payment arrives.',
  otherAmount: 'Another amount was received',
  underpaid:
    '{received} of {amount} has been received. Please do not pay again: the merchant can see your payment and decides what happens next.',
  overpaid:
    '{received} has been received instead of {amount}. Please do not pay again: the merchant can see your payment and decides what happens next.',
  paidInParts: 'The whole amount has come in parts. Please do not pay again: the merchant confirms it.',
  goBack: 'Go Back',
  // For an order that was created with a reusable link.
  expiredAgain: 'The time to pay is over. If you have not paid, you can start again.',
  startAgain: 'Start again',

  // The page of a reusable link.
  linkName: 'Your name',
  linkNameWrong: 'Please enter your name',
  linkAmountHint: 'From {min} to {max}',
  linkAmountWrong: 'Please enter an amount from {min} to {max}',
  linkChoose: 'Choose how many of each you want. The next page shows the total.',
  linkTotalWrong: 'Please choose fewer: one payment can be at most {max}.',
  linkAnswerWrong: 'Please answer this',
  linkOptional: 'Optional',
  linkContinue: 'Continue to payment',
  linkNoPayment: 'This link does not take payments now',
  linkNotFound: 'This link does not exist. Please check the address.',
  linkClosed: 'The merchant has closed this link.',
  linkEnded: 'This link has ended.',
  linkUsedUp: 'This link has received all its payments.',
  linkBusy: 'Someone is paying for the last one right now. Please try again in a few minutes.',
  linkTooManyUnpaid:
    'Too many orders from your connection were not paid. Please try later or on another network.',
  linkUnavailable: 'Please ask the merchant for another way to pay.',

  // Refusals of contract/src/refusals.ts.
  order_not_found: 'This link does not exist. Please ask the merchant for a new one.',
  not_payable: 'This order can no longer be paid',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  provider_unavailable: 'The payment provider could not create a QR code. Please try again in a moment.',
  overloaded: 'The service is busy. Please try again in a moment.',
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>
