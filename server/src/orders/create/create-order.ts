import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import {
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  EXPIRY_SECONDS,
  type Mode,
} from '@galla/contract/orders/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import type { UpiLink } from '@galla/upi/link'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { laneOf } from '../../platform/distributed/merchant-lanes.ts'
import type { Ids } from '../../platform/ids.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { QrRequest } from '../../provider-qr/provider-qr.ts'
import { hasProviderQr } from '../../provider-qr/provider-qr-store.ts'
import { type QrDeps, showQr, withProviderQr } from '../../provider-qr/with-provider-qr.ts'
import { type CreationResult, findByClientTxnId, insertOrders } from './create-order-store.ts'
import { orderIdFor } from './order-id.ts'
import type { OrderCaller, OrderRequest } from './order-request.ts'
import { lockQuota } from './quota-store.ts'
import { deleteTakenAmounts, reserveAmount } from './taken-amount-store.ts'

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

export interface CreateDeps extends QrDeps {
  readonly ids: Ids
  /** The public address of an order's page. */
  readonly paymentUrl: (orderId: string) => string
  /** Live orders that a merchant may create before buying a plan. */
  readonly trialQrRequests: number
}

/** Two requests are the same when all that the order remembers of them is. */
export const requestHashOf = (form: PaymentLinkForm): Buffer =>
  sha256(
    JSON.stringify([
      form.client_txn_id,
      formatRupees(form.amount),
      form.p_info,
      form.customer_name,
      form.customer_email,
      form.customer_mobile,
      form.redirect_url,
      form.udf1 ?? null,
      form.udf2 ?? null,
      form.udf3 ?? null,
      form.expires_in ?? EXPIRY_SECONDS,
    ]),
  )

export const requestOf = (
  deps: CreateDeps,
  caller: OrderCaller,
  form: PaymentLinkForm,
  dialect: Dialect | null = null,
): OrderRequest => {
  const createdAt = deps.clock.now()
  return {
    caller,
    orderId: orderIdFor(deps, caller, createdAt),
    dialect,
    clientTxnId: form.client_txn_id,
    requestHash: requestHashOf(form),
    amountPaise: form.amount,
    purpose: form.p_info,
    customerName: form.customer_name,
    customerEmail: form.customer_email,
    customerMobile: form.customer_mobile,
    redirectUrl: form.redirect_url,
    udf1: form.udf1 ?? null,
    udf2: form.udf2 ?? null,
    udf3: form.udf3 ?? null,
    createdAt,
    windowSeconds: form.expires_in ?? EXPIRY_SECONDS,
  }
}

const overloaded = (): Refusal => new Refusal('overloaded', { retryAfterSeconds: 1 })

const duplicate = (deps: CreateDeps, orderId: string, sameRequest: boolean): Refusal =>
  new Refusal('duplicate_client_txn_id', {
    errors: [{ field: 'client_txn_id', msg: REFUSALS.duplicate_client_txn_id.msg }],
    ...(sameRequest ? { details: { order_id: orderId, payment_url: deps.paymentUrl(orderId) } } : {}),
  })

const windowTooShort = (mode: Mode): Refusal => {
  const least = mode === 'test' ? EXPIRES_IN_SECONDS_MIN_TEST : EXPIRES_IN_SECONDS_MIN
  return invalidField('expires_in', `expires_in must be at least ${least} seconds`)
}

const expiresAtOf = ({ createdAt, windowSeconds }: OrderRequest): Date =>
  new Date(createdAt.getTime() + windowSeconds * 1000)

/** The created order, or the refusal that says why there is none. */
export const createdFrom = async (
  deps: CreateDeps,
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

const refusalOf = async (
  deps: CreateDeps,
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

/**
 * The same statement with what it needs a transaction for: the locked quota row, and an amount for each order of an account that
 * gives each order its own. An order that was not created leaves no amount taken.
 */
export const insertInTurn = async (
  tx: Transaction,
  deps: CreateDeps,
  merchantId: string,
  requests: readonly OrderRequest[],
): Promise<CreationResult[]> => {
  if (requests.some(({ caller }) => caller.mode === 'live'))
    await lockQuota(tx, merchantId, deps.trialQrRequests)
  const priced: OrderRequest[] = []
  for (const request of requests) {
    // The amount of a QR that a provider made is fixed.
    const taken =
      request.qrAccountId === undefined ? await reserveAmount(tx, merchantId, request) : 'not_needed'
    if (taken === 'none_free')
      throw new Refusal('no_free_amount', {
        errors: [{ field: 'amount', msg: REFUSALS.no_free_amount.msg }],
      })
    priced.push(taken === 'not_needed' ? request : { ...request, payablePaise: taken })
  }
  const results = await insertOrders(tx, priced, laneOf(deps.db, merchantId))
  const unused = priced.filter(
    ({ payablePaise }, index) => payablePaise !== undefined && results[index]?.outcome !== 'created',
  )
  if (unused.length > 0)
    await deleteTakenAmounts(
      tx,
      merchantId,
      unused.map(({ orderId }) => orderId),
    )
  return results
}

/** Creates one order within the transaction of what has to be kept with it. */
type CreateWithin = () => Promise<Created>

/**
 * Creates one order in a transaction that keeps something else with it: an Idempotency-Key's reply, a purchase. Where the account's
 * provider makes the QR, the provider is called before that transaction.
 */
export const createOrder = async <T>(
  deps: CreateDeps,
  caller: { readonly merchantId: string; readonly mode: Mode },
  form: PaymentLinkForm,
  keep: (tx: Transaction, create: CreateWithin) => Promise<T>,
): Promise<T> => {
  const request = requestOf(deps, caller, form)
  const { merchantId, mode } = caller
  if (mode === 'live' && (await hasProviderQr(deps.db, merchantId)))
    return createWithQr(deps, merchantId, request, keep)
  return deps.db.transaction((tx) => keep(tx, () => insertOne(tx, deps, merchantId, request)))
}

const insertOne = async (
  tx: Transaction,
  deps: CreateDeps,
  merchantId: string,
  request: OrderRequest,
): Promise<Created> => {
  const [result] = await insertInTurn(tx, deps, merchantId, [request])
  if (result === undefined) throw new RangeError('no result for an order')
  return createdFrom(deps, tx, request, result)
}

/**
 * Creates an order for money that this account has received already: for exactly that amount, and without a QR of a provider. Where the
 * account is no longer the current one, nothing is created.
 */
export const createPaidOrder = async (
  tx: Transaction,
  deps: CreateDeps,
  caller: { readonly merchantId: string; readonly mode: Mode; readonly accountId: string },
  form: PaymentLinkForm,
): Promise<Created> => {
  const request = requestOf(deps, caller, form)
  if (caller.mode === 'live') await lockQuota(tx, caller.merchantId, deps.trialQrRequests)
  const [result] = await insertOrders(
    tx,
    [{ ...request, payablePaise: request.amountPaise, qrAccountId: caller.accountId }],
    laneOf(deps.db, caller.merchantId),
  )
  if (result === undefined) throw new RangeError('no result for an order')
  return createdFrom(deps, tx, request, result)
}

/** Checks the request, has the QR made outside of any transaction, and creates the order together with it. */
export const createWithQr = <T>(
  deps: CreateDeps,
  merchantId: string,
  request: OrderRequest,
  keep: (tx: Transaction, create: CreateWithin) => Promise<T>,
): Promise<T> =>
  withProviderQr(
    deps,
    async () => ({ needed: await qrRequestOf(deps, merchantId, request) }),
    (tx, qr) =>
      keep(tx, async () => {
        const created = await insertOne(tx, deps, merchantId, { ...request, qrAccountId: qr.accountId })
        await showQr(tx, deps, qr, {
          attempt: 1,
          amount: created.amountPaise as Paise,
          expiresAt: created.expiresAt,
        })
        return { ...created, link: qr.link }
      }),
  )

/** The QR that the order needs. Throws the refusal when the order cannot be created anyway. */
const qrRequestOf = async (
  deps: CreateDeps,
  merchantId: string,
  request: OrderRequest,
): Promise<QrRequest> => {
  const [result] = await deps.db.transaction((tx) =>
    insertInTurn(tx, deps, merchantId, [{ ...request, checkOnly: true }]),
  )
  if (result === undefined) throw new RangeError('no result for an order')
  if (result.outcome !== 'needs_qr') throw await refusalOf(deps, deps.db, request, result)
  return {
    merchantId,
    accountId: result.accountId,
    mode: result.mode,
    orderId: request.orderId,
    attempt: 1,
    clientTxnId: request.clientTxnId,
    amount: request.amountPaise as Paise,
    purpose: request.purpose,
    customerName: request.customerName,
    customerEmail: request.customerEmail,
    customerMobile: request.customerMobile,
    expiresAt: expiresAtOf(request),
  }
}
