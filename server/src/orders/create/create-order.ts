import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import type { Paise } from '@galla/upi/rupees'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { violatedCheck } from '../../platform/database/database-errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasProviderQr } from '../../provider-qr/provider-qr-store.ts'
import { type QrDeps, showQr, withProviderQr } from '../../provider-qr/with-provider-qr.ts'
import { requestOf } from './build-order-request.ts'
import { findByClientTxnId, findSetting, insertOrder } from './create-order-store.ts'
import type { Created, ResultDeps } from './created-order.ts'
import { type Allowed, decideCreation, duplicate, hasQuota, outOfQuota } from './decide-creation.ts'
import { expiresAtOf, type OrderCaller, type OrderRequest } from './order-request.ts'
import { reserveAmount } from './taken-amount-store.ts'

export interface CreateDeps extends QrDeps, ResultDeps {
  readonly ids: Ids
  /** Live orders that a merchant may create before buying a plan. */
  readonly trialQrRequests: number
}

export type CreateOrder = (
  caller: OrderCaller,
  form: PaymentLinkForm,
  /** Kept with the order: it decides how its customer is sent back and how its merchant is notified. */
  dialect?: Dialect,
) => Promise<Created>

/** Live orders of one merchant wait for its quota, each with a connection, so most of them wait here. */
const TURNS = {
  atOnceMax: 4,
  atOncePerKeyMax: 2,
  waitingPerKeyMax: 4_096,
  waitingMax: 4_096,
  retryAfterSeconds: 1,
}

/** Creates single orders, of all merchants in turns. Refuses with the contract's codes. */
export const createOrders = (deps: CreateDeps): CreateOrder => {
  const turns = createFairQueue(TURNS)
  return async (caller, form, dialect) => {
    const request = requestOf(deps, caller, form, dialect)
    const created = await turns.run(caller.merchantId, () => createAlone(deps, request))
    return created ?? createWithQr(deps, request, (_tx, create) => create())
  }
}

/** Undefined if the order needs a QR of its account's provider. */
const createAlone = async (deps: CreateDeps, request: OrderRequest): Promise<Created | undefined> => {
  const allowed = await findAllowed(deps.db, deps, request)
  if (allowed.isQrMadeByProvider) return undefined
  if (allowed.hasUniqueAmounts) return deps.db.transaction((tx) => createWithin(tx, deps, request))
  return insert(deps.db, deps, request, allowed, request.amountPaise)
}

const findAllowed = async (db: Queryable, deps: CreateDeps, request: OrderRequest): Promise<Allowed> => {
  const allowed = decideCreation(request, await findSetting(db, request), deps.trialQrRequests)
  if (hasQuota(allowed, request)) return allowed
  throw (await findDuplicate(db, deps, request)) ?? outOfQuota(allowed, request)
}

/** The refusal, if the client_txn_id is in use. */
const findDuplicate = async (
  db: Queryable,
  { paymentUrl }: CreateDeps,
  { merchantId, mode, clientTxnId, requestHash }: OrderRequest,
): Promise<Refusal | undefined> => {
  const old = await findByClientTxnId(db, merchantId, mode, clientTxnId)
  return old && duplicate(old.order_id, old.request_hash.equals(requestHash), paymentUrl)
}

const overloaded = (): Refusal => new Refusal('overloaded', { retryAfterSeconds: 1 })

const insert = async (
  db: Queryable,
  deps: CreateDeps,
  request: OrderRequest,
  allowed: Allowed,
  payable: bigint,
): Promise<Created> => {
  const isInserted = await insertOrder(db, { ...allowed, request, payable }).catch((error: unknown) => {
    if (!QUOTA_CHECKS.includes(violatedCheck(error) ?? '')) throw error
    throw outOfQuota(allowed, request)
  })
  if (!isInserted) throw (await findDuplicate(db, deps, request)) ?? overloaded()
  const { orderId, merchantId, mode, clientTxnId, purpose } = request
  const { upiId, payeeName } = allowed
  const order = { orderId, merchantId, mode, clientTxnId, purpose, upiId, payeeName, link: null }
  return { ...order, amountPaise: payable, expiresAt: expiresAtOf(request) }
}

const QUOTA_CHECKS = ['quotas_trial_left_check', 'quotas_plan_left_check']

/**
 * Creates an order in a transaction, with an amount of its own where its account gives one. An order of a QR, or for money that has come,
 * is for exactly its amount and for that account: where it is no longer the current one, nothing is created.
 */
const createWithin = async (
  tx: Transaction,
  deps: CreateDeps,
  request: OrderRequest,
  ofAccount?: string,
): Promise<Created> => {
  const allowed = await findAllowed(tx, deps, request)
  const isOther = ofAccount === undefined ? allowed.isQrMadeByProvider : ofAccount !== allowed.accountId
  if (isOther) throw new Refusal('provider_unavailable', { retryAfterSeconds: 1 })
  const taken = ofAccount === undefined ? await reserveAmount(tx, request) : 'not_needed'
  if (taken === 'none_free') throw (await findDuplicate(tx, deps, request)) ?? noFreeAmount()
  return insert(tx, deps, request, allowed, taken === 'not_needed' ? request.amountPaise : taken)
}

const noFreeAmount = (): Refusal =>
  new Refusal('no_free_amount', { errors: [{ field: 'amount', msg: REFUSALS.no_free_amount.msg }] })

/** Creates one order within the transaction of what has to be kept with it. */
type CreateWithin = () => Promise<Created>

/**
 * Creates one order in a transaction that keeps something else with it: an Idempotency-Key's reply, a purchase. Where the account's
 * provider makes the QR, the provider is called before that transaction.
 */
export const createOrder = async <T>(
  deps: CreateDeps,
  caller: OrderCaller,
  form: PaymentLinkForm,
  keep: (tx: Transaction, create: CreateWithin) => Promise<T>,
): Promise<T> => {
  const request = requestOf(deps, caller, form)
  if (request.mode === 'live' && (await hasProviderQr(deps.db, request.merchantId)))
    return createWithQr(deps, request, keep)
  return deps.db.transaction((tx) => keep(tx, () => createWithin(tx, deps, request)))
}

/** Creates an order for money that this account has received already. */
export const createPaidOrder = (
  tx: Transaction,
  deps: CreateDeps,
  caller: OrderCaller & { readonly accountId: string },
  form: PaymentLinkForm,
): Promise<Created> => createWithin(tx, deps, requestOf(deps, caller, form), caller.accountId)

/** Checks the request, has the QR made outside of any transaction, and creates the order together with it. */
const createWithQr = <T>(
  deps: CreateDeps,
  request: OrderRequest,
  keep: (tx: Transaction, create: CreateWithin) => Promise<T>,
): Promise<T> =>
  withProviderQr(
    deps,
    async () => {
      const { accountId, isQrMadeByProvider } = await findAllowed(deps.db, deps, request)
      if (!isQrMadeByProvider) throw new Refusal('provider_unavailable', { retryAfterSeconds: 1 })
      const refusal = await findDuplicate(deps.db, deps, request)
      if (refusal !== undefined) throw refusal
      const amount = request.amountPaise as Paise
      return { needed: { ...request, accountId, attempt: 1, amount, expiresAt: expiresAtOf(request) } }
    },
    (tx, qr) =>
      keep(tx, async () => {
        const created = await createWithin(tx, deps, request, qr.accountId)
        const { amountPaise, expiresAt } = created
        await showQr(tx, deps, qr, { attempt: 1, amount: amountPaise as Paise, expiresAt })
        return { ...created, link: qr.link }
      }),
  )
