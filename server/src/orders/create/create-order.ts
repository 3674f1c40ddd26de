import type { Mode } from '@galla/contract/orders/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import type { Paise } from '@galla/upi/rupees'
import type { Transaction } from '../../platform/database/database.ts'
import { shardOf } from '../../platform/distributed/merchant-shards.ts'
import type { Ids } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { QrRequest } from '../../provider-qr/provider-qr.ts'
import { hasProviderQr } from '../../provider-qr/provider-qr-store.ts'
import { type QrDeps, showQr, withProviderQr } from '../../provider-qr/with-provider-qr.ts'
import { requestOf } from './build-order-request.ts'
import { type CreationResult, insertOrders } from './create-order-store.ts'
import type { OrderRequest } from './order-request.ts'
import { lockQuota } from './quota-store.ts'
import { type Created, createdFrom, expiresAtOf, type ResultDeps, refusalOf } from './read-creation-result.ts'
import { deleteTakenAmounts, reserveAmount } from './taken-amount-store.ts'

export interface CreateDeps extends QrDeps, ResultDeps {
  readonly ids: Ids
  /** Live orders that a merchant may create before buying a plan. */
  readonly trialQrRequests: number
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
  const results = await insertOrders(tx, priced, shardOf(deps.db, merchantId))
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
    shardOf(deps.db, caller.merchantId),
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
