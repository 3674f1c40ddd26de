import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Database } from '../platform/database/database.ts'
import { isDistributed } from '../platform/distributed/is-distributed.ts'
import type { CreateOrder } from './create/create-orders.ts'

/** Creating an order looks its key up itself, unless tables are distributed; the outcome is recorded with the key like that of every other call. */
export const notingKeys =
  (
    { recordOutcome, keyCaller }: Pick<Authenticators, 'recordOutcome' | 'keyCaller'>,
    db: Database,
    createOrder: CreateOrder,
  ): CreateOrder =>
  async (caller, form, dialect) => {
    if (!('keyHash' in caller)) return createOrder(caller, form, dialect)
    const carried = { keyHash: Buffer.from(caller.keyHash), mode: caller.mode, address: caller.address }
    // The statement goes to the server of one merchant, who has to be known before.
    if (isDistributed(db)) {
      const { merchantId, mode } = await keyCaller(carried)
      return createOrder({ merchantId, mode }, form, dialect)
    }
    try {
      const created = await createOrder(caller, form, dialect)
      recordOutcome(carried, undefined)
      return created
    } catch (refusal) {
      recordOutcome(carried, refusal)
      throw refusal
    }
  }
