import type { Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { ClaimOutcome } from '@galla/contract/payment-claims/claims'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { RefusalCode } from '@galla/contract/refusals'
import type { LinkView } from './link-view.ts'
import type { Text } from './text.ts'

/** Which links a device can follow: Android has a chooser and intents, iOS one scheme an app, the rest a camera nearby. */
export type Platform = 'android' | 'ios' | 'other'

export interface AppButton {
  readonly name: string
  readonly href: string
}

export interface QrCode {
  /** A picture of one pixel a module, from `qrBitmap`. */
  readonly bitmap: string
  /** Modules along one side, without the quiet zone. */
  readonly modules: number
  readonly quietZone: number
}

export interface Contact {
  /** Null where the platform's contact page stands in. */
  readonly name: string | null
  readonly href: string
}

/** What every page for customers knows. */
export interface AnyPage {
  readonly language: PageLanguage
  /** It stands in the page's address. */
  readonly isLanguageChosen: boolean
  /** The language that one tap at the top leads to. */
  readonly offeredLanguage: PageLanguage
}

/** What every state of an order's page knows. Only plain data; texts are raw, the renderer escapes them. */
interface OrderPage extends AnyPage {
  readonly orderId: string
  readonly merchantName: string
  /** As people read it, "₹1,24,950.50". */
  readonly amount: string
  /** What the order was made for, where the amount to pay was lowered so that no other order has the same; else null. */
  readonly price: string | null
  readonly clientTransactionId: string
  readonly mode: Mode
  /** "Powered by Galla" below; subscribers go without. */
  readonly branded: boolean
  /** Whom a customer can ask, at least one. */
  readonly support: readonly Contact[]
  readonly status: OrderStatus
  readonly version: number
  /** ISO 8601, as in the status reply: with the status it tells the script whether what is shown is still true. */
  readonly expiresAt: string
  /** Milliseconds until the window closes, by the server's clock; never negative. */
  readonly leftMs: number
  /** Of an order that another gateway's client made: what the app that shows the page is given. */
  readonly app: { readonly clientTxnId: string; readonly txnId: string } | null
}

/** "I have already paid": its form, and what became of it where it was sent without the script. */
export interface ClaimPart {
  readonly isOpen: boolean
  /** As it was typed. */
  readonly utr: string
  readonly error: string | null
  /** `refused`: the claim was not taken. */
  readonly answer: { readonly outcome: ClaimOutcome | 'refused'; readonly text: string } | null
}

export interface PayablePage extends OrderPage {
  readonly kind: 'payable'
  readonly claim: ClaimPart
  readonly upiId: string
  /** The name that the customer's app will show; null where it is not known or the same as the merchant's. */
  readonly shownName: string | null
  /** "124950.50", for pasting into an app. */
  readonly amountPlain: string
  readonly purpose: string
  readonly windowSeconds: number
  readonly qr: QrCode
  /** None for personal and small merchant accounts: the network refuses them. */
  readonly apps: {
    readonly platform: Platform
    /** `upi://`; iOS has no chooser, so none there. */
    readonly generic: string | null
    readonly buttons: readonly AppButton[]
  } | null
  /** The app whose own browser shows the page: links to UPI apps do nothing there. */
  readonly inApp: { readonly name: string; readonly isAndroid: boolean } | null
  /** The most that a picture of the code may be used for, as people read it; null where it doesn't matter. */
  readonly galleryLimit: string | null
  readonly simulatorHref: string | null
}

/** The open reusable link that the order was made with: it makes a new one. */
type AgainCode = string | null

export interface DeclinedPage extends OrderPage {
  readonly kind: 'declined'
  readonly mayRetry: boolean
  readonly againCode: AgainCode
  /** None where the order has no address to go back to. */
  readonly backHref: string | null
}

export interface ExpiredPage extends OrderPage {
  readonly kind: 'expired'
  readonly claim: ClaimPart
  readonly againCode: AgainCode
  readonly backHref: string | null
  /** The customer is sent back to the shop after a moment. */
  readonly goesBack: boolean
}

export interface PaidPage extends OrderPage {
  readonly kind: 'paid'
  readonly paidLate: boolean
  /** The thank-you text of the reusable link that the order was made with; else empty. */
  readonly thanks: string
  readonly redirect: { readonly href: string; readonly host: string } | null
}

/** There is no order to show: unknown, or something broke. */
export interface BrokenPage extends AnyPage {
  readonly kind: 'broken'
  readonly orderId: string
  readonly message: string
}

export type PageView = PayablePage | DeclinedPage | ExpiredPage | PaidPage | BrokenPage

/** What the server takes from here, see render.tsx. */
export interface PageRenderer {
  /** A complete HTML document. */
  renderPage(view: PageView): string
  /** Its `<main>` alone, which the page's script swaps in. */
  renderView(view: PageView): string
  /** The page of a reusable link. */
  renderLink(view: LinkView): string
  textIn(language: PageLanguage): Text
  claimAnswerIn(language: PageLanguage, outcome: ClaimOutcome): string
  refusalIn(language: PageLanguage, code: RefusalCode, msg: string): string
  /** The one script of the page; its path carries the hash of its content, so it may be cached for ever. */
  readonly pageScript: { readonly path: string; readonly body: string }
  /** `sha256-…`, the source that allows the inline style sheet. */
  readonly pageStyleHash: string
  readonly linkStyleHash: string
}
