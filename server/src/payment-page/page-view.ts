import type { OrderStatus } from '@galla/contract/orders/order-status'
import { isSameName } from '@galla/contract/payment-accounts/payee-name'
import type { ClaimOutcome } from '@galla/contract/payment-claims/claims'
import { linkStateOf } from '@galla/contract/reusable-links/link-state'
import { androidIntents, appLinks, iosLinks } from '@galla/upi/app-links'
import { parsePayLink, type UpiLink } from '@galla/upi/link'
import { type AccountKind, allowsAppLinks, rulesInForce, sharedQrLimit } from '@galla/upi/network-rules'
import { QUIET_ZONE_MODULES, qrBitmap, qrMatrix } from '@galla/upi/qr'
import { displayRupees, formatRupees } from '@galla/upi/rupees'
import type { UpiApp } from '@galla/upi/upi-apps'
import { isBranded, isPayable, mayRetry, type Order, type Payee, stageOf } from '../orders/order.ts'
import { upiLinkOf } from '../orders/order-links.ts'
import { returnAddress } from './return-address.ts'

export interface PageOrder {
  readonly order: Order
  readonly payee: Payee
}

/** The reusable link that an order was made with. */
export interface OrderLink {
  readonly code: string
  readonly thanks: string
  readonly closedAt: Date | null
  readonly lastDay: string | null
}

export type Device = 'android' | 'ios' | 'other'

/** Unknown ones count as `other`: the QR first, and plain scheme links on a small screen. */
export const deviceOf = (userAgent: string | undefined): Device => {
  if (userAgent === undefined) return 'other'
  if (/\bAndroid\b/i.test(userAgent)) return 'android'
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) ? 'ios' : 'other'
}

/** Browsers inside other apps, in which links to UPI apps do nothing. Browsers of shops' own apps handle them, and say so nowhere. */
const IN_APP_BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\b(?:FBAN|FBAV|FB_IAB)\b/, 'Facebook'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bTwitter(?:Android| for iPhone)\b/, 'X'],
  [/\bPinterest\b/, 'Pinterest'],
  [/\bLine\//, 'LINE'],
  [/\bMicroMessenger\b/, 'WeChat'],
]

export const inAppBrowserOf = (userAgent: string | undefined): string | null =>
  IN_APP_BROWSERS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null

/** In the order in which Indian customers use them. */
const APP_NAMES = {
  googlepay: 'Google Pay',
  phonepe: 'PhonePe',
  paytm: 'Paytm',
  bhim: 'BHIM',
  cred: 'CRED',
} as const satisfies Record<UpiApp, string>

const buttonsOf = (links: Readonly<Record<UpiApp, string>>) =>
  (Object.keys(APP_NAMES) as UpiApp[]).map((app) => ({ name: APP_NAMES[app], href: links[app] }))

const appsOf = (link: UpiLink, platform: Device) => ({
  platform,
  // iOS opens whichever app it likes for `upi:`, so there it is not offered.
  generic: platform === 'ios' ? null : link,
  buttons: [
    ...buttonsOf(platform === 'android' ? androidIntents(link) : appLinks(link)),
    ...(platform === 'ios' ? iosLinks(link) : []),
  ],
})

const mailTo = (name: string) => ({
  name,
  href: `mailto:${encodeURIComponent(name).replace('%40', '@')}`,
})
const callTo = (name: string) => ({ name, href: `tel:${name.replace(/[^+\d]/g, '')}` })

/** The merchant's own contacts where they are shown, else ours. */
const supportOf = ({ supportEmail, supportPhone }: Payee) => {
  const contacts = [
    ...(supportEmail === null || supportEmail === '' ? [] : [mailTo(supportEmail)]),
    ...(supportPhone === null || supportPhone === '' ? [] : [callTo(supportPhone)]),
  ]
  return contacts.length > 0 ? contacts : [{ name: null, href: '/contact' }]
}

/** "I have already paid" on a page, and what became of it. */
export interface ClaimPart {
  readonly isOpen: boolean
  readonly utr: string
  readonly error: string | null
  readonly answer: { readonly outcome: ClaimOutcome | 'refused'; readonly text: string } | null
}

/** Not asked for yet. */
export const CLAIM_CLOSED: ClaimPart = { isOpen: false, utr: '', error: null, answer: null }
/** Asked for by a browser without script, which can't open it by itself without losing it at the next refresh. */
export const CLAIM_OPEN: ClaimPart = { ...CLAIM_CLOSED, isOpen: true }

/** The link of the attempt under way. */
export const linkOfPage = ({ order, payee }: PageOrder): UpiLink =>
  payee.madeLink ?? upiLinkOf({ ...order, ...payee })

/** Whom the link pays: a provider collects under a UPI ID of its own. */
export const payeeUpiIdOf = ({ payee }: PageOrder): string =>
  (payee.madeLink === null ? undefined : parsePayLink(payee.madeLink)?.payeeVpa) ?? payee.upiId

/** The network's rules are about whom the link pays, and a provider is a verified merchant. */
export const payeeKindOf = ({ payee }: PageOrder): AccountKind =>
  payee.madeLink === null ? payee.accountKind : 'verified_merchant'

const pageBase = ({ order, payee }: PageOrder, now: Date) => ({
  orderId: order.orderId,
  merchantName: payee.merchantName,
  amount: displayRupees(order.payable),
  price: order.payable === order.amount ? null : displayRupees(order.amount),
  clientTransactionId: order.clientTxnId,
  mode: order.mode,
  branded: isBranded(payee, now),
  support: supportOf(payee),
  status: order.status satisfies OrderStatus,
  version: order.version,
  expiresAt: order.expiresAt.toISOString(),
  leftMs: Math.max(0, order.expiresAt.getTime() - now.getTime()),
  app: appOf(order),
})

/** What an app of another gateway's client is given, with the ids that its redirect has. */
const appOf = (order: Order) =>
  order.dialect === null
    ? null
    : { clientTxnId: order.clientTxnId, txnId: String(order.orderNumber ?? order.orderId) }

/** The name that the customer's app shows, where the page does not show the same one. */
const shownNameOf = ({ registeredName, merchantName }: Payee): string | null =>
  registeredName === '' || isSameName(registeredName, merchantName) ? null : registeredName

const payableView = (page: PageOrder, now: Date, userAgent: string | undefined, claim: ClaimPart) => {
  const { order } = page
  const link = linkOfPage(page)
  const matrix = qrMatrix(link)
  const rules = rulesInForce(now, payeeKindOf(page))
  const limit = sharedQrLimit(rules, order.payable)
  const device = deviceOf(userAgent)
  const inApp = inAppBrowserOf(userAgent)
  return {
    ...pageBase(page, now),
    kind: 'payable' as const,
    claim,
    upiId: payeeUpiIdOf(page),
    shownName: shownNameOf(page.payee),
    amountPlain: formatRupees(order.payable),
    purpose: order.purpose,
    windowSeconds: order.windowSeconds,
    qr: { bitmap: qrBitmap(matrix), modules: matrix.length, quietZone: QUIET_ZONE_MODULES },
    apps: allowsAppLinks(rules) && inApp === null ? appsOf(link, device) : null,
    inApp: allowsAppLinks(rules) && inApp !== null ? { name: inApp, isAndroid: device === 'android' } : null,
    galleryLimit: limit === undefined ? null : displayRupees(limit),
    simulatorHref: order.mode === 'test' ? `/simulator?upi=${encodeURIComponent(link)}` : null,
  }
}

/** What the page of an order shows now: a pure function of the record, the time, the browser and what was just claimed. */
export const pageViewOf = (
  page: PageOrder,
  now: Date,
  userAgent: string | undefined,
  claim: ClaimPart = CLAIM_CLOSED,
  link?: OrderLink,
) => {
  const { order } = page
  const stage = stageOf(order)
  const base = pageBase(page, now)
  const back = returnAddress(order)
  if (stage === 'success')
    return {
      ...base,
      kind: 'paid' as const,
      paidLate: order.paidLate,
      thanks: link?.thanks ?? '',
      redirect: back,
    }
  const backHref = back?.href ?? null
  // Whether its uses are used up is looked at when its form is opened.
  const isLinkOpen = link !== undefined && linkStateOf({ ...link, usesMax: null }, 0, now) === 'open'
  const againCode = isLinkOpen ? link.code : null
  const isForeign = order.dialect !== null
  if (stage === 'declined' && !(isForeign && now >= order.expiresAt))
    return { ...base, kind: 'declined' as const, mayRetry: mayRetry(order, now), againCode, backHref }
  if (isPayable(order, now)) return payableView(page, now, userAgent, claim)
  // Not while a payment of the last second may still come: the shop asks as soon as its customer is back.
  const goesBack = isForeign && order.status === 'failed'
  return { ...base, kind: 'expired' as const, claim, leftMs: 0, againCode, backHref, goesBack }
}
