import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { shardOf } from '../../platform/distributed/merchant-shards.ts'
import { createMicroBatch, type MicroBatch } from '../../platform/jobs/micro-batch.ts'
import { requestOf } from './build-order-request.ts'
import { createOnShard } from './create-on-shard.ts'
import { type CreateDeps, createWithQr, insertInTurn } from './create-order.ts'
import { type CreationResult, insertOrders } from './create-order-store.ts'
import type { OrderCaller, OrderRequest } from './order-request.ts'
import { type Created, createdFrom } from './read-creation-result.ts'

/** Requests in one statement; measured: 64 is where the rate stops growing. */
const BATCH_MAX = 64
/** Statements under way at once; a second one keeps the database busy while the first one's replies are written. */
const BATCHES_IN_FLIGHT = 2
const WAITING_MAX = 4096
/** Once without waiting, then in the merchant's turn: a second turn only where another request left its place unused. */
const TRIES_MAX = 4

export type CreateOrder = (
  caller: OrderCaller,
  form: PaymentLinkForm,
  /** Kept with the order: it decides how its customer is sent back and how its merchant is notified. */
  dialect?: Dialect,
) => Promise<Created>

/** Live requests of one caller need the same quota row, so no two of our batches lock them at once. */
const keyOf = ({ caller }: OrderRequest): string | undefined => {
  if (caller.mode === 'test') return undefined
  return 'keyHash' in caller ? Buffer.from(caller.keyHash).toString('hex') : caller.merchantId
}

/** Where tables are distributed, the key was already looked up, and a batch has orders of one merchant only. */
const shardOfRequest = ({ db }: CreateDeps, request: OrderRequest | undefined): string =>
  request === undefined || 'keyHash' in request.caller ? '' : shardOf(db, request.caller.merchantId)

/** Creates single orders; those of busy moments go together in one statement. Refuses with the contract's codes. */
export const createOrders = (deps: CreateDeps): CreateOrder => {
  const together = createMicroBatch<OrderRequest, CreationResult>({
    run: (requests) => {
      const shard = shardOfRequest(deps, requests[0])
      return shard === '' ? insertOrders(deps.db, requests, shard) : createOnShard(deps.db, requests, shard)
    },
    itemsMax: BATCH_MAX,
    inFlightMax: BATCHES_IN_FLIGHT,
    waitingMax: WAITING_MAX,
    keyOf,
    groupOf: (request) => shardOfRequest(deps, request),
  })
  const inTurn = createTurns(deps)
  return async (caller, form, dialect) => {
    const request = requestOf(deps, caller, form, dialect)
    let result = await together.add(request)
    for (let tries = 1; result.outcome === 'in_turn' && tries < TRIES_MAX; tries += 1)
      result = await inTurn(result.merchantId, request)
    if (result.outcome !== 'needs_qr') return createdFrom(deps, deps.db, request, result)
    return createWithQr(deps, result.merchantId, request, (_tx, create) => create())
  }
}

/**
 * Runs the requests that need a transaction, those of one merchant one batch after the other: where they wait for a lock, only
 * this merchant's requests wait, on one connection.
 */
const createTurns = (deps: CreateDeps) => {
  const turns = new Map<
    string,
    { readonly batch: MicroBatch<OrderRequest, CreationResult>; waiting: number }
  >()
  const createTurn = (merchantId: string) => ({
    batch: createMicroBatch<OrderRequest, CreationResult>({
      run: (requests) => deps.db.transaction((tx) => insertInTurn(tx, deps, merchantId, requests)),
      itemsMax: BATCH_MAX,
      inFlightMax: 1,
      waitingMax: WAITING_MAX,
    }),
    waiting: 0,
  })
  return async (merchantId: string, request: OrderRequest): Promise<CreationResult> => {
    const turn = turns.get(merchantId) ?? createTurn(merchantId)
    turns.set(merchantId, turn)
    turn.waiting += 1
    try {
      return await turn.batch.add(request)
    } finally {
      turn.waiting -= 1
      if (turn.waiting === 0) turns.delete(merchantId)
    }
  }
}
