import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Database } from '../platform/database/database.ts'
import { isDistributed } from '../platform/distributed/is-distributed.ts'
import type { CreateOrder } from './create/create-orders.ts'

/**
 * Records whether an API key was used or refused when it creates an order. The statement that creates orders looks the key up itself, which
 * saves a round trip, so `authenticateKey`, which records this for all other calls, is not called.
 */
export const withKeyOutcome =
  (
    { recordOutcome, keyCaller }: Pick<Authenticators, 'recordOutcome' | 'keyCaller'>,
    db: Database,
    createOrder: CreateOrder,
  ): CreateOrder =>
  async (caller, form, dialect) => {
    if (!('keyHash' in caller)) return createOrder(caller, form, dialect)
    const key = { keyHash: Buffer.from(caller.keyHash), mode: caller.mode, address: caller.address }
    // Citus sends a statement to the server of one merchant, so the merchant must be known first.
    if (isDistributed(db)) {
      const { merchantId, mode } = await keyCaller(key)
      return createOrder({ merchantId, mode }, form, dialect)
    }
    try {
      const created = await createOrder(caller, form, dialect)
      recordOutcome(key, undefined)
      return created
    } catch (refusal) {
      recordOutcome(key, refusal)
      throw refusal
    }
  }
