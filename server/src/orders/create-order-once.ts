import { IDEMPOTENCY_KEY_CHARS_MAX } from '@galla/contract/limits'
import type { Mode } from '@galla/contract/order-status'
import type { PaymentLinkForm } from '@galla/contract/orders'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type CreateDeps, type Created, createOrderWith } from './create-order.ts'
import { keepReply, takeKey } from './idempotent-reply-store.ts'

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
 * Creates an order at most once for an Idempotency-Key: the reply is kept in the order's own transaction, so there is never
 * one without the other. A refusal keeps nothing; the next call with the key is a first one.
 */
export const createOrderOnce = (
  deps: CreateDeps,
  asker: { readonly merchantId: string; readonly mode: Mode },
  key: string,
  form: PaymentLinkForm,
  requestHash: Buffer,
  replyOf: (created: Created) => string,
): Promise<string> =>
  createOrderWith(deps, asker, form, async (tx, create) => {
    const named = { merchantId: asker.merchantId, mode: asker.mode, key }
    const earlier = await takeKey(tx, named, requestHash, deps.clock.now())
    if (earlier === undefined) {
      const reply = replyOf(await create())
      await keepReply(tx, named, reply)
      return reply
    }
    if (!earlier.request_hash.equals(requestHash)) throw new Refusal('idempotency_key_reused')
    if (earlier.reply === null) throw new Error('an Idempotency-Key was kept without its reply')
    return earlier.reply
  })
