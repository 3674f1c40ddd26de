import { findVerification } from '../payment-accounts/account-source-store.ts'
import { availableCalls, callTimesAfter } from '../providers/provider-rate-limit.ts'
import { lockRateLimit, updateCallTimes } from '../providers/provider-rate-limit-store.ts'
import { recordProviderHealth } from '../providers/record-provider-health.ts'
import { LOST_SECONDS, nextCloseAt, RESERVED_SECONDS_MAX } from './provider-qr.ts'
import {
  abandonStaleQrs,
  claimQrsToClose,
  type QrToClose,
  recordClosing,
  releaseClosing,
} from './provider-qr-store.ts'
import type { QrDeps } from './with-provider-qr.ts'

const BATCH = 20
const SECOND_MS = 1000
/** A claim that was not finished, because its process died, ends after this time. */
const TAKEN_SECONDS = 60

/**
 * Closes at their provider the QRs that must not be paid: of windows that are over, of attempts that were given up, and of
 * creates that came to nothing. Says whether there may be more.
 */
export const closeQrs = async (deps: QrDeps): Promise<{ readonly more: boolean }> => {
  const { db, clock } = deps
  const now = clock.now()
  const plus = (seconds: number): Date => new Date(now.getTime() + seconds * SECOND_MS)
  const given = await abandonStaleQrs(db, now, plus(-RESERVED_SECONDS_MAX), plus(LOST_SECONDS), BATCH)
  const due = await claimQrsToClose(db, now, plus(TAKEN_SECONDS), BATCH)
  await Promise.all(due.map((qr) => closeQr(deps, qr)))
  return { more: given === BATCH || due.length === BATCH }
}

const closeQr = async (deps: QrDeps, qr: QrToClose): Promise<void> => {
  const { db, clock, qr: making } = deps
  const now = clock.now()
  const verification = await findVerification(db, making.secrets, qr)
  const provider = verification && making.providers(verification)
  // Past its own end there is nothing to close; and what was made with credentials that are gone ends by itself.
  const close = provider?.source === qr.source ? provider.close : undefined
  if (now >= qr.endsAt || close === undefined) {
    await recordClosing(db, qr, now >= qr.endsAt ? null : qr.endsAt, now)
    return
  }
  const wait = await takePlace(deps, qr, now)
  if (wait !== null) {
    await releaseClosing(db, qr, wait)
    return
  }
  const { reference, providerId, reservedAt: requestedAt } = qr
  const closed = await close({ reference, providerId, requestedAt })
  await recordProviderHealth(
    db,
    qr,
    { message: closed.message, error: closed.kind === 'closed' ? null : closed.error },
    clock.now(),
  )
  const again = closed.kind === 'closed' ? null : nextCloseAt(qr.tries, qr.endsAt, clock.now())
  await recordClosing(db, qr, again, clock.now())
}

/** The account's rate limit holds here too. Returns null where it may be called now, else from when on. */
const takePlace = ({ db }: QrDeps, qr: QrToClose, now: Date): Promise<Date | null> =>
  db.transaction(async (tx) => {
    const rateLimit = await lockRateLimit(tx, qr)
    const soon = new Date(now.getTime() + SECOND_MS)
    if (rateLimit === undefined) return soon
    if (rateLimit.pausedUntil !== null && rateLimit.pausedUntil > now) return rateLimit.pausedUntil
    if (availableCalls(rateLimit, now) < 1) return soon
    await updateCallTimes(tx, qr, callTimesAfter(rateLimit.callTimes, 1, now), 1)
    return null
  })
