import {
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  type Mode,
} from '@galla/contract/orders/order-status'
import { REFUSALS } from '@galla/contract/refusals'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { Setting } from './create-order-store.ts'
import type { OrderRequest } from './order-request.ts'

const WINDOW_SECONDS_MIN = {
  test: EXPIRES_IN_SECONDS_MIN_TEST,
  live: EXPIRES_IN_SECONDS_MIN,
} as const satisfies Record<Mode, number>

/** A setting in which an order may be created. */
export interface Allowed extends Setting {
  readonly accountId: string
  /** What the trial gives; null where the order takes no quota. */
  readonly trial: number | null
}

/** Throws the first reason why an order may not be created, but for quota, because a duplicate is refused as one also where none is left. */
export const decideCreation = (
  request: OrderRequest,
  setting: Setting | undefined,
  trialQrRequests: number,
): Allowed => {
  if (setting === undefined) throw new Error('an order of a merchant who does not exist')
  const { isSuspended, isPlatform, accountId } = setting
  if (isSuspended) throw new Refusal('suspended')
  const least = WINDOW_SECONDS_MIN[request.mode]
  if (request.windowSeconds < least)
    throw invalidField('expires_in', `expires_in must be at least ${least} seconds`)
  if (accountId === null) throw new Refusal('no_account')
  return { ...setting, accountId, trial: request.mode === 'live' && !isPlatform ? trialQrRequests : null }
}

const isOfPlan = ({ planExpiresAt }: Setting, { createdAt }: OrderRequest): boolean =>
  planExpiresAt !== null && planExpiresAt > createdAt

export const hasQuota = (setting: Allowed, request: OrderRequest): boolean =>
  setting.trial === null ||
  ((isOfPlan(setting, request) ? setting.planLeft : setting.trialLeft) ?? setting.trial) > 0

export const outOfQuota = (setting: Setting, request: OrderRequest): Refusal =>
  new Refusal(isOfPlan(setting, request) ? 'quota_exhausted' : 'no_subscription')

/** Names the earlier order only to the caller who asked for exactly that one. */
export const duplicate = (
  oldOrderId: string,
  isSameRequest: boolean,
  paymentUrl: (orderId: string) => string,
): Refusal =>
  new Refusal('duplicate_client_txn_id', {
    errors: [{ field: 'client_txn_id', msg: REFUSALS.duplicate_client_txn_id.msg }],
    ...(isSameRequest ? { details: { order_id: oldOrderId, payment_url: paymentUrl(oldOrderId) } } : {}),
  })
