import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './data-table.module.css'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand to the right. */
  readonly end?: true
  /** Gone where there is no room; the row's own page or another column says it too. */
  readonly wideOnly?: true
  readonly width?: 'short' | 'middle' | 'long'
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
  return (
    <table className={css.table} aria-label={label} aria-busy={rows === undefined}>
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
                  <td key={column.head} className={classOf(column)}>
                    <Skeleton h={14} w={column.end ? 72 : '70%'} ml={column.end ? 'auto' : 0} />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.head} className={classOf(column)} data-head={column.head}>
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
