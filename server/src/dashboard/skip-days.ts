import type { Sort } from './order-filter.ts'

/** Orders of a day that begins then, perhaps only some of them; a day may come more than once. */
export interface DayTotal {
  readonly beginsAt: Date
  readonly orders: number
}

const DAY_MS = 86_400_000

/** Where in the list so many orders are over: the end (the begin) of the day on which they are, and what is left to go there. */
export const skipDays = (
  days: readonly DayTotal[],
  sort: Sort,
  offset: number,
): { readonly from: Date | null; readonly before: Date | null; readonly offset: number } => {
  if (sort !== 'newest' && sort !== 'oldest') return { from: null, before: null, offset }
  const inOrder = days.toSorted((a, b) =>
    sort === 'newest'
      ? b.beginsAt.getTime() - a.beginsAt.getTime()
      : a.beginsAt.getTime() - b.beginsAt.getTime(),
  )
  let [left, of, day] = [offset, 0, Number.NaN]
  for (const { beginsAt, orders } of inOrder) {
    if (beginsAt.getTime() !== day) {
      if (left < of) break
      left -= of
      day = beginsAt.getTime()
      of = 0
    }
    of += orders
  }
  if (Number.isNaN(day)) return { from: null, before: null, offset }
  return sort === 'newest'
    ? { from: null, before: new Date(day + DAY_MS), offset: left }
    : { from: new Date(day), before: null, offset: left }
}
