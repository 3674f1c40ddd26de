import type { AlertOutcome } from '@galla/contract/reconciliation/alerts'
import type { AlertCredit } from '@galla/upi/alert'

/** What a message says, and whether it is believed. */
export type ReadAlert =
  | { readonly outcome: 'credit' | 'untrusted'; readonly credit: AlertCredit }
  | { readonly outcome: Exclude<AlertOutcome, 'credit' | 'untrusted'>; readonly credit: null }
