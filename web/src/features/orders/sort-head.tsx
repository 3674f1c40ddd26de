import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './orders-table.module.css'
import type { Sort } from './orders-view.ts'

export interface Sorting {
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

interface SortHeadProps {
  readonly className: string | undefined
  /** The two orders of this column; the first is that of the first press. */
  readonly down: Sort
  readonly up: Sort
  readonly sorting: Sorting | undefined
  readonly children: ReactNode
}

/** A column's head that sorts. Without `sorting` it only keeps the place of one, while the list is still coming. */
export function SortHead({ className, down, up, sorting, children }: SortHeadProps) {
  const sort = sorting?.sort
  const direction = sort === down ? 'descending' : sort === up ? 'ascending' : undefined
  const Icon =
    direction === undefined ? IconArrowsSort : direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <UnstyledButton
        className={css.sort ?? ''}
        disabled={sorting === undefined}
        data-sorted={direction !== undefined || undefined}
        onClick={() => sorting?.onSort(sort === down ? up : down)}
      >
        {children}
        <Icon size={14} stroke={2} aria-hidden />
      </UnstyledButton>
    </th>
  )
}
