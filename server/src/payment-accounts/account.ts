import type { MerchantAccount, NameSource, Provider } from '@galla/contract/payment-accounts/accounts'
import { NOTIFIES } from '@galla/contract/payment-accounts/verification'
import type { AccountKind } from '@galla/upi/network-rules'
import { type AccountSource, healthOf } from './account-source.ts'

/** A merchant's own UPI account for live money; the test account is not one. */
export interface LiveAccount {
  readonly accountId: string
  readonly provider: Provider
  readonly merchantName: string
  readonly providerMerchantId: string
  readonly upiId: string
  readonly registeredName: string
  readonly kind: AccountKind
  /** Its orders get unique amounts; see docs/decisions/0090. */
  readonly uniqueAmounts: boolean
  readonly hasPrintedQr: boolean
  /** When a phone, a mailbox or a statement first reported a payment. */
  readonly heardAt: Date | null
  readonly connectedAt: Date
}

/** A name that a source reports for the payee. */
export interface SuggestedName {
  readonly name: string
  readonly source: NameSource
}

export const accountIdFrom = (ulid: string): string => `acc_${ulid.toLowerCase()}`

export const merchantAccountOf = (
  account: LiveAccount,
  source: AccountSource | undefined,
  suggestedName: SuggestedName | undefined,
  now: Date,
  notificationUrlOf: (notificationId: string) => string,
): MerchantAccount => ({
  merchantProvider: account.provider,
  merchantName: account.merchantName,
  merchantId: account.providerMerchantId,
  merchantUpiId: account.upiId,
  registeredName: account.registeredName,
  suggestedName: suggestedName ?? null,
  kind: account.kind,
  isPersonalUpi: account.kind === 'personal',
  uniqueAmounts: account.uniqueAmounts,
  hasPrintedQr: account.hasPrintedQr,
  isHeard: account.heardAt !== null || (source?.lastWorkedAt ?? null) !== null,
  connectedAt: account.connectedAt.toISOString(),
  verification:
    source === undefined
      ? null
      : {
          source: source.source,
          health: healthOf(source, now),
          notificationUrl: NOTIFIES[source.source] ? notificationUrlOf(source.notificationId) : null,
        },
})
