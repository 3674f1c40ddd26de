import type { Queryable } from '../platform/database.ts'
import type { Search } from './listed-orders-store.ts'
import type { OrderFilter } from './order-filter.ts'

/** A search, and in which database. */
export interface Searched {
  readonly db: Queryable
  readonly filter: OrderFilter
  readonly search: Search
  readonly plan: { readonly countedMax: number }
}

/** Beyond this the ones that were remembered first are forgotten, and counted again when they are asked for. */
const REMEMBERED_MAX = 1_000

const remembered = new WeakMap<Queryable, Set<string>>()

/** Orders are never deleted, nor is what a search finds them by, and a success is final: what was many stays many. */
const isLasting = ({ status }: OrderFilter): boolean => status === 'all' || status === 'success'

const nameOf = ({ filter, search, plan }: Searched): string =>
  JSON.stringify([filter, search.text, plan.countedMax], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

/** That it found more than are counted, so that its next pages need not count them again. */
export const rememberMany = (searched: Searched): void => {
  if (!isLasting(searched.filter)) return
  const known = remembered.get(searched.db) ?? new Set()
  remembered.set(searched.db, known)
  known.add(nameOf(searched))
  const [first] = known
  if (known.size > REMEMBERED_MAX && first !== undefined) known.delete(first)
}

export const isKnownAsMany = (searched: Searched): boolean =>
  remembered.get(searched.db)?.has(nameOf(searched)) === true
