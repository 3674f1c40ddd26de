import type { Queryable } from '../platform/database/database.ts'
import { ulidTime } from '../platform/ids.ts'
import type { Listing, Search } from './listed-orders-store.ts'
import type { OrderFilter, Sort } from './order-filter.ts'

/** A search, and in which database. */
export interface Searched {
  readonly db: Queryable
  readonly filter: OrderFilter
  readonly search: Search
  readonly plan: { readonly countedMax: number }
}

/** The first finds in the order of the page. */
export interface Begin {
  readonly keys: readonly string[]
  /** What was looked through has so many: more than there are keys, where only the first were kept. */
  readonly count: number
  /** How many slices or bands were looked through; the next page goes on after them. */
  readonly through: number
  /** Nothing is left to be looked through. */
  readonly isAll: boolean
}

/** What is known of a search among the orders that are listed up to a watermark. */
export interface KnownSearch {
  readonly listing: Listing
  /** How many it finds; more than are counted says only that there are more. */
  readonly total: number | undefined
  readonly begins: Readonly<Partial<Record<Sort, Begin>>>
}

/** Beyond these what was asked for longest ago is forgotten, and looked for again. Some ten megabytes. */
export const REMEMBERED_MAX = 1_000
export const KEYS_MAX = 100_000
/** What is listed after the watermark of a search is read from the orders: it must not become much. */
const BEHIND_MS_MAX = 15 * 60_000

interface Memory {
  readonly searches: Map<string, KnownSearch>
  readonly many: Set<string>
  keys: number
}

const memories = new WeakMap<Queryable, Memory>()

const memoryOf = (db: Queryable): Memory => {
  const memory = memories.get(db) ?? { searches: new Map(), many: new Set(), keys: 0 }
  memories.set(db, memory)
  return memory
}

/** How much is remembered of the searches in a database. */
export const sizeOfMemory = (db: Queryable): { readonly searches: number; readonly keys: number } => {
  const { searches, many, keys } = memoryOf(db)
  return { searches: Math.max(searches.size, many.size), keys }
}

const nameOf = ({ filter, search, plan }: Searched): string =>
  JSON.stringify([filter, search, plan.countedMax], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

/** Orders are never deleted, nor is what a search finds them by, and a success is final: what was many stays many. */
const isLasting = ({ status }: OrderFilter): boolean => status === 'all' || status === 'success'

/** No listed order of the merchant has changed since, and not much was listed. */
const holds = ({ listing: { watermark, version } }: KnownSearch, now: Listing): boolean =>
  version === now.version &&
  (watermark === now.watermark ||
    (watermark !== '' &&
      watermark < now.watermark &&
      ulidTime(now.watermark).getTime() - ulidTime(watermark).getTime() <= BEHIND_MS_MAX))

const forget = (memory: Memory, name: string): void => {
  memory.keys -= keysOf(memory.searches.get(name))
  memory.searches.delete(name)
}

const keysOf = (known: KnownSearch | undefined): number =>
  Object.values(known?.begins ?? {}).reduce((sum, { keys }) => sum + keys.length, 0)

/** What is known of a search and still true; where nothing is, as of now. */
export const recall = (searched: Searched, now: Listing): KnownSearch => {
  const memory = memoryOf(searched.db)
  const name = nameOf(searched)
  const known = memory.searches.get(name)
  if (known && holds(known, now)) {
    memory.searches.delete(name)
    memory.searches.set(name, known)
    return known
  }
  forget(memory, name)
  const total = memory.many.has(name) ? searched.plan.countedMax + 1 : undefined
  return { listing: now, total, begins: {} }
}

/** What was found, under the version that was read before it was looked for. */
export const remember = (searched: Searched, found: KnownSearch): void => {
  const memory = memoryOf(searched.db)
  const name = nameOf(searched)
  const { listing, total } = found
  if (total !== undefined && total > searched.plan.countedMax && isLasting(searched.filter)) {
    memory.many.add(name)
    const [first] = memory.many
    if (memory.many.size > REMEMBERED_MAX && first !== undefined) memory.many.delete(first)
  }
  const before = memory.searches.get(name)
  const isSame = before?.listing.version === listing.version && before.listing.watermark === listing.watermark
  const known = isSame ? { ...found, begins: { ...before.begins, ...found.begins } } : found
  forget(memory, name)
  memory.searches.set(name, known)
  memory.keys += keysOf(known)
  for (const oldest of memory.searches.keys()) {
    if (memory.searches.size <= REMEMBERED_MAX && memory.keys <= KEYS_MAX) break
    forget(memory, oldest)
  }
}
