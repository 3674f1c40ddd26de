import type { Mode } from '@galla/contract/orders/order-status'
import { type Database, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface IdempotencyKey {
  readonly merchantId: string
  readonly mode: Mode
  readonly key: string
}

export interface StoredReply {
  readonly reply: string | null
  readonly request_hash: Buffer
}

/**
 * Claims an Idempotency-Key for the first call, or returns the reply of the first call. A second call waits here for the transaction of
 * the first; if that fails, the second call claims the key.
 */
export const claimIdempotencyKey = async (
  tx: Transaction,
  { merchantId, mode, key }: IdempotencyKey,
  requestHash: Uint8Array,
  now: Date,
): Promise<StoredReply | undefined> => {
  const inserted = await tx.run(sql`
    insert into idempotent_replies (merchant_id, mode, idempotency_key, request_hash, created_at)
    values (${merchantId}, ${mode}, ${key}, ${requestHash}, ${now}) on conflict do nothing`)
  return inserted === 1 ? undefined : findReply(tx, { merchantId, mode, key })
}

export const findReply = (
  db: Queryable,
  { merchantId, mode, key }: IdempotencyKey,
): Promise<StoredReply | undefined> =>
  db.maybeOne(sql`
    select reply, request_hash from idempotent_replies
    where merchant_id = ${merchantId} and mode = ${mode} and idempotency_key = ${key}`)

export const saveReply = (
  tx: Transaction,
  { merchantId, mode, key }: IdempotencyKey,
  reply: string,
): Promise<number> =>
  tx.run(sql`
    update idempotent_replies set reply = ${reply}
    where merchant_id = ${merchantId} and mode = ${mode} and idempotency_key = ${key}`)

/** Deletes at most `limit` replies. */
export const deleteRepliesBefore = (db: Database, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from idempotent_replies where (merchant_id, mode, idempotency_key) in (
      select merchant_id, mode, idempotency_key from idempotent_replies where created_at < ${before} limit ${limit})`)
