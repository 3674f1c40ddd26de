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

export const isLongEnough = ({ mode, windowSeconds }: OrderRequest): boolean =>
  windowSeconds >= WINDOW_SECONDS_MIN[mode]

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
  const { isSuspended, accountId } = setting
  if (isSuspended) throw new Refusal('suspended')
  if (!isLongEnough(request))
    throw invalidField(
      'expires_in',
      `expires_in must be at least ${WINDOW_SECONDS_MIN[request.mode]} seconds`,
    )
  if (accountId === null) throw new Refusal('no_account')
  if (duplicate !== undefined) throw duplicate
  const isMetered = request.mode === 'live' && setting.isMetered
  const isOfPlan = setting.planExpiresAt !== null && setting.planExpiresAt > request.createdAt
  const left = (isOfPlan ? setting.planLeft : setting.trialLeft) ?? trial
  if (isMetered && left <= 0) throw new Refusal(isOfPlan ? 'quota_exhausted' : 'no_subscription')
  return { ...setting, accountId }
}

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
