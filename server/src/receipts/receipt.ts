import type { Mode } from '@galla/contract/orders/order-status'
import { PAGE_LANGUAGE_CODES, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { invoiceWords } from '@galla/upi/words/rupees-in-words'
import type { ReceivedTime } from '../ledger/credit.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'
import { amountInLanguage } from './receipt-numerals.ts'

/** Reversed: by the bank. Refunded: by the merchant. */
export type ReturnedStatus = 'reversed' | 'refunded'

/** Who reported the payment to Galla first. `shop`: only a person of the shop said that it came. */
export type ConfirmedBy = 'provider' | 'statement' | 'message' | 'shop' | 'simulator'

/** The proof of a payment for the customer. */
export interface Receipt {
  readonly merchantId: string
  readonly orderId: string
  readonly clientTxnId: string
  readonly mode: Mode
  readonly merchantName: string
  /** The UPI ID that the payment went to. */
  readonly upiId: string
  readonly confirmedBy: ConfirmedBy
  /** The language of the merchant's pages. */
  readonly language: PageLanguage
  readonly amount: Paise
  readonly utr: string
  readonly payerUpiId: string | null
  readonly payerName: string | null
  /** Null where no source says when the money came. */
  readonly received: ReceivedTime | null
  readonly recordedAt: Date
  /** The number of its tax invoice. */
  readonly invoice: string | null
  readonly returned: {
    readonly status: ReturnedStatus
    readonly recordedAt: Date
    /** What was refunded, if it is not all. */
    readonly part?: Paise
  } | null
}

/**
 * The signed content. Times are India's, as precise as they are printed: "2026-11-21T09:30+05:30", or "2026-11-21" where only the day is
 * known. A receipt stays the same until the payment is returned or another source reports a more exact time, or what only
 * the shop had said.
 */
export interface SignedReceipt {
  readonly order: string
  readonly reference: string
  readonly merchant: string
  /** The payee's UPI ID: another shop may have the same name. */
  readonly payee: string
  /** In rupees, with two decimals. */
  readonly amount: string
  readonly utr: string
  /** Masked. */
  readonly payer: string
  readonly confirmedBy: ConfirmedBy
  /** When the money came. */
  readonly receivedAt?: string
  /** When Galla recorded the payment; only if the time of the payment is unknown. */
  readonly recordedAt?: string
  /** At the time of issue. */
  readonly status: 'paid' | ReturnedStatus
  /** In rupees, if the shop refunded a part; `status` stays paid. */
  readonly refunded?: string
  /** When Galla recorded that the money went back. */
  readonly returnRecordedAt?: string
  readonly mode: Mode
}

const SHOWN_MAX = 3

/** Masks the payer: "ash•••@okaxis" for "asha.rao@okaxis", "Asha R•••" for "Asha Rao". */
export const maskedPayer = ({ payerUpiId, payerName }: Pick<Receipt, 'payerUpiId' | 'payerName'>): string => {
  if (payerUpiId !== null) {
    const [name = '', bank = ''] = payerUpiId.split('@')
    return `${name.slice(0, Math.min(SHOWN_MAX, Math.ceil(name.length / 2)))}•••@${bank}`
  }
  const [first = '', second = ''] = (payerName ?? '').trim().split(/\s+/u)
  return second === '' ? `${[...first].slice(0, SHOWN_MAX).join('')}•••` : `${first} ${[...second][0]}•••`
}

const formatsOf = (style: Intl.DateTimeFormatOptions) =>
  new Map(
    PAGE_LANGUAGE_CODES.map((language) => [
      language,
      new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { timeZone: 'Asia/Kolkata', ...style }),
    ]),
  )
const DAYS = formatsOf({ dateStyle: 'medium' })
const TIMES = formatsOf({ dateStyle: 'medium', timeStyle: 'short' })

const timeOf = (at: Date, language: PageLanguage): string => `${TIMES.get(language)?.format(at) ?? ''} IST`

const timeFact = ({ received, recordedAt }: Receipt, language: PageLanguage): readonly [string, string] => {
  const labels = RECEIPT_LABELS[language]
  if (received === null) return [labels.recordedAt, timeOf(recordedAt, language)]
  const { at, isDay } = received
  return [labels.paidAt, isDay ? (DAYS.get(language)?.format(at) ?? '') : timeOf(at, language)]
}

/** Returns the notices that a reader must see before the amount. */
export const noticesOf = (
  { mode, amount, returned }: Pick<Receipt, 'mode' | 'amount' | 'returned'>,
  language: PageLanguage,
): readonly string[] => {
  const labels = RECEIPT_LABELS[language]
  const part =
    returned?.part === undefined ? '' : `: ${displayRupees(returned.part)} / ${displayRupees(amount)}`
  return [
    ...(mode === 'test' ? [labels.test] : []),
    ...(returned === null
      ? []
      : [
          `${labels[returned.status]}${part} (${labels.recordedAt}: ${timeOf(returned.recordedAt, language)})`,
        ]),
  ]
}

/** The lines of a receipt below its amount, as the page and the PDF show them. */
export const factsOf = (
  receipt: Receipt,
  language: PageLanguage,
): readonly (readonly [label: string, text: string])[] => {
  const labels = RECEIPT_LABELS[language]
  const hasPayer = receipt.payerUpiId !== null || receipt.payerName !== null
  return [
    [labels.paidTo, receipt.merchantName],
    timeFact(receipt, language),
    ['UTR', receipt.utr],
    ...(hasPayer ? [[labels.payer, maskedPayer(receipt)] as const] : []),
    [labels.reference, receipt.clientTxnId],
    [labels.order, receipt.orderId],
    ...(receipt.invoice === null ? [] : [[labels.invoice, receipt.invoice] as const]),
  ]
}

export const amountOf = ({ amount }: Receipt): string => displayRupees(amount)

/** The amount in words; null in a language without checked number words. */
export const amountWordsOf = ({ amount }: Receipt, language: PageLanguage): string | null =>
  language === 'en' ? invoiceWords(amount) : amountInLanguage(amount, language)
