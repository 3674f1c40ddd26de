import { istDayOf } from '@galla/contract/ist'
import type { OrderStatus } from '@galla/contract/orders/order-status'
import { isSameName } from '@galla/contract/payment-accounts/payee-name'
import type { ClaimOutcome } from '@galla/contract/payment-claims/claims'
import { linkStateOf } from '@galla/contract/reusable-links/link-state'
import { androidIntents, appLinks, iosLinks } from '@galla/upi/app-links'
import { parsePayLink, type UpiLink } from '@galla/upi/link'
import { type AccountKind, allowsAppLinks, rulesInForce, sharedQrLimit } from '@galla/upi/network-rules'
import { QUIET_ZONE_MODULES, qrBitmap, qrMatrix } from '@galla/upi/qr'
import { displayRupees, formatRupees, type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { UpiApp } from '@galla/upi/upi-apps'
import { amountOf, isBranded, isPayable, mayRetry, type Order, type Payee, stageOf } from '../orders/order.ts'
import { upiLinkOf } from '../orders/order-links.ts'
import { logoAddress } from './logo-address.ts'
import { returnAddress } from './return-address.ts'

export interface PageOrder {
  readonly order: Order
  readonly payee: Payee
  /** What has come for it in another amount than its own; null if nothing has. */
  readonly otherAmount?: Paise | null
}

/** The reusable link of an order. */
export interface OrderLink {
  readonly code: string
  readonly thanks: string
  readonly closedAt: Date | null
  readonly lastDay: string | null
}

export type Device = 'android' | 'ios' | 'other'

/** Unknown devices are `other`: the page shows the QR first, and plain scheme links on a small screen. */
export const deviceOf = (userAgent: string | undefined): Device => {
  if (userAgent === undefined) return 'other'
  if (/\bAndroid\b/i.test(userAgent)) return 'android'
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) ? 'ios' : 'other'
}

/** Browsers inside other apps, which ignore links to UPI apps. Browsers in apps of shops handle them and have no name here. */
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
  // On iOS the customer cannot choose the app that opens `upi:` links.
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

/** The merchant's contacts if they are shown, else Galla's contact page. */
const supportOf = ({ supportEmail, supportPhone }: Payee) => {
  const contacts = [
    ...(supportEmail === null || supportEmail === '' ? [] : [mailTo(supportEmail)]),
    ...(supportPhone === null || supportPhone === '' ? [] : [callTo(supportPhone)]),
  ]
  return contacts.length > 0 ? contacts : [{ name: null, href: '/contact' }]
}

/** The form "I have already paid" and its result. */
export interface ClaimPart {
  readonly isOpen: boolean
  readonly utr: string
  readonly error: string | null
  readonly answer: { readonly outcome: ClaimOutcome | 'refused'; readonly text: string } | null
}

/** The form is not open. */
export const CLAIM_CLOSED: ClaimPart = { isOpen: false, utr: '', error: null, answer: null }
/** The form is open. Browsers without script request it so, because a refresh would close it. */
export const CLAIM_OPEN: ClaimPart = { ...CLAIM_CLOSED, isOpen: true }

/** The UPI link of the current attempt. */
export const linkOfPage = ({ order, payee }: PageOrder): UpiLink =>
  payee.providerLink ?? upiLinkOf({ ...order, ...payee })

/** The UPI ID that the link pays. Providers collect with their own. */
export const payeeUpiIdOf = ({ payee }: PageOrder): string =>
  (payee.providerLink === null ? undefined : parsePayLink(payee.providerLink)?.payeeVpa) ?? payee.upiId

/** The kind of account that the link pays, for the network rules. A provider is a verified merchant. */
export const payeeKindOf = ({ payee }: PageOrder): AccountKind =>
  payee.providerLink === null ? payee.accountKind : 'verified_merchant'

const pageBase = ({ order, payee }: PageOrder, now: Date) => ({
  orderId: order.orderId,
  merchantName: payee.merchantName,
  logo: payee.logoHash === null ? null : logoAddress(order.merchantId, payee.logoHash),
  colour: payee.colour,
  amount: displayRupees(amountOf(order)),
  price: amountOf(order) === order.amount ? null : displayRupees(order.amount),
  clientTransactionId: order.clientTxnId,
  mode: order.mode,
  branded: isBranded(payee, now),
  support: supportOf(payee),
  notice: payee.notice && { ...payee.notice, day: istDayOf(new Date(payee.notice.at)) },
  status: order.status satisfies OrderStatus,
  version: order.version,
  expiresAt: order.expiresAt.toISOString(),
  leftMs: Math.max(0, order.expiresAt.getTime() - now.getTime()),
  app: appOf(order),
})

/** The ids that the app of another gateway's client gets, the same as in its redirect. */
const appOf = (order: Order) =>
  order.dialect === null
    ? null
    : {
        clientTxnId: order.clientTxnId,
        txnId: String((order.dialect === 'ekqr' ? order.orderNumber : null) ?? order.orderId),
      }

/** The name that the customer's UPI app shows, if it differs from the page's. */
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

const cameOf = (received: Paise, payable: Paise): 'underpaid' | 'overpaid' | 'paidInParts' => {
  if (received === payable) return 'paidInParts'
  return received < payable ? 'underpaid' : 'overpaid'
}

/** Decides what the page of an order shows. Pure: it depends on the order, the time, the browser and the claim form. */
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
  const { otherAmount = null } = page
  if (otherAmount !== null)
    return {
      ...base,
      kind: 'held' as const,
      received: displayRupees(otherAmount),
      receivedRupees: toRupeeNumber(otherAmount),
      came: cameOf(otherAmount, order.payable),
      backHref,
    }
  // The limit of uses is checked when the form of the link is opened.
  const isLinkOpen = link !== undefined && linkStateOf({ ...link, usesMax: null }, 0, now) === 'open'
  const againCode = isLinkOpen ? link.code : null
  const isForeign = order.dialect !== null
  if (stage === 'declined' && !(isForeign && now >= order.expiresAt))
    return { ...base, kind: 'declined' as const, mayRetry: mayRetry(order, now), againCode, backHref }
  if (isPayable(order, now)) return payableView(page, now, userAgent, claim)
  // The customer goes back to the shop only after the settling time, because the shop checks the status at once.
  const goesBack = isForeign && order.status === 'failed'
  return { ...base, kind: 'expired' as const, claim, leftMs: 0, againCode, backHref, goesBack }
}
