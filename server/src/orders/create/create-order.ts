import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import type { RefusalCode } from '@galla/contract/refusals'
import type { Paise } from '@galla/upi/rupees'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { violatedCheck } from '../../platform/database/database-errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasProviderQr } from '../../provider-qr/provider-qr-store.ts'
import { type QrDeps, showQr, withProviderQr } from '../../provider-qr/with-provider-qr.ts'
import { requestOf } from './build-order-request.ts'
import {
  findByClientTxnId,
  findSetting,
  type InsertedOrder,
  insertOrder,
  type NewOrder,
} from './create-order-store.ts'
import type { Created, ResultDeps } from './created-order.ts'
import { type Allowed, decideCreation, duplicate, isLongEnough } from './decide-creation.ts'
import { expiresAtOf, type OrderCaller, type OrderRequest } from './order-request.ts'
import { reserveAmount } from './taken-amount-store.ts'

export interface CreateDeps extends QrDeps, ResultDeps {
  readonly ids: Ids
  /** Live orders that a merchant may create before buying a plan. */
  readonly trialQrRequests: number
  readonly count?: Metrics['count']
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

/**
 * Most orders need only to be inserted. What stands in the way of the others is looked up afterwards. Undefined if the order needs a QR of
 * its account's provider.
 */
const createAlone = async (deps: CreateDeps, request: OrderRequest): Promise<Created | undefined> => {
  const { created, account } = await insert(deps.db, deps, request)
  if (created !== undefined) return created
  if (account?.isQrMadeByProvider) return undefined
  if (account?.hasUniqueAmounts) return deps.db.transaction((tx) => createWithin(tx, deps, request))
  await findAllowed(deps.db, deps, request)
  throw new Refusal('overloaded', { retryAfterSeconds: 1 })
}

/** Throws the reason why the order may not be created. */
const findAllowed = async (db: Queryable, deps: CreateDeps, request: OrderRequest): Promise<Allowed> =>
  decideCreation(
    request,
    await findSetting(db, request),
    await findDuplicate(db, deps, request),
    deps.trialQrRequests,
  )

/** The refusal, if the client_txn_id is in use. */
const findDuplicate = async (
  db: Queryable,
  { paymentUrl }: CreateDeps,
  { merchantId, mode, clientTxnId, requestHash }: OrderRequest,
): Promise<Refusal | undefined> => {
  const old = await findByClientTxnId(db, merchantId, mode, clientTxnId)
  return old && duplicate(old.order_id, old.request_hash.equals(requestHash), paymentUrl)
}

const QUOTA_REFUSALS: Readonly<Record<string, RefusalCode>> = {
  quotas_plan_left_check: 'quota_exhausted',
  quotas_trial_left_check: 'no_subscription',
}

/** Without `created`, nothing was inserted. */
const insert = async (
  db: Queryable | Transaction,
  deps: CreateDeps,
  request: OrderRequest,
  { reserved = null, ofAccount = null }: Partial<Pick<NewOrder, 'reserved' | 'ofAccount'>> = {},
): Promise<{ readonly created?: Created; readonly account?: InsertedOrder | undefined }> => {
  if (!isLongEnough(request)) return {}
  const order = { request, reserved, ofAccount, trial: deps.trialQrRequests }
  const inserted = await insertOrder(db, order).catch((error: unknown) => {
    const code = QUOTA_REFUSALS[violatedCheck(error) ?? '']
    throw code === undefined ? error : new Refusal(code)
  })
  if (!inserted?.isInserted) return { account: inserted }
  const counted = () => deps.count?.('order_created')
  if ('afterCommit' in db) db.afterCommit(counted)
  else counted()
  const { upiId, payeeName } = inserted
  const { orderId, merchantId, mode, clientTxnId, purpose, amountPaise } = request
  const created = { orderId, merchantId, mode, clientTxnId, purpose, upiId, payeeName, link: null }
  return {
    created: { ...created, amountPaise: reserved ?? amountPaise, expiresAt: expiresAtOf(request) },
    account: inserted,
  }
}

/**
 * Creates an order in a transaction, with an amount of its own where its account gives one. An order of a QR, or for money that has come,
 * is for exactly its amount and for that account: where it is no longer the current one, nothing is created.
 */
const createWithin = async (
  tx: Transaction,
  deps: CreateDeps,
  request: OrderRequest,
  ofAccount: string | null = null,
): Promise<Created> => {
  const reserved = ofAccount === null ? await reserveAmount(tx, request) : null
  const { created } = await insert(tx, deps, request, { reserved, ofAccount })
  if (created !== undefined) return created
  await findAllowed(tx, deps, request)
  throw new Refusal('provider_unavailable', { retryAfterSeconds: 1 })
}

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
