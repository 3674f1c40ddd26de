import {
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  type Mode,
} from '@galla/contract/orders/order-status'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import type { UpiLink } from '@galla/upi/link'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { integratorLinks, upiLinkOf } from '../order-links.ts'
import { type CreationResult, findByClientTxnId } from './create-order-store.ts'
import type { OrderRequest } from './order-request.ts'

export interface Created {
  readonly orderId: string
  readonly merchantId: string
  readonly mode: Mode
  readonly upiId: string
  readonly payeeName: string
  readonly clientTxnId: string
  readonly purpose: string
  readonly amountPaise: bigint
  readonly expiresAt: Date
  /** Made by the account's provider; null where it is our own. */
  readonly link: UpiLink | null
}

export interface ResultDeps {
  /** The public address of an order's page. */
  readonly paymentUrl: (orderId: string) => string
}

const overloaded = (): Refusal => new Refusal('overloaded', { retryAfterSeconds: 1 })

const duplicate = (deps: ResultDeps, orderId: string, sameRequest: boolean): Refusal =>
  new Refusal('duplicate_client_txn_id', {
    errors: [{ field: 'client_txn_id', msg: REFUSALS.duplicate_client_txn_id.msg }],
    ...(sameRequest ? { details: { order_id: orderId, payment_url: deps.paymentUrl(orderId) } } : {}),
  })

const windowTooShort = (mode: Mode): Refusal => {
  const least = mode === 'test' ? EXPIRES_IN_SECONDS_MIN_TEST : EXPIRES_IN_SECONDS_MIN
  return invalidField('expires_in', `expires_in must be at least ${least} seconds`)
}

export const expiresAtOf = ({ createdAt, windowSeconds }: OrderRequest): Date =>
  new Date(createdAt.getTime() + windowSeconds * 1000)

/** Returns the created order, or throws the refusal with its reason. */
export const createdFrom = async (
  deps: ResultDeps,
  db: Queryable,
  request: OrderRequest,
  result: CreationResult,
): Promise<Created> => {
  if (result.outcome !== 'created') throw await refusalOf(deps, db, request, result)
  return {
    orderId: request.orderId,
    merchantId: result.merchantId,
    mode: result.mode,
    upiId: result.upiId,
    payeeName: result.payeeName,
    clientTxnId: request.clientTxnId,
    purpose: request.purpose,
    amountPaise: result.payablePaise,
    expiresAt: expiresAtOf(request),
    link: null,
  }
}

export const refusalOf = async (
  deps: ResultDeps,
  db: Queryable,
  request: OrderRequest,
  { outcome, merchantId, mode, oldOrderId, sameRequest }: CreationResult,
): Promise<Refusal> => {
  switch (outcome) {
    case 'duplicate':
      return duplicate(deps, oldOrderId, sameRequest)
    case 'conflict': {
      const old = await findByClientTxnId(db, merchantId, mode, request.clientTxnId)
      if (old === undefined) return overloaded()
      return duplicate(deps, old.order_id, old.request_hash.equals(request.requestHash))
    }
    case 'window_too_short':
      return windowTooShort(mode)
    case 'account_changed':
    case 'needs_qr':
    case 'accepted':
      return new Refusal('provider_unavailable', { retryAfterSeconds: 1 })
    case 'created':
    case 'in_turn':
      return overloaded()
    default:
      return new Refusal(outcome)
  }
}

/** The reply to the integrator that created the order. */
export const createdData = (deps: ResultDeps, created: Created): CreatedOrder => {
  const payable = created.amountPaise as Paise
  const link = created.link ?? upiLinkOf({ ...created, attempt: 1, payable })
  return {
    order_id: created.orderId,
    payment_url: deps.paymentUrl(created.orderId),
    upi_id_hash: sha256(created.upiId).toString('hex'),
    upi_intent: integratorLinks(link),
    expires_at: created.expiresAt.toISOString(),
    amount: formatRupees(payable),
  }
}
