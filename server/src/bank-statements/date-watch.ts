import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { type DateOrder, NUMBERS, parseStatementTime } from './statement-values.ts'

/** What only all dates of a file together show. */
export interface DateFacts {
  readonly dateOrder: DateOrder
  /** The columns whose times name seconds. Where all times of a column end in ":00", they name the minute. */
  readonly secondsIn: readonly number[]
}

const SECONDS = /\d:\d{2}:(?!00)\d{2}/
const DATE_CHARACTERS = 40

/** Watches the dates of a file row by row: a number above 12 is a day. */
export const createDateWatch = ({ date = -1, time = -1 }: Pick<StatementColumns, 'date' | 'time'>) => {
  let isDayFirst = false
  let isMonthFirst = false
  const secondsIn = new Set<number>()
  return {
    see(cells: readonly string[]): void {
      for (const column of [date, time])
        if (!secondsIn.has(column) && namesSecond(cells[column] ?? '')) secondsIn.add(column)
      const text = (cells[date] ?? '').trim().slice(0, DATE_CHARACTERS)
      const [, first, second] = NUMBERS.exec(text) ?? []
      if (Number(first) > 12) isDayFirst = true
      if (Number(second) > 12) isMonthFirst = true
    },
    found: (): DateFacts => ({
      dateOrder: isMonthFirst && !isDayFirst ? 'mdy' : 'dmy',
      secondsIn: [...secondsIn],
    }),
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
