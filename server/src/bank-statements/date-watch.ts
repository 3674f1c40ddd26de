import type { StatementColumns } from '@galla/contract/bank-statements/statements'
import { istDayOf } from '@galla/contract/ist'
import { StatementRefused } from './statement-lines.ts'
import { isAhead } from './statement-row.ts'
import { type DateOrder, NUMBERS, parseStatementTime } from './statement-values.ts'

/** What only all dates of a file together show. */
export interface DateFacts {
  readonly dateOrder?: DateOrder
  /** Dates that are another day if the month stands first, where no date of the file decides. */
  readonly twoWayDates?: TwoWayDates
  /** The columns whose times name seconds. Where all times of a column end in ":00", they name the minute. */
  readonly secondsIn: readonly number[]
}

export interface TwoWayDates {
  /** The first one, as the file writes it. */
  readonly text: string
  /** The latest day of each reading, in milliseconds since 1970. */
  readonly latest: Readonly<Record<DateOrder, number>>
}

const SECONDS = /\d:\d{2}:(?!00)\d{2}/
const DATE_CHARACTERS = 40
/** How the rows of a sheet name a date cell. */
const DATE_CELL = /^\d{4}-\d{2}-(\d{2})/

const CHANGED_DATES =
  'A spreadsheet program has changed some dates of this file: it swapped the day and the month up to the 12th, and left the other dates as text. Send the file as your bank made it.'

/** Watches the dates of a file row by row: a number above 12 is a day. */
export const createDateWatch = ({ date = -1, time = -1 }: Pick<StatementColumns, 'date' | 'time'>) => {
  const seen = { dmy: false, mdy: false, twoWays: false, earlyCell: false, lateCell: false }
  let twoWayDates: TwoWayDates | undefined
  let last = ''
  const secondsIn = new Set<number>()
  const seeDay = (day: string): void => {
    const { dmy, mdy } = bothWays(day)
    if (dmy === undefined || mdy === undefined) {
      seen.dmy ||= dmy !== undefined
      seen.mdy ||= mdy !== undefined
      return
    }
    seen.twoWays = true
    if (dmy === mdy) return
    const { text = day, latest = { dmy, mdy } } = twoWayDates ?? {}
    twoWayDates = {
      text,
      latest: { dmy: Math.max(dmy, latest.dmy), mdy: Math.max(mdy, latest.mdy) },
    }
  }
  return {
    see(cells: readonly string[]): void {
      for (const column of [date, time])
        if (!secondsIn.has(column) && namesSecond(cells[column] ?? '')) secondsIn.add(column)
      const text = cells[date] ?? ''
      const [, dayOfCell] = DATE_CELL.exec(text) ?? []
      if (dayOfCell !== undefined) seen[Number(dayOfCell) > 12 ? 'lateCell' : 'earlyCell'] = true
      const day = dayIn(text)
      if (day === undefined || day === last) return
      last = day
      seeDay(day)
    },
    /** Throws where a spreadsheet program with American dates took the days up to the 12th for months. */
    assertUnchanged(): void {
      if (seen.earlyCell && seen.dmy && !seen.lateCell && !seen.twoWays)
        throw new StatementRefused(CHANGED_DATES)
    },
    found(): DateFacts {
      const secondColumns = { secondsIn: [...secondsIn] }
      if (seen.dmy || seen.mdy) return { dateOrder: seen.dmy ? 'dmy' : 'mdy', ...secondColumns }
      return twoWayDates === undefined ? secondColumns : { twoWayDates, ...secondColumns }
    },
  }
}

const namesSecond = (cell: string): boolean =>
  SECONDS.test(cell) || parseStatementTime(cell, '', 'dmy')?.names === 'second'

/** A date of numbers, without its time. */
const dayIn = (cell: string): string | undefined => {
  const text = cell.trim().slice(0, DATE_CHARACTERS)
  const [, first, second, year] = NUMBERS.exec(text) ?? []
  return year === undefined ? undefined : `${first}/${second}/${year}`
}

const bothWays = (day: string): Record<DateOrder, number | undefined> => ({
  dmy: parseStatementTime(day, '', 'dmy')?.at.getTime(),
  mdy: parseStatementTime(day, '', 'mdy')?.at.getTime(),
})

/** The order that alone dates no row in the future. */
export const orderOfPast = ({ latest }: TwoWayDates, now: Date): DateOrder | undefined => {
  const [dmy, mdy] = [isAhead(new Date(latest.dmy), now), isAhead(new Date(latest.mdy), now)]
  if (dmy === mdy) return undefined
  return dmy ? 'mdy' : 'dmy'
}

/** The first date that is read in two ways, with both days. */
export const dateQuestionOf = (cells: readonly string[]) => {
  for (const cell of cells) {
    const text = dayIn(cell)
    if (text === undefined) continue
    const { dmy, mdy } = bothWays(text)
    if (dmy !== undefined && mdy !== undefined && dmy !== mdy)
      return { text, dmy: istDayOf(new Date(dmy)), mdy: istDayOf(new Date(mdy)) }
  }
  return null
}
