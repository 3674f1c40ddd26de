import {
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  EXPIRY_SECONDS,
  type Mode,
} from '@galla/contract/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders'
import { REFUSALS } from '@galla/contract/refusals'
import { formatRupees } from '@galla/upi/rupees'
import type { Clock } from '../platform/clock.ts'
import { sha256 } from '../platform/crypto.ts'
import type { Database, Queryable } from '../platform/database.ts'
import type { Ids } from '../platform/ids.ts'
import { createMicroBatch } from '../platform/micro-batch.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import {
  type Asker,
  type CreationRow,
  findByClientTxnId,
  insertOrders,
  type NewOrder,
} from './create-order-store.ts'

const WINDOW_SECONDS_MIN = {
  test: EXPIRES_IN_SECONDS_MIN_TEST,
  live: EXPIRES_IN_SECONDS_MIN,
} as const satisfies Record<Mode, number>

/** Requests in one statement; measured: 64 is where the rate stops growing. */
const BATCH_MAX = 64
/** Statements under way at once; a second one keeps the database busy while the first one's replies are written. */
const BATCHES_IN_FLIGHT = 2
const WAITING_MAX = 4096

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
}

export interface CreateDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  /** The public address of an order's page. */
  readonly paymentUrl: (orderId: string) => string
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

const newOrder = (deps: CreateDeps, asker: Asker, form: PaymentLinkForm): NewOrder => {
  const createdAt = deps.clock.now()
  return {
    asker,
    orderId: deps.ids.ulid(createdAt),
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

const duplicate = (deps: CreateDeps, orderId: string, sameRequest: boolean): Refusal =>
  new Refusal('duplicate_client_txn_id', {
    errors: [{ field: 'client_txn_id', msg: REFUSALS.duplicate_client_txn_id.msg }],
    ...(sameRequest ? { details: { order_id: orderId, payment_url: deps.paymentUrl(orderId) } } : {}),
  })

const outcome = async (
  deps: CreateDeps,
  db: Queryable,
  order: NewOrder,
  row: CreationRow,
): Promise<Created> => {
  const { merchant_id: merchantId, mode, upi_id: upiId, payee_name: payeeName } = row
  if (merchantId === null || mode === null || row.scope === null) throw new Refusal('bad_key')
  if (row.scope === 'read') throw new Refusal('forbidden')
  if (row.suspended) throw new Refusal('suspended')
  if (order.windowSeconds < WINDOW_SECONDS_MIN[mode])
    throw invalidField('expires_in', `expires_in must be at least ${WINDOW_SECONDS_MIN[mode]} seconds`)
  if (row.account_id === null || upiId === null || payeeName === null) throw new Refusal('no_account')
  if (row.old_order_id !== null) throw duplicate(deps, row.old_order_id, row.same_request === true)
  if (!row.created) {
    const old = await findByClientTxnId(db, merchantId, mode, order.clientTxnId)
    if (old === undefined) throw new Refusal('overloaded', { retryAfterSeconds: 1 })
    throw duplicate(deps, old.order_id, old.request_hash.equals(order.requestHash))
  }
  return {
    orderId: order.orderId,
    merchantId,
    mode,
    upiId,
    payeeName,
    clientTxnId: order.clientTxnId,
    purpose: order.purpose,
    amountPaise: order.amountPaise,
    expiresAt: new Date(order.createdAt.getTime() + order.windowSeconds * 1000),
  }
}

export type CreateOrder = (asker: Asker, form: PaymentLinkForm) => Promise<Created>

/** Creates orders, those of busy moments together in one statement. Refuses with the contract's codes. */
export const createOrders = (deps: CreateDeps): CreateOrder => {
  const batch = createMicroBatch<NewOrder, CreationRow>({
    run: (orders) => insertOrders(deps.db, orders, WINDOW_SECONDS_MIN),
    itemsMax: BATCH_MAX,
    inFlightMax: BATCHES_IN_FLIGHT,
    waitingMax: WAITING_MAX,
  })
  return async (asker, form) => {
    const order = newOrder(deps, asker, form)
    return outcome(deps, deps.db, order, await batch.add(order))
  }
}

/** The same inside a transaction that has something else to keep with the order (an Idempotency-Key's reply). */
export const createOrderWithin = async (
  tx: Queryable,
  deps: CreateDeps,
  asker: Asker,
  form: PaymentLinkForm,
): Promise<Created> => {
  const order = newOrder(deps, asker, form)
  const [row] = await insertOrders(tx, [order], WINDOW_SECONDS_MIN)
  if (row === undefined) throw new RangeError('no row for a new order')
  return outcome(deps, tx, order, row)
}
