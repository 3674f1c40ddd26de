import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './data-table.module.css'
import { pressOpener } from './row-click.ts'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand to the right. */
  readonly end?: true
  /** Gone where there is no room; the row's own page or another column says it too. */
  readonly wideOnly?: true
  /** `code` holds a masked key in one line. */
  readonly width?: 'short' | 'middle' | 'long' | 'code'
  /**
   * Where a phone's card has it, without its name: half a line, begun or ended by it, a line of its own, or nowhere. For rows
   * whose cells speak for themselves; a table says it of all its columns or of none.
   */
  readonly card?: 'start' | 'end' | 'line' | 'none'
}

interface DataTableProps<Row> {
  /** What the rows are, for those who hear the screen. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
}

const WAITING_ROWS = 6

/** A table of the back office; on a phone each row is a card whose lines name their columns. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  const classOf = ({ end, wideOnly, width }: Column<Row>) =>
    [end && css.end, wideOnly && css.wideOnly, width !== undefined && css[width]].filter(Boolean).join(' ')
  const dense = columns.some(({ card }) => card !== undefined)
  return (
    <table
      className={css.table}
      data-dense={dense || undefined}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" className={classOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: WAITING_ROWS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they stand for nothing yet
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.head} className={classOf(column)} data-card={column.card}>
                    <Skeleton h={14} w={column.end ? 72 : '70%'} ml={column.end ? 'auto' : 0} />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              // Rows without an opener have nothing to press.
              <tr key={keyOf(row)} onClick={pressOpener}>
                {columns.map((column) => (
                  <td
                    key={column.head}
                    className={classOf(column)}
                    data-head={column.head}
                    data-card={column.card}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

/** A line and a quieter one below it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={css.two}>
      <span className={css.first}>{first}</span>
      <span className={css.second}>{second}</span>
    </span>
  )
}
