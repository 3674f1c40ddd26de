import type { CreatedOrder } from '@galla/contract/orders/orders'
import { type AppLinks, appLinks } from '@galla/upi/app-links'
import { payLink, type UpiLink } from '@galla/upi/link'
import { attemptReference } from '@galla/upi/reference'
import type { Paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'

/** The content of an order's UPI link. The payee is always the merchant's own account. */
export interface Collect {
  readonly orderId: string
  readonly attempt: number
  readonly upiId: string
  readonly payeeName: string
  readonly purpose: string
  readonly payable: Paise
}

/** The link that the QR shows and that every app link carries. Without a payee there is no link: it throws. */
export const upiLinkOf = (collect: Collect): UpiLink => {
  const payeeVpa = parseVpa(collect.upiId)
  if (payeeVpa === undefined) throw new RangeError('an account without a UPI ID cannot collect')
  return payLink({
    payeeVpa,
    payeeName: collect.payeeName,
    reference: attemptReference(collect.orderId, collect.attempt),
    note: collect.purpose,
    amount: collect.payable,
  })
}

/** As the integrators' field names are; `gpay_link` is what clients of similar gateways read. */
export const integratorLinks = (link: UpiLink): CreatedOrder['upi_intent'] => {
  const links: AppLinks = appLinks(link)
  return {
    upi_link: links.generic,
    bhim_link: links.bhim,
    paytm_link: links.paytm,
    googlepay_link: links.googlepay,
    gpay_link: links.googlepay,
    phonepe_link: links.phonepe,
  }
}
