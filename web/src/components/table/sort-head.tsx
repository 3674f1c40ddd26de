import { IconArrowDown, IconArrowsSort, IconArrowUp } from 'virtual:icons'
import { Box, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './data-table.module.css'

export interface Sorting {
  readonly sort: string
  readonly onSort: (sort: string) => void
}

interface SortHeadProps {
  /** The two sort orders of the column; the first press applies the first. */
  readonly order: readonly [down: string, up: string]
  /** Undefined while the rows load; the header is then disabled. */
  readonly sorting: Sorting | undefined
  readonly children: ReactNode
}

/** The header of a sortable column. */
export function SortHead({ order: [down, up], sorting, children, ...th }: SortHeadProps) {
  const sort = sorting?.sort
  const direction = sort === down ? 'descending' : sort === up ? 'ascending' : undefined
  const Icon =
    direction === undefined ? IconArrowsSort : direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <Box component="th" scope="col" {...th} aria-sort={direction ?? 'none'}>
      <UnstyledButton
        className={css.sort ?? ''}
        disabled={sorting === undefined}
        data-sorted={direction !== undefined || undefined}
        onClick={() => sorting?.onSort(sort === down ? up : down)}
      >
        {children}
        <Icon size={14} stroke={2} />
      </UnstyledButton>
    </Box>
  )
}
