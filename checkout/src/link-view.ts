import type { NoPayment } from '@galla/contract/reusable-links/reusable-links'
import type { AnyPage } from './page-view.ts'

interface AnyLinkPage extends AnyPage {
  readonly code: string
}

/** A form field: its value as typed, and whether it is invalid. */
export interface LinkField {
  readonly value: string
  readonly isWrong: boolean
}

/** The form of a reusable link. Amounts are formatted; texts are raw, the renderer escapes them. */
export interface OpenLinkPage extends AnyLinkPage {
  readonly kind: 'open'
  readonly isTest: boolean
  readonly branded: boolean
  readonly merchantName: string
  readonly title: string
  readonly description: string
  /** The idempotency token of the form: submitting it twice creates one order. */
  readonly token: string
  readonly price:
    | { readonly kind: 'fixed'; readonly amount: string }
    | { readonly kind: 'choice'; readonly min: string; readonly max: string; readonly field: LinkField }
    | {
        readonly kind: 'items'
        readonly items: readonly {
          readonly name: string
          readonly price: string
          readonly quantity: string
        }[]
        /** The maximum of one payment. */
        readonly most: string
        readonly fault: 'nothing' | 'total' | null
      }
  readonly name: LinkField
  readonly questions: readonly {
    readonly label: string
    readonly isRequired: boolean
    readonly field: LinkField
  }[]
}

export interface ClosedLinkPage extends AnyLinkPage {
  readonly kind: 'none'
  readonly reason: NoPayment
  /** Null where the link does not exist. */
  readonly merchantName: string | null
}

export type LinkView = OpenLinkPage | ClosedLinkPage
