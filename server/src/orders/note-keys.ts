import type { Authenticators } from '../api-keys/authenticate.ts'
import type { CreateOrder } from './create/create-orders.ts'

/** Creating an order looks its key up itself; the outcome is recorded with the key like that of every other call. */
export const notingKeys =
  ({ noteOutcome }: Pick<Authenticators, 'noteOutcome'>, createOrder: CreateOrder): CreateOrder =>
  async (caller, form, dialect) => {
    if (!('keyHash' in caller)) return createOrder(caller, form, dialect)
    const carried = { keyHash: Buffer.from(caller.keyHash), mode: caller.mode, address: caller.address }
    try {
      const created = await createOrder(caller, form, dialect)
      noteOutcome(carried, undefined)
      return created
    } catch (refusal) {
      noteOutcome(carried, refusal)
      throw refusal
    }
  }
