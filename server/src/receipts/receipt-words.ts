/** The texts of a receipt. English first; each further language is one more record of this shape. */
export const RECEIPT_WORDS = {
  title: 'Payment receipt',
  test: 'Test payment: no money moved',
  paidTo: 'Paid to',
  paidAt: 'Paid on',
  utr: 'UTR',
  payer: 'Paid by',
  reference: 'Reference',
  order: 'Order',
  check: 'Scan to check this receipt',
  a5: 'PDF, A5',
  thermal: 'PDF for a 58 mm printer',
  verifyLink: 'Check this receipt',
  takenBack: 'The bank took this payment back, so its receipt is no longer valid. Please ask the shop.',
  madeBy: 'Made by a computer from the bank’s report of the payment.',
  verifyTitle: 'Check a receipt',
  verifyHow:
    'Scan the code on the receipt, or paste its link here. The check runs in your browser and sends nothing; it also works offline once this page is open.',
  verifyField: 'Link of the receipt',
  verifyButton: 'Check',
  amount: 'Amount',
  genuine: 'Genuine: this receipt was issued here and not changed.',
  openReceipt: 'See whether the bank took the payment back since',
  forged: 'Not genuine: this receipt was changed, or was not issued here.',
  cannotCheck:
    'This browser cannot check signatures here. Use a newer one, at an address that begins with https.',
} as const
