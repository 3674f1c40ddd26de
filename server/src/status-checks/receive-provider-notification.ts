import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { attemptReference } from '@galla/upi/reference'
import { recordCreditWithin } from '../ledger/record-credit.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import {
  findAccountByNotificationId,
  findVerification,
  listReplacedVerifications,
} from '../payment-accounts/account-source-store.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { Refusal } from '../platform/refusal.ts'
import { findNamedQr, recordClosing } from '../provider-qr/provider-qr-store.ts'
import type { NotificationResult, ProviderNotification } from '../providers/connector.ts'
import type { Providers } from '../providers/providers.ts'
import { creditOf } from './check-at-provider.ts'
import { requestOwnCheck } from './check-store.ts'
import { oldNotifications, recordNotification } from './notification-store.ts'

export interface ReceiveNotificationDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
  readonly providers: Providers
}

export type NotificationOutcome = 'repeated' | 'unrelated' | 'recorded' | 'check_requested'

/** Verifies a notification with the connected credentials, or with those before, which made QRs that may still be paid. */
const verify = async (
  { orders: { db }, secrets, providers }: ReceiveNotificationDeps,
  account: AccountKey,
  notification: ProviderNotification,
): Promise<{ source: VerificationSource; verified: Extract<NotificationResult, { kind: 'signed' }> }> => {
  const connected = await findVerification(db, secrets, account)
  const replaced = await listReplacedVerifications(db, secrets, account)
  const known = [
    ...(connected === undefined ? [] : [connected]),
    ...replaced.map(({ verification }) => verification),
  ].map(providers)
  if (known.every((provider) => provider.notification === undefined)) throw new Refusal('not_found')
  for (const { source, notification: read } of known) {
    const verified = read?.(notification)
    if (verified?.kind === 'signed') return { source, verified }
  }
  throw new Refusal('bad_signature')
}

/**
 * Handles a provider's notification of a payment. An unverified one is refused; a repeated one changes nothing. It is recorded together with its
 * effect, so that a failed one is handled when it is sent again.
 */
export const receiveProviderNotification = async (
  deps: ReceiveNotificationDeps,
  notificationId: string,
  notification: ProviderNotification,
): Promise<NotificationOutcome> => {
  const { db, clock } = deps.orders
  const account = await findAccountByNotificationId(db, notificationId)
  if (account === undefined) throw new Refusal('not_found')
  const { source, verified } = await verify(deps, account, notification)
  const { about, payment } = verified
  await recordHeartbeat(db, { ...account, source: 'provider', kind: 'message' }, clock.now())
  return db.transaction(async (tx) => {
    const now = clock.now()
    const { eventId, message } = verified
    if (!(await recordNotification(tx, account, { source, eventId, message }, now))) return 'repeated'
    const qr = about === null ? undefined : await findNamedQr(tx, account, source, about)
    // The merchant created this QR elsewhere.
    if (qr === undefined) return 'unrelated'
    const { merchantId } = account
    if (payment === null) {
      await requestOwnCheck(tx, { merchantId, orderId: qr.orderId }, now)
      return 'check_requested'
    }
    // An abandoned QR has no order, so its payment waits for the merchant.
    const reference = qr.isShown ? attemptReference(qr.orderId, qr.attempt) : qr.reference
    await recordCreditWithin(tx, deps.orders, creditOf(account, source, payment, reference, now))
    if (qr.isShown) await recordClosing(tx, { merchantId, reference: qr.reference }, null, now)
    return 'recorded'
  })
}

/** Providers repeat a notification for some days. */
const NOTIFICATION_DAYS = 90

export const deleteNotificationsByAge = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, NOTIFICATION_DAYS, oldNotifications)
