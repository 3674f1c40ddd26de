import type { MerchantDetail } from '@galla/contract/operator/operator-merchants'
import { COUNTED_MAX } from '@galla/contract/operator/operator-system'
import { MODES, type Mode } from '@galla/contract/orders/order-status'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import type { Submission } from '../kyc/kyc-record.ts'
import { findShown } from '../kyc/kyc-store.ts'
import { listOrderTotals } from '../orders/order-totals-store.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import { findSubscription, type SubscriptionRow } from '../subscriptions/subscription-store.ts'
import {
  countOpenCredits,
  type EndpointRow,
  findMerchantRow,
  listAccounts,
  listEndpoints,
} from './merchant-detail-store.ts'
import { readActs } from './read-acts.ts'
import { hostOf } from './webhook-host.ts'

/** Returns the totals of all orders of a merchant's mode. */
const readMerchantTotals = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
): Promise<MerchantDetail['totals'][number]> => {
  const days = await listOrderTotals(db, merchantId, mode, { span: 'day', from: null, before: null })
  const sum = (of: 'count' | 'successCount' | 'failedCount'): number =>
    days.reduce((total, day) => total + day[of], 0)
  return {
    mode,
    orders: sum('count'),
    succeeded: sum('successCount'),
    failed: sum('failedCount'),
    collected: toRupeeNumber(days.reduce((total, { paise }) => total + paise, 0n) as Paise),
  }
}

export interface ReadMerchantDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly trialQrRequests: number
}

const ACTS_SHOWN = 10

/** Reads everything that an operator may see of a merchant. */
export const readMerchant = async (deps: ReadMerchantDeps, merchantId: string): Promise<MerchantDetail> => {
  const { db, clock, trialQrRequests } = deps
  const row = await findMerchantRow(db, merchantId)
  if (row === undefined) throw new Refusal('not_found')
  const { trialLeft, ...merchant } = row
  const [accounts, subscription, openCredits, endpoints, totals, acts, kyc] = await Promise.all([
    listAccounts(db, merchantId),
    findSubscription(db, merchantId),
    countOpenCredits(db, merchantId, COUNTED_MAX),
    listEndpoints(db, merchantId, COUNTED_MAX),
    Promise.all(MODES.map((mode) => readMerchantTotals(db, merchantId, mode))),
    readActs(deps, { merchantId }, ACTS_SHOWN),
    findShown(db, merchantId),
  ])
  const now = clock.now()
  const runs = subscription !== undefined && subscription.expiresAt.getTime() > now.getTime()
  const remaining = trialLeft ?? trialQrRequests
  return {
    ...isoDates(merchant),
    plan: subscription?.planName ?? null,
    planActive: runs,
    accounts: accounts.map(isoDates),
    subscription: subscription === undefined ? null : subscriptionFrom(subscription, runs),
    trial: { limit: Math.max(trialQrRequests, remaining), remaining },
    totals,
    openCredits,
    kyc: kyc === undefined ? null : kycFrom(kyc),
    webhooks: endpoints.map(webhookFrom),
    acts: acts.data,
  }
}

const subscriptionFrom = (row: SubscriptionRow, isActive: boolean): MerchantDetail['subscription'] => ({
  plan: row.planName,
  amount: toRupeeNumber(row.paidPaise),
  billingCycle: row.cycleDays,
  startedAt: row.startedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isActive,
  qrLimit: row.qrLimit,
  qrRemaining: row.qrLeft,
})

const kycFrom = (sent: Submission): MerchantDetail['kyc'] => ({
  status: sent.status,
  documentType: sent.documentType,
  submittedAt: sent.submittedAt.toISOString(),
  decidedAt: sent.decidedAt?.toISOString() ?? null,
})

const webhookFrom = (row: EndpointRow): MerchantDetail['webhooks'][number] => ({
  mode: row.mode,
  host: row.url === null ? null : hostOf(row.url),
  state:
    row.url === null
      ? 'none'
      : row.paused_at !== null
        ? 'paused'
        : row.failing_since !== null
          ? 'failing'
          : 'working',
  since: (row.paused_at ?? row.failing_since)?.toISOString() ?? null,
  waiting: row.waiting,
})
