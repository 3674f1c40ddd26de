import { SECOND_MS } from '@galla/contract/durations'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import type { CloseQrResult } from '../providers/connector.ts'
import { availableCalls, callTimesAfter } from '../providers/provider-rate-limit.ts'
import { lockRateLimit, updateCallTimes } from '../providers/provider-rate-limit-store.ts'
import { recordProviderHealth } from '../providers/record-provider-health.ts'
import { askWith, listCredentialsOfQr, type QrCredentials } from './credentials-of-qr.ts'
import { LOST_SECONDS, nextCloseAt } from './provider-qr.ts'
import {
  abandonStaleQrs,
  claimQrsToClose,
  type QrToClose,
  recordClosing,
  releaseClosing,
} from './provider-qr-store.ts'
import type { QrDeps } from './with-provider-qr.ts'

const BATCH = 20
/** A QR that a dead process claimed is due again after this time. */
const CLAIM_SECONDS = 60

/**
 * Closes the QRs that must not be paid at their provider: those of closed windows, of earlier attempts and of failed creations. Returns
 * whether there may be more.
 */
export const closeQrs = async (deps: QrDeps): Promise<{ readonly more: boolean }> => {
  const { db, clock } = deps
  const now = clock.now()
  const plus = (seconds: number): Date => new Date(now.getTime() + seconds * SECOND_MS)
  const abandoned = await abandonStaleQrs(db, now, plus(-LEASE_SECONDS), plus(LOST_SECONDS), BATCH)
  const due = await claimQrsToClose(db, now, plus(CLAIM_SECONDS), BATCH)
  await Promise.all(due.map((qr) => closeQr(deps, qr)))
  return { more: abandoned === BATCH || due.length === BATCH }
}

const closeQr = async (deps: QrDeps, qr: QrToClose): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const made = { source: qr.source, madeAt: qr.reservedAt }
  const credentials = await listCredentialsOfQr(db, deps.qr.secrets, qr, made)
  // A QR past its own end is closed. One whose credentials are not known any more cannot be closed before its end.
  if (now >= qr.endsAt || credentials.length === 0) {
    await recordClosing(db, qr, now >= qr.endsAt ? null : qr.endsAt, now)
    return
  }
  const callableAt = await reserveCall(deps, qr, now)
  if (callableAt !== null) {
    await releaseClosing(db, qr, callableAt)
    return
  }
  const closed = await askWith(credentials, (each) => closeWith(deps, qr, each))
  const retryAt =
    closed === undefined || closed.kind === 'closed' ? null : nextCloseAt(qr.tries, qr.endsAt, clock.now())
  await recordClosing(db, qr, retryAt, clock.now())
}

const closeWith = async (
  deps: QrDeps,
  qr: QrToClose,
  { verification, isConnected }: QrCredentials,
): Promise<CloseQrResult> => {
  const { reference, providerId, reservedAt: requestedAt } = qr
  const closed = (await deps.qr.providers(verification).close?.({ reference, providerId, requestedAt })) ?? {
    kind: 'unknown',
    message: 'This provider closes no QR',
    error: null,
  }
  const error = closed.kind === 'closed' ? null : closed.error
  if (isConnected)
    await recordProviderHealth(deps.db, qr, { message: closed.message, error }, deps.clock.now())
  return closed
}

/** Reserves a call within the account's rate limit. Returns null, or the time from which a call is allowed. */
const reserveCall = ({ db }: QrDeps, qr: QrToClose, now: Date): Promise<Date | null> =>
  db.transaction(async (tx) => {
    const rateLimit = await lockRateLimit(tx, qr)
    const soon = new Date(now.getTime() + SECOND_MS)
    if (rateLimit === undefined) return soon
    if (rateLimit.pausedUntil !== null && rateLimit.pausedUntil > now) return rateLimit.pausedUntil
    if (availableCalls(rateLimit, now) < 1) return soon
    await updateCallTimes(tx, qr, callTimesAfter(rateLimit.callTimes, 1, now), 1)
    return null
  })
