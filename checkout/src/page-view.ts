import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { ClaimOutcome } from '@galla/contract/payment-claims/claims'
import type { PageColour } from '@galla/contract/payment-page/page-colours'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { RefusalCode } from '@galla/contract/refusals'
import type { LinkView } from './link-view.ts'
import type { Text } from './text.ts'

/**
 * The app links that a device supports: Android has a chooser and intents, iOS has one URL scheme for each app, other devices only
 * scan.
 */
export type Platform = 'android' | 'ios' | 'other'

export interface AppButton {
  readonly name: string
  readonly href: string
}

export interface QrCode {
  /** A bitmap with one pixel for each module, from `qrBitmap`. */
  readonly bitmap: string
  /** Modules on one side, without the quiet zone. */
  readonly modules: number
  readonly quietZone: number
}

export interface Contact {
  /** Null for the platform's contact page. */
  readonly name: string | null
  readonly href: string
}

/** The data of every customer page. */
export interface AnyPage {
  readonly language: PageLanguage
  /** True when the address names the language. */
  readonly isLanguageChosen: boolean
  /** The language that the link at the top offers. */
  readonly offeredLanguage: PageLanguage
}

/** The data of an order's page in every state. Texts are raw, the renderer escapes them. */
interface OrderPage extends AnyPage {
  readonly orderId: string
  readonly merchantName: string
  /** The address of the merchant's picture on our server. */
  readonly logo: string | null
  /** The colour of buttons and links; null for the page's own. */
  readonly colour: PageColour | null
  /** Formatted, "₹1,24,950.50". */
  readonly amount: string
  /** The order's amount, where the payable amount was lowered to be unique; else null. */
  readonly price: string | null
  readonly clientTransactionId: string
  readonly mode: Mode
  /** Shows "Powered by Galla"; false for subscribers. */
  readonly branded: boolean
  /** The merchant's contacts, at least one. */
  readonly support: readonly Contact[]
  /** The merchant's notice about customers' data, and the day since which it holds; null without one. */
  readonly notice: { readonly version: number; readonly text: string; readonly day: string } | null
  readonly status: OrderStatus
  readonly version: number
  /** ISO 8601. With the status it tells the script whether the view is current. */
  readonly expiresAt: string
  /** Milliseconds until the window closes, by the server's clock; never negative. */
  readonly leftMs: number
  /** For an order in another gateway's dialect: the ids for the app that shows the page. */
  readonly app: { readonly clientTxnId: string; readonly txnId: string } | null
}

/** The form "I have already paid", and the reply when it was submitted without the script. */
export interface ClaimPart {
  readonly isOpen: boolean
  /** The value as typed. */
  readonly utr: string
  readonly error: string | null
  /** `refused`: the claim was rejected. */
  readonly answer: { readonly outcome: ClaimOutcome | 'refused'; readonly text: string } | null
}

export interface PayablePage extends OrderPage {
  readonly kind: 'payable'
  readonly claim: ClaimPart
  readonly upiId: string
  /** The payee name that the UPI app will show; null when unknown or the same as the merchant's. */
  readonly shownName: string | null
  /** Unformatted, "124950.50", for pasting into an app. */
  readonly amountPlain: string
  readonly purpose: string
  readonly windowSeconds: number
  readonly qr: QrCode
  /** Null for personal and small merchant accounts, whose app links the network rejects. */
  readonly apps: {
    readonly platform: Platform
    /** The generic `upi://` link; null on iOS, which has no app chooser. */
    readonly generic: string | null
    readonly buttons: readonly AppButton[]
  } | null
  /** The app whose in-app browser shows the page; links to UPI apps do not work there. */
  readonly inApp: { readonly name: string; readonly isAndroid: boolean } | null
  /** The formatted limit for payments with a picture of the code; null where it does not apply. */
  readonly galleryLimit: string | null
  readonly simulatorHref: string | null
}

/** The code of the reusable link that the order came from, if it is still open; it creates a new order. */
type AgainCode = string | null

export interface DeclinedPage extends OrderPage {
  readonly kind: 'declined'
  readonly mayRetry: boolean
  readonly againCode: AgainCode
  /** Null where the order has no redirect address. */
  readonly backHref: string | null
}

export interface ExpiredPage extends OrderPage {
  readonly kind: 'expired'
  readonly claim: ClaimPart
  readonly againCode: AgainCode
  readonly backHref: string | null
  /** True when the page redirects to the shop after a moment. */
  readonly goesBack: boolean
}

/** Money of another amount has come for the order. Paying again would be wrong; the merchant decides about it. */
export interface HeldPage extends OrderPage {
  readonly kind: 'held'
  /** Formatted, "₹498.00". */
  readonly received: string
  readonly receivedRupees: number
  /** Its message. Parts that together make the whole amount settle nothing by themselves. */
  readonly came: 'underpaid' | 'overpaid' | 'paidInParts'
  readonly backHref: string | null
}

export interface PaidPage extends OrderPage {
  readonly kind: 'paid'
  readonly paidLate: boolean
  /** The thank-you text of the order's reusable link; else empty. */
  readonly thanks: string
  readonly redirect: { readonly href: string; readonly host: string } | null
}

/** Shown when the order is unknown or an error occurred. */
export interface BrokenPage extends AnyPage {
  readonly kind: 'broken'
  readonly orderId: string
  readonly message: string
}

export type PageView = PayablePage | DeclinedPage | ExpiredPage | HeldPage | PaidPage | BrokenPage

/** The interface between the server and this package, see render.tsx. */
export interface PageRenderer {
  /** Renders a complete HTML document. */
  renderPage(view: PageView): string
  /** Renders only the `<main>`, which the page's script swaps in. */
  renderView(view: PageView): string
  renderLink(view: LinkView): string
  textIn(language: PageLanguage): Text
  claimAnswerIn(language: PageLanguage, outcome: ClaimOutcome): string
  refusalIn(language: PageLanguage, code: RefusalCode, msg: string): string
  /** The page's script. Its path carries its content hash, so it can be cached forever. */
  readonly pageScript: { readonly path: string; readonly body: string }
  /** The `sha256-…` source that allows the inline style sheet in the CSP. */
  readonly pageStyleHash: string
  readonly linkStyleHash: string
}
