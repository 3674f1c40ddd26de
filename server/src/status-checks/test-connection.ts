import type { ReplyOf } from '@galla/contract/endpoint'
import type { testConnection as endpoint } from '@galla/contract/payment-accounts/accounts'
import { findVerification } from '../payment-accounts/account-source-store.ts'
import { findCurrentLiveAccount } from '../payment-accounts/account-store.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { availableCalls, callTimesAfter } from '../providers/provider-rate-limit.ts'
import {
  lockRateLimit,
  recordFailure,
  recordSuccess,
  resumeSource,
  updateCallTimes,
} from '../providers/provider-rate-limit-store.ts'
import type { Providers } from '../providers/providers.ts'

export interface TestConnectionDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  readonly providers: Providers
}

/** Queries the provider of the current account about an order that does not exist, and records the result as its health. */
export const testConnection = async (
  deps: TestConnectionDeps,
  merchantId: string,
): Promise<ReplyOf<typeof endpoint>['data']> => {
  const { db, clock, ids, secrets, providers } = deps
  const account = await findCurrentLiveAccount(db, merchantId)
  if (account === undefined) throw new Refusal('account_not_found')
  const key = { merchantId, accountId: account.accountId }
  const verification = await findVerification(db, secrets, key)
  if (verification === undefined) throw new Refusal('no_verification')
  await db.transaction(async (tx) => {
    const now = clock.now()
    const rateLimit = await lockRateLimit(tx, key)
    // A test is allowed during a pause, to see whether the provider is back.
    if (rateLimit === undefined || availableCalls({ ...rateLimit, pausedUntil: null }, now) < 1)
      throw new Refusal('too_many_requests', { retryAfterSeconds: 1 })
    await updateCallTimes(tx, key, callTimesAfter(rateLimit.callTimes, 1, now), 1)
  })
  const { works, detail } = await providers(verification).test(ids.ulid(clock.now()))
  if (works) {
    await recordSuccess(db, key, detail, clock.now())
    await resumeSource(db, key)
  } else await recordFailure(db, key, detail, clock.now())
  return { source: verification.source, works, detail }
}
