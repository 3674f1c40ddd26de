import { HOUR_MS } from '@galla/contract/durations'
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_CHARS_MAX } from '@galla/contract/limits'
import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { type CreateDeps, createOrder } from './create-order.ts'
import {
  claimIdempotencyKey,
  deleteRepliesBefore,
  findReply,
  type IdempotencyKey,
  type StoredReply,
  saveReply,
} from './create-order-store.ts'
import type { Created } from './created-order.ts'
import type { OrderCaller } from './order-request.ts'

/** The header's value. */
export const idempotencyKeyOf = (header: string | string[]): string => {
  if (typeof header !== 'string' || header === '' || header.length > IDEMPOTENCY_KEY_CHARS_MAX)
    throw invalidField(
      'Idempotency-Key',
      `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters`,
    )
  return header
}

/**
 * Answers a call at most once for an Idempotency-Key: its reply is kept in the transaction of what the call does. A refusal keeps nothing.
 */
export const answerOnce = async (
  tx: Transaction,
  { clock }: Pick<Platform, 'clock'>,
  named: IdempotencyKey,
  requestHash: Buffer,
  answer: () => Promise<string>,
): Promise<string> => {
  const stored = replyFrom(await claimIdempotencyKey(tx, named, requestHash, clock.now()), requestHash)
  if (stored !== undefined) return stored
  const reply = await answer()
  await saveReply(tx, named, reply)
  return reply
}

/**
 * Creates an order at most once for an Idempotency-Key: the reply is kept in the order's own transaction, so there is never
 * one without the other. A refusal keeps nothing; the next call with the key is a first one.
 */
export const createOrderOnce = async (
  deps: CreateDeps,
  caller: OrderCaller,
  key: string,
  form: PaymentLinkForm,
  requestHash: Buffer,
  replyOf: (created: Created) => string,
): Promise<string> => {
  const named = { merchantId: caller.merchantId, mode: caller.mode, key }
  const findEarlier = async () => replyFrom(await findReply(deps.db, named), requestHash)
  const earlier = await findEarlier()
  if (earlier !== undefined) return earlier
  try {
    return await createOrder(deps, caller, form, (tx, create) =>
      answerOnce(tx, deps, named, requestHash, async () => replyOf(await create())),
    )
  } catch (refusal) {
    // While this call waited for a QR, another one with the same key may have created the order.
    if (!(refusal instanceof Refusal) || refusal.code !== 'duplicate_client_txn_id') throw refusal
    const reply = await findEarlier()
    if (reply === undefined) throw refusal
    return reply
  }
}

const replyFrom = (stored: StoredReply | undefined, requestHash: Buffer): string | undefined => {
  if (stored === undefined) return undefined
  if (!stored.request_hash.equals(requestHash)) throw new Refusal('idempotency_key_reused')
  if (stored.reply === null) throw new Error('an Idempotency-Key was stored without its reply')
  return stored.reply
}

const BATCH = 5_000

/** Deletes some of the idempotent replies that have expired. */
export const deleteOldReplies = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR_MS)
  return { more: (await deleteRepliesBefore(db, before, BATCH)) === BATCH }
}
