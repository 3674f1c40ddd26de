/** The texts of the check of a receipt, which the shop's people read. */
export const VERIFY_LABELS = {
  title: 'Check a receipt',
  how: 'Scan the code on the receipt, or paste its link here. The check runs in your browser and sends nothing; it also works offline once this page is open.',
  field: 'Link of the receipt',
  button: 'Check',
  amount: 'Amount',
  status: 'Status when issued',
  paid: 'Paid',
  returnRecordedAt: 'Return recorded on',
  utr: 'UTR',
  confirmedBy: 'Confirmed by',
  confirmations: {
    provider: 'The payment provider',
    statement: 'A bank statement that the shop imported',
    message: 'A message about the payment to the shop',
    shop: 'The shop, by hand',
    simulator: 'The simulator: no real payment',
  },
  genuine:
    'Genuine: this system issued this receipt for the shop with this UPI ID, and it was not changed. The payment may have been reversed or refunded since.',
  openReceipt: 'See whether the payment was later reversed or refunded',
  forged: 'Not genuine. This receipt was changed, or it was not issued here.',
  cannotCheck: 'This browser cannot check signatures. Use a newer one.',
  needsHttps:
    'Not checked, because the check needs https. Open this page at an address that starts with https, or run galla verify-receipt with this link.',
} as const
