import type { Mode } from '@galla/contract/orders/order-status'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { RECEIPT_WORDS } from './receipt-words.ts'

/** Reversed: the bank took the money back. Refunded: the shop gave it back. */
export type ReturnedStatus = 'reversed' | 'refunded'

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
  readonly returned: { readonly status: ReturnedStatus; readonly at: Date } | null
}

/** What is signed, under names that a reader understands. A receipt is the same each time it is made, until the payment is returned. */
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
  /** When the receipt was issued. */
  readonly status: 'paid' | ReturnedStatus
  readonly returnedAt?: string
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

const TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const timeOf = (at: Date): string => `${TIME.format(at)} IST`

/** What a reader must see before the amount. */
export const noticesOf = ({ mode, returned }: Pick<Receipt, 'mode' | 'returned'>): readonly string[] => [
  ...(mode === 'test' ? [RECEIPT_WORDS.test] : []),
  ...(returned === null ? [] : [`${RECEIPT_WORDS[returned.status]}: ${timeOf(returned.at)}`]),
]

/** The lines of a receipt below its amount, as the page and the PDF show them. */
export const factsOf = (receipt: Receipt): readonly (readonly [label: string, text: string])[] => {
  const hasPayer = receipt.payerUpiId !== null || receipt.payerName !== null
  return [
    [RECEIPT_WORDS.paidTo, receipt.merchantName],
    [RECEIPT_WORDS.paidAt, timeOf(receipt.paidAt)],
    [RECEIPT_WORDS.utr, receipt.utr],
    ...(hasPayer ? [[RECEIPT_WORDS.payer, maskedPayer(receipt)] as const] : []),
    [RECEIPT_WORDS.reference, receipt.clientTxnId],
    [RECEIPT_WORDS.order, receipt.orderId],
  ]
}

export const amountOf = ({ amount }: Receipt): string => displayRupees(amount)
