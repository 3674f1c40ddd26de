import { Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import css from './data-table.module.css'
import { pressOpener, stepBetweenRows } from './row-click.ts'
import { SortHead, type Sorting } from './sort-head.tsx'

/** One column, declared once: its head, its cells, its place on a phone's card and what stands there while rows load. */
export interface Column<Row> {
  readonly head: string
  /** A quieter word after the head, as the time zone. */
  readonly unit?: string
  /** The head is only read out. */
  readonly hideHead?: true
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand to the right. */
  readonly end?: true
  /** Hidden in a table on narrower windows; a card still has it. */
  readonly wideOnly?: true
  readonly width?: keyof typeof WIDTHS | Width
  /** The two sort orders of the column, the one of the first press first. */
  readonly sort?: readonly [down: string, up: string]
  /** Its place on a card without its head: half a line, a whole line, or nowhere. All columns say it, or none. */
  readonly card?: 'start' | 'end' | 'line' | 'none'
  /** Where the card has it earlier than the table. */
  readonly cardOrder?: number
  /** What the card shows instead of the table's cell. */
  readonly cardCell?: (row: Row) => ReactNode
  readonly skeleton?: ReactNode
}

type Width = number | string | { readonly sm: number | string; readonly lg: number | string }

const WIDTHS = {
  short: { sm: 116, lg: 132 },
  middle: { sm: 136, lg: 156 },
  long: { sm: '26%', lg: '28%' },
  /** A masked key in one line. */
  code: { sm: 206, lg: '28%' },
} as const satisfies Record<string, Width>

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly isOpen?: (row: Row) => boolean
  readonly sorting?: Sorting
  /** Narrower windows show cards. */
  readonly cardsBelow?: 'xs' | 'sm' | 'lg'
  readonly skeletonRows?: number
  /** In a padded panel it reaches the panel's edges. */
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

function Rows<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, isOpen, sorting, skeletonRows = 6, inPanel, rowHeight } = props
  return (
    <Table
      className={css.table ?? ''}
      layout="fixed"
      stickyHeader
      stickyHeaderOffset={61}
      data-in-panel={inPanel}
      {...(rowHeight === undefined ? {} : { __vars: { '--row-height': `${rowHeight}px` } })}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} sorting={rows === undefined ? undefined : sorting} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody onKeyDown={stepBetweenRows}>
        {rows === undefined
          ? emptyRows(skeletonRows).map((row) => (
              <Table.Tr key={row}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column}>
                    {column.skeleton ?? (
                      <Skeleton h={14} w={column.end ? 72 : '70%'} ml={column.end ? 'auto' : 0} />
                    )}
                  </Cell>
                ))}
              </Table.Tr>
            ))
          : rows.map((row) => (
              <Table.Tr key={keyOf(row)} data-open={isOpen?.(row) || undefined} onClick={pressOpener}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </Table.Tr>
            ))}
      </Table.Tbody>
    </Table>
  )
}

const emptyRows = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, row) => `row ${row}`)

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
}

function Head<Row>({
  column: { head, unit, hideHead, end, wideOnly, width, sort },
  sorting,
}: HeadProps<Row>) {
  const common = { ...widthOf(width), 'data-end': end, 'data-wide-only': wideOnly }
  const text = (
    <>
      {head} {unit !== undefined && <small>{unit}</small>}
    </>
  )
  if (sort !== undefined)
    return (
      <SortHead {...common} order={sort} sorting={sorting}>
        {text}
      </SortHead>
    )
  return (
    <Table.Th scope="col" {...common}>
      {hideHead ? <VisuallyHidden>{head}</VisuallyHidden> : text}
    </Table.Th>
  )
}

function Cell<Row>({ column: { end, wideOnly }, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <Table.Td data-end={end} data-wide-only={wideOnly}>
      {children}
    </Table.Td>
  )
}

/** On a phone each row is a card: its columns in their places, or each on a line of its own with its head. */
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
            // biome-ignore lint/a11y/useKeyWithClickEvents: what opens the row is in it, for the keyboard too
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

/** A line and a quieter one below it. */
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
