import type { Authenticators } from '../api-keys/authenticate.ts'
import type { CreateOrder } from './create-order.ts'

/** Creating an order looks its key up by itself; what became of the key is noted like that of every other call. */
export const notingKeys =
  ({ noteOutcome }: Pick<Authenticators, 'noteOutcome'>, createOrder: CreateOrder): CreateOrder =>
  async (asker, form, dialect) => {
    if (!('keyHash' in asker)) return createOrder(asker, form, dialect)
    const carried = { keyHash: Buffer.from(asker.keyHash), mode: asker.mode, address: asker.address }
    try {
      const created = await createOrder(asker, form, dialect)
      noteOutcome(carried, undefined)
      return created
    } catch (refusal) {
      noteOutcome(carried, refusal)
      throw refusal
    }
  }
