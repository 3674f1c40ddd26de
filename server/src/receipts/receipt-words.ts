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
  paid: 'Paid',
  reversed: 'The bank took this payment back',
  refunded: 'The shop refunded this payment',
  status: 'Status when issued',
  returnedAt: 'Returned on',
  madeBy: 'Made by a computer from the bank’s report of the payment.',
  verifyTitle: 'Check a receipt',
  verifyHow:
    'Scan the code on the receipt, or paste its link here. The check runs in your browser and sends nothing; it also works offline once this page is open.',
  verifyField: 'Link of the receipt',
  verifyButton: 'Check',
  amount: 'Amount',
  genuine:
    'Genuine: this shop’s system issued this receipt at that time, and it was not changed. The payment may have been reversed or refunded since.',
  openReceipt: 'See whether the payment was reversed or refunded since',
  forged: 'Not genuine: this receipt was changed, or was not issued here.',
  cannotCheck: 'This browser cannot check signatures. Use a newer one.',
  needsHttps:
    'Not checked: the check needs https. Open this page at an address that begins with https, or run galla verify-receipt with this link.',
} as const
