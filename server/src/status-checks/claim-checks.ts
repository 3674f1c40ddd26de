import { SECOND_MS } from '@galla/contract/durations'
import { MAKES_QR } from '@galla/contract/payment-accounts/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { inEachMerchant } from '../platform/jobs/each-merchant.ts'
import { availableCalls, callTimesAfter } from '../providers/provider-rate-limit.ts'
import {
  type LockedRateLimit,
  lockFreeRateLimits,
  lockRateLimit,
  updateCallTimes,
} from '../providers/provider-rate-limit-store.ts'
import { LISTS } from '../providers/providers.ts'
import { claimCheck, type DueOrder, lockCheckNow, lockDueChecks } from './check-store.ts'

export type ClaimChecksDeps = Pick<Platform, 'db' | 'clock' | 'workerId'>

/** An order that this process checks now, with the attempts to check. */
export interface ClaimedCheck {
  readonly order: DueOrder
  readonly attempts: readonly number[]
}

/** Calls per second that are reserved for creating QRs, of an account's ten. */
const KEPT_FOR_CREATES = 3
/** Orders whose status one call returns. */
const LISTED_MAX = 100
/** Within this time, Verify returns the previous result. */
export const VERIFY_EVERY_SECONDS = 10

/** Leases the due checks of these accounts, as many as the rate limit of each allows, and starts each merchant's once they are committed. */
export const claimDueChecks = async (
  deps: ClaimChecksDeps,
  accounts: readonly AccountKey[],
  start: (claimed: readonly ClaimedCheck[]) => void,
): Promise<void> => {
  const ofMerchants = Map.groupBy(accounts, ({ merchantId }) => merchantId)
  await inEachMerchant(ofMerchants, async ([merchantId, own]) => {
    const accountIds = own.map(({ accountId }) => accountId)
    for (const claimed of await claimOfMerchant(deps, merchantId, accountIds)) start(claimed)
  })
}

const claimOfMerchant = (
  deps: ClaimChecksDeps,
  merchantId: string,
  accountIds: readonly string[],
): Promise<ClaimedCheck[][]> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const claimed: ClaimedCheck[][] = []
    for (const rateLimit of await lockFreeRateLimits(tx, merchantId, accountIds)) {
      const free = availableCalls(rateLimit, now) - (MAKES_QR[rateLimit.source] ? KEPT_FOR_CREATES : 0)
      if (free < 1) continue
      claimed.push(...(await claimOf(tx, deps, rateLimit, free, now)))
    }
    return claimed
  })

/** If one call can list many orders, those that only wait for their payment share it. The others get their own call. */
const claimOf = async (
  tx: Transaction,
  deps: ClaimChecksDeps,
  rateLimit: LockedRateLimit,
  free: number,
  now: Date,
): Promise<ClaimedCheck[][]> => {
  const canList = LISTS[rateLimit.source]
  const orders = await lockDueChecks(tx, rateLimit, now, canList ? LISTED_MAX : free)
  const mayShare = (order: DueOrder): boolean =>
    canList && !order.isAlone && order.checksFrom !== null && now < order.expiresAt
  const sharing = orders.filter(mayShare)
  if (sharing.length < 2)
    return (await lease(tx, deps, rateLimit, orders.slice(0, free), free, now)).map((each) => [each])
  const shared: ClaimedCheck[] = []
  for (const order of sharing) {
    await claimCheck(tx, order, {
      workerId: deps.workerId,
      now,
      calls: 0,
      isShared: true,
      nextCheckAt: nextCheckAt(order, now),
    })
    shared.push({ order, attempts: [order.attempt] })
  }
  const times = callTimesAfter(rateLimit.callTimes, 1, now)
  await updateCallTimes(tx, rateLimit, times, 1)
  const others = orders.filter((order) => !mayShare(order)).slice(0, free - 1)
  const alone = await lease(tx, deps, { ...rateLimit, callTimes: times }, others, free - 1, now)
  return [shared, ...alone.map((each) => [each])]
}

/** Leases an order whatever its schedule, unless it was checked just now or its account is at its rate limit. */
export const claimCheckNow = (
  deps: ClaimChecksDeps,
  key: AccountKey & { readonly orderId: string },
): Promise<ClaimedCheck | undefined> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const rateLimit = await lockRateLimit(tx, key)
    const free = rateLimit === undefined ? 0 : availableCalls(rateLimit, now)
    if (rateLimit === undefined || free === 0) return undefined
    const calledBefore = new Date(now.getTime() - VERIFY_EVERY_SECONDS * SECOND_MS)
    const order = await lockCheckNow(tx, key, calledBefore)
    if (order === undefined) return undefined
    return (await lease(tx, deps, rateLimit, [{ ...order, isAlone: true }], free, now))[0]
  })

const lease = async (
  tx: Transaction,
  deps: ClaimChecksDeps,
  rateLimit: LockedRateLimit,
  orders: readonly DueOrder[],
  free: number,
  now: Date,
): Promise<ClaimedCheck[]> => {
  const claimed: ClaimedCheck[] = []
  let calls = 0
  for (const order of orders) {
    // Who asks for this order may have paid an earlier attempt.
    const checksFrom = order.isAlone ? null : order.checksFrom
    const attempts = attemptsToCheck(order.attempt, checksFrom, now).slice(0, free - calls)
    if (attempts.length === 0) break
    calls += attempts.length
    await claimCheck(tx, order, {
      workerId: deps.workerId,
      now,
      calls: attempts.length,
      isShared: false,
      nextCheckAt: nextCheckAt(order, now),
    })
    claimed.push({ order, attempts })
  }
  if (calls > 0) await updateCallTimes(tx, rateLimit, callTimesAfter(rateLimit.callTimes, calls, now), calls)
  return claimed
}

/** The schedule that PhonePe prescribes: until `untilSeconds` after the start, a query every `everySeconds`. */
const STEPS: readonly { readonly untilSeconds: number; readonly everySeconds: number }[] = [
  { untilSeconds: 20, everySeconds: 20 },
  { untilSeconds: 50, everySeconds: 3 },
  { untilSeconds: 110, everySeconds: 6 },
  { untilSeconds: 170, everySeconds: 10 },
  { untilSeconds: 230, everySeconds: 30 },
  { untilSeconds: 20 * 60, everySeconds: 60 },
]
const HOUR_SECONDS = 3600
const LATE_HOURS = [1, 6, 24, 72]

/** Always queried: at the expiry, when the order is closed for good, and twice later. */
const AFTER_EXPIRY_SECONDS = [0, 90, HOUR_SECONDS, 24 * HOUR_SECONDS]

const scheduleSeconds = (): number[] => {
  const seconds: number[] = []
  let at = 0
  for (const { untilSeconds, everySeconds } of STEPS) {
    while (at + everySeconds <= untilSeconds) {
      at += everySeconds
      seconds.push(at)
    }
  }
  return [...seconds, ...LATE_HOURS.map((hours) => hours * HOUR_SECONDS)]
}

/** When a provider is queried, in seconds after the page was opened. */
export const SCHEDULE_SECONDS: readonly number[] = scheduleSeconds()

/** Until then only the current attempt is queried. Later queries are rare, and include earlier attempts. */
const CURRENT_ATTEMPT_SECONDS = 20 * 60

interface Checked {
  /** When the page was opened or retried, or the status was requested by API key; null before. */
  readonly checksFrom: Date | null
  readonly expiresAt: Date
}

const plus = (at: Date, seconds: number): number => at.getTime() + seconds * SECOND_MS

/** Returns the time of the next status check of an unpaid order; null if there is none. */
export const nextCheckAt = ({ checksFrom, expiresAt }: Checked, now: Date): Date | null => {
  const times = [
    ...(checksFrom === null ? [] : SCHEDULE_SECONDS.map((seconds) => plus(checksFrom, seconds))),
    ...AFTER_EXPIRY_SECONDS.map((seconds) => plus(expiresAt, seconds)),
  ].filter((time) => time > now.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The attempts to query now, the current one first. */
export const attemptsToCheck = (attempt: number, checksFrom: Date | null, now: Date): number[] => {
  const isFresh = checksFrom !== null && now.getTime() < plus(checksFrom, CURRENT_ATTEMPT_SECONDS)
  const all = Array.from({ length: attempt }, (_, index) => attempt - index)
  return isFresh ? all.slice(0, 1) : all
}
