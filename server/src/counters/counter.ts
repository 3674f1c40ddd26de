import type { Mode } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { payeeLink, type UpiLink } from '@galla/upi/link'
import { parseVpa } from '@galla/upi/vpa'

/** A place in a shop with a printed QR and a screen. */
export interface Counter {
  readonly merchantId: string
  readonly counterId: string
  readonly accountId: string
  readonly mode: Mode
  readonly name: string
  readonly language: PageLanguage
  readonly upiId: string
  readonly payeeName: string
  readonly accountIsCurrent: boolean
  readonly createdAt: Date
}

/** A device that is logged in at a counter. */
export interface CounterCaller {
  readonly merchantId: string
  readonly mode: Mode
  readonly accountId: string
  readonly counterId: string
  readonly counterName: string
}

/** The link of the printed QR. The note is only shown to the customer, and Galla never reads it. */
export const staticLinkOf = ({ upiId, payeeName, name }: Counter): UpiLink => {
  const payeeVpa = parseVpa(upiId)
  if (payeeVpa === undefined) throw new RangeError('an account without a UPI ID cannot collect')
  return payeeLink({ payeeVpa, payeeName, note: name })
}
