import type { Mode } from '@galla/contract/orders/order-status'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { RECEIPT_WORDS } from './receipt-words.ts'

/** What a customer keeps of a payment. */
export interface Receipt {
  readonly orderId: string
  readonly clientTxnId: string
  readonly mode: Mode
  readonly merchantName: string
  readonly amount: Paise
  readonly utr: string
  readonly payerUpiId: string | null
  readonly payerName: string | null
  readonly paidAt: Date
  /** A bank reversed the payment: there is nothing to print or to sign. */
  readonly isTakenBack: boolean
}

/** What is signed, under names that a reader understands. A receipt is the same each time it is made. */
export interface SignedReceipt {
  readonly order: string
  readonly reference: string
  readonly merchant: string
  /** In rupees, with two decimals. */
  readonly amount: string
  readonly utr: string
  /** Masked. */
  readonly payer: string
  readonly paidAt: string
  readonly mode: Mode
}

const SHOWN_MAX = 3

/** "asha.rao@okaxis" is "ash•••@okaxis", "Asha Rao" is "Asha R•••": who paid knows it, a stranger learns little. */
export const maskedPayer = ({ payerUpiId, payerName }: Pick<Receipt, 'payerUpiId' | 'payerName'>): string => {
  if (payerUpiId !== null) {
    const [name = '', bank = ''] = payerUpiId.split('@')
    return `${name.slice(0, Math.min(SHOWN_MAX, Math.ceil(name.length / 2)))}•••@${bank}`
  }
  const [first = '', second = ''] = (payerName ?? '').trim().split(/\s+/u)
  return second === '' ? `${[...first].slice(0, SHOWN_MAX).join('')}•••` : `${first} ${[...second][0]}•••`
}

const PAID_AT = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** The lines of a receipt below its amount, as the page and the PDF show them. */
export const factsOf = (receipt: Receipt): readonly (readonly [label: string, text: string])[] => {
  const hasPayer = receipt.payerUpiId !== null || receipt.payerName !== null
  return [
    [RECEIPT_WORDS.paidTo, receipt.merchantName],
    [RECEIPT_WORDS.paidAt, `${PAID_AT.format(receipt.paidAt)} IST`],
    [RECEIPT_WORDS.utr, receipt.utr],
    ...(hasPayer ? [[RECEIPT_WORDS.payer, maskedPayer(receipt)] as const] : []),
    [RECEIPT_WORDS.reference, receipt.clientTxnId],
    [RECEIPT_WORDS.order, receipt.orderId],
  ]
}

export const amountOf = ({ amount }: Receipt): string => displayRupees(amount)
