import { type DateOrder, NUMBERS, parseStatementTime } from './statement-values.ts'

/** What only all dates of a file together show. */
export interface DateFacts {
  readonly dateOrder: DateOrder
  /** The columns whose times name seconds. Where all times of a column end in ":00", they name the minute. */
  readonly secondsIn: readonly number[]
  /** There if the dates leave the order of day and month open, and the other order gives other days. */
  readonly open?: OpenOrder
}

export interface OpenOrder {
  /** A date of the file that is another day in the other order. */
  readonly example: string
  /** The last moment of the file in each order, in milliseconds. No bank dates a row far ahead. */
  readonly latest: Readonly<Record<DateOrder, number>>
}

const ORDERS = ['dmy', 'mdy'] as const
const SECONDS = /\d:\d{2}:(?!00)\d{2}/
const DATE_CHARACTERS = 40

/** Watches the dates of a file row by row: a number above 12 is a day. */
export const createDateWatch = ({
  date = -1,
  time = -1,
}: {
  readonly date?: number
  readonly time?: number
}) => {
  let isDayFirst = false
  let isMonthFirst = false
  let example: string | undefined
  const latest = { dmy: 0, mdy: 0 }
  const secondsIn = new Set<number>()
  return {
    see(cells: readonly string[]): void {
      const text = (cells[date] ?? '').trim().slice(0, DATE_CHARACTERS)
      for (const column of [date, time])
        if (!secondsIn.has(column) && namesSecond(cells[column] ?? '')) secondsIn.add(column)
      const [, first, second] = NUMBERS.exec(text) ?? []
      if (Number(first) > 12) isDayFirst = true
      if (Number(second) > 12) isMonthFirst = true
      if (isDayFirst || isMonthFirst) return
      if (example === undefined && first !== undefined && Number(first) !== Number(second)) example = text
      for (const order of ORDERS) {
        const at = parseStatementTime(text, '', order)?.at.getTime() ?? 0
        if (at > latest[order]) latest[order] = at
      }
    },
    found(): DateFacts {
      const dateOrder: DateOrder = isMonthFirst && !isDayFirst ? 'mdy' : 'dmy'
      const facts = { dateOrder, secondsIn: [...secondsIn] }
      return example === undefined || isDayFirst || isMonthFirst
        ? facts
        : { ...facts, open: { example, latest } }
    },
  }
}

const namesSecond = (cell: string): boolean =>
  SECONDS.test(cell) || parseStatementTime(cell, '', 'dmy')?.names === 'second'

/** The order of day and month in a column of dates. */
export const orderOfDates = (texts: readonly string[]): DateOrder => {
  const watch = createDateWatch({ date: 0 })
  for (const text of texts) watch.see([text])
  return watch.found().dateOrder
}
