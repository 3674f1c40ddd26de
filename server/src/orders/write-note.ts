import { type Author, authorOf } from '../merchants/author-of.ts'
import type { Platform } from '../platform/feature.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import type { OrderScope } from './order.ts'
import { insertNote, lockAndCountNotes, type OrderNote } from './order-note-store.ts'

/** The table has the same limit. */
export const NOTES_MAX = 200

/** Adds a note to an order, with the email of its author. */
export const writeNote = async (
  deps: Pick<Platform, 'db' | 'clock'>,
  caller: Author & OrderScope,
  orderId: string,
  text: string,
): Promise<OrderNote> => {
  const byWhom = await authorOf(deps, caller)
  return deps.db.transaction(async (tx) => {
    const count = await lockAndCountNotes(tx, caller, orderId)
    if (count === undefined) throw new Refusal('order_not_found')
    if (count >= NOTES_MAX) throw invalidField('text', `An order holds at most ${NOTES_MAX} notes`)
    const note = { text, at: deps.clock.now(), byWhom, number: count + 1 }
    await insertNote(tx, caller.merchantId, orderId, note)
    return note
  })
}
