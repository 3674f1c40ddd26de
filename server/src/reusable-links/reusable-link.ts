import { SECOND_MS } from '@galla/contract/durations'
import {
  EXPIRY_SECONDS,
  type Mode,
  PAY_ATTEMPTS_MAX,
  RETRY_HOURS,
  SETTLING_SECONDS,
} from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { Paise } from '@galla/upi/rupees'

const TIME_CHARACTERS = 10
const CODE_END = 20

/** The code of a link: ten random characters of an id. */
export const codeOf = (id: string): string => id.slice(TIME_CHARACTERS, CODE_END)

/** The price of a link. It never changes. */
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

/** A link that many customers pay, each with their own order. */
export interface ReusableLink {
  readonly merchantId: string
  readonly code: string
  readonly mode: Mode
  readonly title: string
  readonly description: string
  readonly thanks: string
  readonly price: LinkPrice
  readonly questions: readonly LinkQuestion[]
  /** The last day in India, as YYYY-MM-DD. */
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
export interface Submission {
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

/** The used and the reserved uses of a link. */
export interface LinkUse {
  readonly paid: number
  /** Orders that can be paid now, or whose payment may still be reported. */
  readonly open: number
}

/** Which orders may be open. */
export interface OpenOrders {
  /** Orders whose window closed before this are no longer open. */
  readonly openSince: Date
  /** Orders that were created before this are none of them: with all attempts, no order of a link lives longer. */
  readonly createdSince: Date
}

const LIFE_SECONDS_MAX = RETRY_HOURS * 3_600 + PAY_ATTEMPTS_MAX * EXPIRY_SECONDS

export const openOrders = (mode: Mode, now: Date): OpenOrders => {
  const openSince = new Date(now.getTime() - SETTLING_SECONDS[mode] * SECOND_MS)
  return { openSince, createdSince: new Date(openSince.getTime() - LIFE_SECONDS_MAX * SECOND_MS) }
}

/** Open orders reserve all uses that are left, or the share of this address. */
export type UseFault = 'busy' | 'too_many_unpaid'

/**
 * Checks whether the limit of uses allows another order. Open orders reserve a use until they expire, so that the limit is not exceeded.
 * One address may reserve half of the uses that are left, and at least one, so that no one can block a link.
 */
export const findUseFault = (
  usesMax: number | null,
  { paid, open }: LinkUse,
  openOfAddress: number,
): UseFault | undefined => {
  if (usesMax === null) return undefined
  const left = usesMax - paid
  if (open >= left) return 'busy'
  return openOfAddress >= Math.max(1, Math.floor(left / 2)) ? 'too_many_unpaid' : undefined
}

/** Orders of the merchant's links that were created in the last 24 hours. */
export interface RecentOrders {
  readonly paidOfLink: number
  /** Unpaid orders of the link that can still be paid. */
  readonly openOfLink: number
  readonly paidOfAddress: number
  readonly unpaidOfAddress: number
}

/** The quota of the trial or the running plan, and the unpaid orders of links that used it. */
export interface QuotaUse {
  readonly granted: number
  readonly left: number
  readonly unpaid: number
}

const UNPAID_OF_ADDRESS_MAX = 10
const OPEN_OF_LINK_MAX = 100

/**
 * Checks the limits for unpaid orders of links. Anyone can open such an order, which uses quota, so each address may have a limited number of
 * them a day, and each link a limited number that can still be paid. Those that expire leave their place to others, so that no one can close
 * a link. Paid orders raise the limits, so that a busy shop is not stopped. Once unpaid orders used half of the quota, each link has one
 * place, so that the rest lasts. `quota` is undefined where orders use none. Without any left, creating the order is refused anyway.
 */
export const findUnpaidOrdersFault = (
  { paidOfLink, openOfLink, paidOfAddress, unpaidOfAddress }: RecentOrders,
  quota: QuotaUse | undefined,
): 'too_many_unpaid' | 'later' | undefined => {
  if (unpaidOfAddress >= UNPAID_OF_ADDRESS_MAX + paidOfAddress) return 'too_many_unpaid'
  const isHalfUsed =
    quota !== undefined && quota.left > 0 && quota.unpaid >= Math.max(1, Math.floor(quota.granted / 2))
  const places = isHalfUsed ? 1 : OPEN_OF_LINK_MAX + 2 * paidOfLink
  return openOfLink >= places ? 'later' : undefined
}

/** How many of the 100 unique amounts of a price links may use. The others are for orders without a link. */
export const TAKEN_AMOUNTS_MAX = 50
