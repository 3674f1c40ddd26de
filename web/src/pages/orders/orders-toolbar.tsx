import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import css from './orders-toolbar.module.css'
import {
  type OrdersView,
  ROWS,
  ROWS_WORDS,
  type Rows,
  STATUS_WORDS,
  type StatusFilter,
} from './orders-view.ts'

export type OrdersFilter = Pick<OrdersView, 'search' | 'status' | 'rows'>

interface OrdersToolbarProps {
  readonly filter: OrdersFilter
  readonly onChange: (filter: OrdersFilter) => void
}

export function OrdersToolbar({ filter, onChange }: OrdersToolbarProps) {
  return (
    <search className={css.toolbar}>
      <TextInput
        className={css.search ?? ''}
        aria-label="Search orders"
        placeholder="Search by Order ID or Customer..."
        inputMode="search"
        autoComplete="off"
        maxLength={254}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          filter.search === '' ? null : (
            <CloseButton
              size="sm"
              aria-label="Clear the search"
              onClick={() => onChange({ ...filter, search: '' })}
            />
          )
        }
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Status"
        data={Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label }))}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as StatusFilter })}
      />
      <NativeSelect
        aria-label="Rows"
        data={ROWS.map((rows) => ({ value: rows, label: ROWS_WORDS[rows] }))}
        value={filter.rows}
        onChange={(event) => onChange({ ...filter, rows: event.currentTarget.value as Rows })}
      />
    </search>
  )
}
