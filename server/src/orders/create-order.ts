import type { Dialect } from '@galla/contract/dialects'
import { proposedOrderNumber } from '@galla/contract/order-number'
import {
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  EXPIRY_SECONDS,
  type Mode,
} from '@galla/contract/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders'
import { REFUSALS } from '@galla/contract/refusals'
import type { UpiLink } from '@galla/upi/link'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { violatedUnique } from '../platform/database/database-errors.ts'
import type { Ids } from '../platform/ids.ts'
import { createMicroBatch, type MicroBatch } from '../platform/jobs/micro-batch.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type Publish, type QrDeps, QrNeeded, withProviderQr } from '../provider-qr/with-provider-qr.ts'
import {
  type Asker,
  type CreationRow,
  findByClientTxnId,
  insertOrders,
  type NewOrder,
  REHEARSED,
} from './create-order-store.ts'
import { holdQuota } from './quota-store.ts'
import { giveBackAmounts, takeAmount } from './taken-amount-store.ts'

const WINDOW_SECONDS_MIN = {
  test: EXPIRES_IN_SECONDS_MIN_TEST,
  live: EXPIRES_IN_SECONDS_MIN,
} as const satisfies Record<Mode, number>

/** Requests in one statement; measured: 64 is where the rate stops growing. */
const BATCH_MAX = 64
/** Statements under way at once; a second one keeps the database busy while the first one's replies are written. */
const BATCHES_IN_FLIGHT = 2
const WAITING_MAX = 4096
/** A merchant with a hundred million numbered orders hits a taken number once in twenty. */
const NUMBER_TRIES_MAX = 8

/** Another order of the merchant has the number that this one asked for: the next id asks for another. */
class NumberTaken extends Error {
  override name = 'NumberTaken'
}

export interface Created {
  readonly orderId: string
  readonly merchantId: string
  readonly mode: Mode
  readonly upiId: string
  readonly payeeName: string
  readonly clientTxnId: string
  /** Only of an order that an EKQR client made. */
  readonly orderNumber: number | null
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

const newOrder = (
  deps: CreateDeps,
  asker: Asker,
  form: PaymentLinkForm,
  dialect: Dialect | null = null,
): NewOrder => {
  const createdAt = deps.clock.now()
  const orderId = deps.ids.ulid(createdAt)
  return {
    asker,
    orderId,
    dialect,
    orderNumber: dialect === 'ekqr' ? proposedOrderNumber(orderId) : null,
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
  if (!row.address_allowed) throw new Refusal('address_not_allowed')
  if (row.scope === 'read') throw new Refusal('forbidden')
  if (row.suspended) throw new Refusal('suspended')
  if (order.windowSeconds < WINDOW_SECONDS_MIN[mode])
    throw invalidField('expires_in', `expires_in must be at least ${WINDOW_SECONDS_MIN[mode]} seconds`)
  if (row.account_id === null || upiId === null || payeeName === null) throw new Refusal('no_account')
  if (row.old_order_id !== null) throw duplicate(deps, row.old_order_id, row.same_request === true)
  if (row.quota === 'plan_used_up') throw new Refusal('quota_exhausted')
  if (row.quota === 'trial_used_up') throw new Refusal('no_subscription')
  if (row.number_taken) throw new NumberTaken()
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
    orderNumber: order.orderNumber,
    purpose: order.purpose,
    amountPaise: row.payable_paise,
    expiresAt: new Date(order.createdAt.getTime() + order.windowSeconds * 1000),
    link: null,
  }
}

export type CreateOrder = (
  asker: Asker,
  form: PaymentLinkForm,
  /** Remembered by the order: its customer is sent back and its merchant told in it. */
  dialect?: Dialect,
) => Promise<Created>

/** Live requests of one asker take the same quota row, so no two of our batches hold them at once. */
const laneOf = ({ asker }: NewOrder): string | undefined => {
  if (asker.mode === 'test') return undefined
  return 'keyHash' in asker ? Buffer.from(asker.keyHash).toString('hex') : asker.merchantId
}

/** Creates orders, those of busy moments together in one statement. Refuses with the contract's codes. */
export const createOrders = (deps: CreateDeps): CreateOrder => {
  const batch = createMicroBatch<NewOrder, CreationRow>({
    run: async (orders) => leaveBeaten(await insertOrders(deps.db, orders, WINDOW_SECONDS_MIN)),
    itemsMax: BATCH_MAX,
    inFlightMax: BATCHES_IN_FLIGHT,
    waitingMax: WAITING_MAX,
    laneOf,
  })
  const patient = createPatientCreation(deps)
  const create = async (order: NewOrder): Promise<Created> => {
    const row = await batch.add(order)
    const { merchant_id: merchantId, mode, quota } = row
    if (merchantId !== null && mode !== null && row.needs_qr && mayCreate(row))
      return createNewWith(deps, merchantId, order, (_tx, create) => create())
    const waits = quota === 'busy' || quota === 'missing' || (row.needs_amount && mayCreate(row))
    if (merchantId === null || !waits) return outcome(deps, deps.db, order, row)
    return outcome(deps, deps.db, order, await patient(merchantId, order))
  }
  return async (asker, form, dialect) => {
    for (let triesLeft = NUMBER_TRIES_MAX; ; triesLeft -= 1) {
      try {
        return await create(newOrder(deps, asker, form, dialect))
      } catch (error) {
        // The constraint refuses what two statements asked for at the same moment.
        if (!(error instanceof NumberTaken) && violatedUnique(error) !== 'orders_number') throw error
        if (triesLeft <= 1) throw new Refusal('overloaded', { retryAfterSeconds: 1 })
      }
    }
  }
}

/**
 * A place that a request got and then did not need, because its client_txn_id was used at that very moment, was refused to the
 * last one in the line: whether it fits is asked again.
 */
const leaveBeaten = (rows: readonly CreationRow[]): CreationRow[] => {
  const unused = new Set(
    rows.flatMap(({ quota, created, merchant_id: id }) => (quota === 'taken' && !created ? [id] : [])),
  )
  const refused = (row: CreationRow) => row.quota === 'plan_used_up' || row.quota === 'trial_used_up'
  return rows.map((row) => (refused(row) && unused.has(row.merchant_id) ? { ...row, quota: 'busy' } : row))
}

/**
 * For requests whose quota row somebody else held, or that found none: waits for the row in a transaction of its own, so that
 * only the same merchant's requests wait with it.
 */
const createPatientCreation = (deps: CreateDeps) => {
  const lines = new Map<string, { readonly line: MicroBatch<NewOrder, CreationRow>; waiting: number }>()
  const lineOf = (merchantId: string) => {
    const known = lines.get(merchantId)
    if (known !== undefined) return known
    const line = createMicroBatch<NewOrder, CreationRow>({
      run: (orders) =>
        deps.db.transaction(async (tx) => {
          await holdQuota(tx, merchantId, deps.trialQrRequests)
          return insertWithAmounts(tx, merchantId, orders)
        }),
      itemsMax: BATCH_MAX,
      inFlightMax: 1,
      waitingMax: WAITING_MAX,
    })
    const entry = { line, waiting: 0 }
    lines.set(merchantId, entry)
    return entry
  }
  return async (merchantId: string, order: NewOrder): Promise<CreationRow> => {
    const entry = lineOf(merchantId)
    entry.waiting += 1
    try {
      return await entry.line.add(order)
    } finally {
      entry.waiting -= 1
      if (entry.waiting === 0) lines.delete(merchantId)
    }
  }
}

/** A request that will be refused in any case takes no amount. */
const mayCreate = (row: CreationRow): boolean =>
  row.scope !== null &&
  row.scope !== 'read' &&
  row.address_allowed &&
  !row.suspended &&
  row.account_id !== null &&
  row.old_order_id === null

/** Takes an amount for each order of an account that tells its orders apart by amount; one that was not created gives it back. */
const insertWithAmounts = async (
  tx: Transaction,
  merchantId: string,
  orders: readonly NewOrder[],
): Promise<CreationRow[]> => {
  const priced: NewOrder[] = []
  for (const order of orders) {
    const taken = await takeAmount(tx, merchantId, order)
    if (taken === 'none_free')
      throw new Refusal('no_free_amount', {
        errors: [{ field: 'amount', msg: REFUSALS.no_free_amount.msg }],
      })
    priced.push(taken === 'not_needed' ? order : { ...order, payablePaise: taken })
  }
  const rows = await insertOrders(tx, priced, WINDOW_SECONDS_MIN)
  const unused = priced.filter(
    (order, index) => order.payablePaise !== undefined && rows[index]?.created === false,
  )
  if (unused.length > 0)
    await giveBackAmounts(
      tx,
      merchantId,
      unused.map(({ orderId }) => orderId),
    )
  return rows
}

/**
 * The same inside a transaction that has something else to keep with the order (an Idempotency-Key's reply, a purchase). `keep` runs
 * twice where the account's provider makes the QR: once to see whether all may be, and again with the QR.
 */
export const createOrderWith = <T>(
  deps: CreateDeps,
  asker: { readonly merchantId: string; readonly mode: Mode },
  form: PaymentLinkForm,
  keep: (tx: Transaction, create: () => Promise<Created>) => Promise<T>,
): Promise<T> => createNewWith(deps, asker.merchantId, newOrder(deps, asker, form), keep)

const createNewWith = <T>(
  deps: CreateDeps,
  merchantId: string,
  order: NewOrder,
  keep: (tx: Transaction, create: () => Promise<Created>) => Promise<T>,
): Promise<T> =>
  withProviderQr(deps, (tx, publish) => keep(tx, () => createWithin(tx, deps, merchantId, order, publish)))

const createWithin = async (
  tx: Transaction,
  deps: CreateDeps,
  merchantId: string,
  order: NewOrder,
  publish: Publish | null,
): Promise<Created> => {
  if (order.asker.mode === 'live') await holdQuota(tx, merchantId, deps.trialQrRequests)
  const qr = publish === null ? REHEARSED : publish.accountId
  const [row] = await insertWithAmounts(tx, merchantId, [{ ...order, qr }])
  if (row === undefined) throw new RangeError('no row for a new order')
  const created = await outcome(deps, tx, order, row)
  if (row.account_id === null || (!row.makes_qr && publish === null)) return created
  const wanted = {
    merchantId,
    accountId: row.account_id,
    mode: created.mode,
    orderId: created.orderId,
    attempt: 1,
    clientTxnId: order.clientTxnId,
    amount: created.amountPaise as Paise,
    purpose: order.purpose,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerMobile: order.customerMobile,
    expiresAt: created.expiresAt,
  }
  if (publish === null) throw new QrNeeded(wanted)
  return { ...created, link: (await publish.show(tx, wanted)).link }
}
