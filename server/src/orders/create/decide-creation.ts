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

/** An account for which an order may be created. */
export interface Allowed extends Setting {
  readonly accountId: string
}

/** Returns why no such order may be created; undefined if it is not the window. */
export const refuseWindow = ({ mode, windowSeconds }: OrderRequest): Refusal | undefined => {
  const least = WINDOW_SECONDS_MIN[mode]
  return windowSeconds < least
    ? invalidField('expires_in', `expires_in must be at least ${least} seconds`)
    : undefined
}

/**
 * Throws the first reason why the order may not be created. `duplicate` is the refusal where its client_txn_id is in use: it comes before
 * the quota's, because a repeated request is answered the same also when none is left.
 */
export const decideCreation = (
  request: OrderRequest,
  setting: Setting | undefined,
  duplicate: Refusal | undefined,
  trial: number,
): Allowed => {
  if (setting === undefined) throw new Error('an order of a merchant who does not exist')
  const { isSuspended, isPlatform, accountId } = setting
  if (isSuspended) throw new Refusal('suspended')
  const tooShort = refuseWindow(request)
  if (tooShort !== undefined) throw tooShort
  if (accountId === null) throw new Refusal('no_account')
  if (duplicate !== undefined) throw duplicate
  const isMetered = request.mode === 'live' && !isPlatform
  if (isMetered && isUsedUp(setting, request, trial)) throw new Refusal(outOfQuota(setting, request))
  return { ...setting, accountId }
}

const isOfPlan = ({ planExpiresAt }: Setting, { createdAt }: OrderRequest): boolean =>
  planExpiresAt !== null && planExpiresAt > createdAt

const isUsedUp = (setting: Setting, request: OrderRequest, trial: number): boolean =>
  ((isOfPlan(setting, request) ? setting.planLeft : setting.trialLeft) ?? trial) <= 0

const outOfQuota = (setting: Setting, request: OrderRequest): 'quota_exhausted' | 'no_subscription' =>
  isOfPlan(setting, request) ? 'quota_exhausted' : 'no_subscription'

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
