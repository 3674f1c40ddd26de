import { Box, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import css from './data-table.module.css'
import { pressOpener, stepBetweenRows } from './row-click.ts'
import { SortHead, type Sorting } from './sort-head.tsx'

/** A column: its header, its cells, its position on a phone's card and its placeholder while rows load. */
export interface Column<Row> {
  readonly head: string
  /** The header is for screen readers only. */
  readonly hideHead?: true
  readonly cell: (row: Row) => ReactNode
  /** Aligns the column to the end, for numbers. */
  readonly end?: true
  /** Hides the column of a table on narrower windows; cards keep it. */
  readonly wideOnly?: true
  readonly width?: keyof typeof WIDTHS | Width
  /** The two sort orders of the column; the first press applies the first. */
  readonly sort?: readonly [down: string, up: string]
  /** The position on a card without a header: half a line, a whole line, or hidden. Set it on all columns or on none. */
  readonly card?: 'start' | 'end' | 'line' | 'none'
  /** The order on the card, where it differs from the table's. */
  readonly cardOrder?: number
  /** The cell on a card, where it differs from the table's. */
  readonly cardCell?: (row: Row) => ReactNode
  readonly skeleton?: ReactNode
}

type Width = number | string | { readonly sm: number | string; readonly lg: number | string }

const WIDTHS = {
  short: { sm: 116, lg: 132 },
  middle: { sm: 136, lg: 156 },
  long: { sm: '26%', lg: '28%' },
  /** Fits a masked key on one line. */
  code: { sm: 206, lg: '28%' },
} as const satisfies Record<string, Width>

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the rows load. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly isOpen?: (row: Row) => boolean
  readonly sorting?: Sorting
  /** The breakpoint below which rows become cards. */
  readonly cardsBelow?: 'xs' | 'sm' | 'lg'
  readonly skeletonRows?: number
  /** Extends the table to the edges of a padded panel. */
  readonly inPanel?: true
  readonly rowHeight?: number
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const asCards = useNarrowerThan(props.cardsBelow ?? 'sm')
  return asCards ? <Cards {...props} /> : <Rows {...props} />
}

const widthOf = (width: Column<unknown>['width']): { readonly w?: Width } =>
  width === undefined
    ? {}
    : { w: typeof width === 'string' && width in WIDTHS ? WIDTHS[width as 'short'] : (width as Width) }

// Mantine's tables would bring its scroll bars and the placing of popovers into the first load.
function Rows<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, isOpen, sorting, skeletonRows = 6, inPanel, rowHeight } = props
  return (
    <Box
      component="table"
      className={css.table ?? ''}
      data-in-panel={inPanel}
      {...(rowHeight === undefined ? {} : { __vars: { '--row-height': `${rowHeight}px` } })}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} sorting={rows === undefined ? undefined : sorting} />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={stepBetweenRows}>
        {rows === undefined
          ? emptyRows(skeletonRows).map((row) => (
              <tr key={row}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column}>
                    {column.skeleton ?? (
                      <Skeleton h={14} w={column.end ? 72 : '70%'} ml={column.end ? 'auto' : 0} />
                    )}
                  </Cell>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)} data-open={isOpen?.(row) || undefined} onClick={pressOpener}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
      </tbody>
    </Box>
  )
}

const emptyRows = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, row) => `row ${row}`)

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
}

function Head<Row>({ column: { head, hideHead, end, wideOnly, width, sort }, sorting }: HeadProps<Row>) {
  const common = { ...widthOf(width), 'data-end': end, 'data-wide-only': wideOnly }
  if (sort !== undefined)
    return (
      <SortHead {...common} order={sort} sorting={sorting}>
        {head}
      </SortHead>
    )
  return (
    <Box component="th" scope="col" {...common}>
      {hideHead ? <VisuallyHidden>{head}</VisuallyHidden> : head}
    </Box>
  )
}

function Cell<Row>({ column: { end, wideOnly }, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td data-end={end} data-wide-only={wideOnly}>
      {children}
    </td>
  )
}

/** One card for each row. Cells go to their card positions, or each onto a line with its header. */
function Cards<Row>({ label, columns, rows, keyOf, isOpen, skeletonRows = 6, inPanel }: DataTableProps<Row>) {
  const placed = columns.some(({ card }) => card !== undefined)
  const shown = columns
    .filter(({ card }) => card !== 'none')
    .toSorted((a, b) => (a.cardOrder ?? 99) - (b.cardOrder ?? 99))
  return (
    <ul
      className={css.cards}
      data-in-panel={inPanel}
      aria-label={label}
      aria-busy={rows === undefined}
      onKeyDown={stepBetweenRows}
    >
      {rows === undefined
        ? emptyRows(skeletonRows).map((row) => (
            <li key={row} className={css.card}>
              <Skeleton h={20} w="45%" mb={12} />
              <Skeleton h={14} w="60%" mb={8} />
              <Skeleton h={14} w="80%" mb={8} />
            </li>
          ))
        : rows.map((row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the card contains the button that opens it, for keyboards
            <li
              key={keyOf(row)}
              className={css.card}
              data-placed={placed}
              data-open={isOpen?.(row) || undefined}
              onClick={pressOpener}
            >
              {shown.map((column, index) => (
                <div
                  key={column.head}
                  data-card={column.card}
                  data-head={placed || index === 0 ? undefined : column.head}
                >
                  {(column.cardCell ?? column.cell)(row)}
                </div>
              ))}
            </li>
          ))}
    </ul>
  )
}

/** A line with a muted second line. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <Stack component="span" gap={0} className={css.two}>
      <Text span c="var(--galla-text)" fw={550}>
        {first}
      </Text>
      <Text span c="dimmed" fz="xs">
        {second}
      </Text>
    </Stack>
  )
}
