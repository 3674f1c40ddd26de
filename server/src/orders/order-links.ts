import type { CreatedOrder } from '@galla/contract/orders/orders'
import { type AppLinks, appLinks } from '@galla/upi/app-links'
import { payLink, type UpiLink } from '@galla/upi/link'
import { attemptReference } from '@galla/upi/reference'
import type { Paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'

/** The content of an order's UPI link. The payee is the merchant's account. */
export interface LinkContent {
  readonly orderId: string
  readonly attempt: number
  readonly upiId: string
  readonly payeeName: string
  readonly purpose: string
  readonly payable: Paise
}

/** The UPI link of the QR and of every app link. Throws without a payee. */
export const upiLinkOf = (content: LinkContent): UpiLink => {
  const payeeVpa = parseVpa(content.upiId)
  if (payeeVpa === undefined) throw new RangeError('an account without a UPI ID cannot collect')
  return payLink({
    payeeVpa,
    payeeName: content.payeeName,
    reference: attemptReference(content.orderId, content.attempt),
    note: content.purpose,
    amount: content.payable,
  })
}

/** The app links under the field names of the API. Clients of similar gateways read `gpay_link`. */
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
