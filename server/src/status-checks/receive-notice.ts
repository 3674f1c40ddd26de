import { attemptReference } from '@galla/upi/reference'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { findAccountOfNotices, openVerification } from '../payment-accounts/account-source-store.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import { Refusal } from '../platform/refusal.ts'
import { findNamedQr, noteClosing } from '../provider-qr/provider-qr-store.ts'
import type { ProviderNotification } from '../providers/connector.ts'
import type { Providers } from '../providers/providers.ts'
import { creditOf } from './ask-about-order.ts'
import { askAlone } from './check-store.ts'
import { keepNotice } from './notice-store.ts'

export interface NoticeDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
  readonly providers: Providers
}

export type Taken = 'seen' | 'nothing' | 'recorded' | 'asked'

/**
 * Handles a provider's notification of a payment. A sender that is not that provider is refused; one that came before changes
 * nothing. It is recorded together with its effect, so that one whose handling failed counts when it is sent again.
 */
export const receiveNotice = async (
  deps: NoticeDeps,
  noticeId: string,
  notice: ProviderNotification,
): Promise<Taken> => {
  const { db, clock } = deps.orders
  const account = await findAccountOfNotices(db, noticeId)
  const verification = account && (await openVerification(db, deps.secrets, account))
  const provider = verification && deps.providers(verification)
  if (account === undefined || provider?.notification === undefined) throw new Refusal('not_found')
  const { source } = provider
  const noticed = provider.notification(notice)
  if (noticed.kind === 'forged') throw new Refusal('bad_signature')
  const { about, payment } = noticed
  return db.transaction(async (tx) => {
    const now = clock.now()
    if (!(await keepNotice(tx, account, { source, eventId: noticed.eventId, said: noticed.message }, now)))
      return 'seen'
    const qr = about === null ? undefined : await findNamedQr(tx, account, source, about)
    // What came by a QR that the merchant made elsewhere is none of our business.
    if (qr === undefined) return 'nothing'
    const { merchantId } = account
    if (payment === null) {
      await askAlone(tx, { merchantId, orderId: qr.orderId }, now)
      return 'asked'
    }
    // Of a QR that was given up there is no order, so the payment waits for the merchant.
    const reference = qr.isShown ? attemptReference(qr.orderId, qr.attempt) : qr.reference
    await recordCreditWithin(tx, deps.orders, creditOf(account, source, payment, reference, now))
    if (qr.isShown) await noteClosing(tx, { merchantId, reference: qr.reference }, null, now)
    return 'recorded'
  })
}
