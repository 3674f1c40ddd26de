import { type Mode, SETTLING_SECONDS } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { Paise } from '@galla/upi/rupees'

const TIME_CHARACTERS = 10
const CODE_END = 20

/** The code of a link is ten random characters of an id, in letters that are not mistaken for each other, with the mark of its merchant. */
export const codeOf = (id: string): string => id.slice(TIME_CHARACTERS, CODE_END)

/** An id with the mark that a code carries. */
export const idOfCode = (code: string): string => code.padStart(CODE_END, '0')

/** What a link asks for. It never changes. */
export type LinkPrice =
  | { readonly kind: 'fixed'; readonly amount: Paise }
  | { readonly kind: 'choice'; readonly min: Paise; readonly max: Paise }
  | { readonly kind: 'items'; readonly items: readonly LinkItem[] }

export interface LinkItem {
  readonly name: string
  readonly price: Paise
}

export interface LinkQuestion {
  readonly label: string
  readonly isRequired: boolean
}

/** An item of an order, at its price on that day. */
export interface OrderedItem extends LinkItem {
  readonly quantity: number
}

export interface LinkAnswer {
  readonly question: string
  readonly answer: string
}

/** An address that many customers pay, each with an order of their own. */
export interface ReusableLink {
  readonly merchantId: string
  readonly code: string
  readonly mode: Mode
  readonly title: string
  readonly description: string
  readonly thanks: string
  readonly price: LinkPrice
  readonly questions: readonly LinkQuestion[]
  /** In India, as YYYY-MM-DD; it ends with this day. */
  readonly lastDay: string | null
  readonly usesMax: number | null
  readonly createdAt: Date
  readonly closedAt: Date | null
}

export interface Owner {
  readonly merchantId: string
  readonly mode: Mode
}

export type LinkKey = Pick<ReusableLink, 'merchantId' | 'code'>

/** The form that a customer sent, and the address it came from. */
export interface Opener {
  readonly formHash: Uint8Array
  readonly addressHash: Uint8Array
}

/** A link as its public page shows it. */
export interface PublicLink extends ReusableLink {
  /** As on the payment page: the connected account's name, in test mode the registered one. */
  readonly merchantName: string
  readonly pageLanguage: PageLanguage
  readonly planExpiresAt: Date | null
  /** False for a suspended merchant, and without an account. */
  readonly canCollect: boolean
  /** Given to providers that insist on a contact, because a customer of a link leaves none. */
  readonly contact: { readonly email: string; readonly mobile: string }
}

/** What of a link's uses is gone, and what of it may still be paid. */
export interface LinkUse {
  readonly paid: number
  /** Orders that can be paid now, or whose payment may still be reported. */
  readonly open: number
}

/** Orders whose window closed before this are no longer open. */
export const openSince = (mode: Mode, now: Date): Date =>
  new Date(now.getTime() - SETTLING_SECONDS[mode] * 1000)

/** What stops an order: other open ones hold the last uses, or those of this address hold their share. */
export type PlaceFault = 'busy' | 'too_many_unpaid'

/**
 * Finds what stops another order. Open orders hold a use until they expire, so that no more than the limit is paid. Those of one address
 * hold at most half of the uses that are left, and at least one: a stranger cannot hold all of them.
 */
export const findPlaceFault = (
  usesMax: number | null,
  { paid, open }: LinkUse,
  openOfAddress: number,
): PlaceFault | undefined => {
  if (usesMax === null) return undefined
  const left = usesMax - paid
  if (open >= left) return 'busy'
  return openOfAddress >= Math.max(1, Math.floor(left / 2)) ? 'too_many_unpaid' : undefined
}

/** Orders of links that were created in the last 24 hours. */
export interface RecentOrders {
  readonly paid: number
  readonly unpaid: number
  readonly paidOfAddress: number
  readonly unpaidOfAddress: number
}

/** What a merchant was granted for the trial or the running plan, and the orders of links in it that nobody paid. */
export interface QuotaUse {
  readonly granted: number
  readonly left: number
  readonly unpaid: number
}

const UNPAID_OF_ADDRESS_MAX = 10
const UNPAID_OF_MERCHANT_MAX = 100

/**
 * Finds what stops a stranger from wasting a merchant's quota: opening an order costs one, and needs no money. Unpaid orders of links may
 * be few for one address and not many for all of them in a day, and use at most half of what was granted. Paid ones allow more in a day,
 * so that a busy shop is not stopped. `quota` is undefined where orders use none; without any left, the order itself is refused.
 */
export const findWasteFault = (
  { paid, unpaid, paidOfAddress, unpaidOfAddress }: RecentOrders,
  quota: QuotaUse | undefined,
): 'too_many_unpaid' | 'unavailable' | undefined => {
  if (unpaidOfAddress >= UNPAID_OF_ADDRESS_MAX + paidOfAddress) return 'too_many_unpaid'
  const isHalfUsed =
    quota !== undefined && quota.left > 0 && quota.unpaid >= Math.max(1, Math.floor(quota.granted / 2))
  return isHalfUsed || unpaid >= UNPAID_OF_MERCHANT_MAX + 2 * paid ? 'unavailable' : undefined
}

/** Of the hundred amounts of one price, where each order has an amount of its own: the others are left to the shop's own orders. */
export const TAKEN_AMOUNTS_MAX = 50
