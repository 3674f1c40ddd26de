import { IconAlertTriangle, IconFilterOff } from 'virtual:icons'
import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'
import { SearchField } from '../../components/form/search-field.tsx'
import { t } from '../../locales/translate.ts'
import { AmountFilter } from './filters/amount-filter.tsx'
import { DatesFilter } from './filters/dates-filter.tsx'
import type { FilterControls } from './filters/filter-controls.ts'
import { PILL } from './filters/filter-pill.tsx'
import {
  isFiltered,
  ROWS,
  ROWS_LABELS,
  type Rows,
  SORT_LABELS,
  type Sort,
  STATUS_FIELDS,
  type StatusFilter,
  UNFILTERED,
} from './orders-view.ts'

interface OrdersToolbarProps {
  readonly controls: FilterControls
  /** Cards have no column headers to sort by. */
  readonly asCards: boolean
}

export function OrdersToolbar({ controls, asCards }: OrdersToolbarProps) {
  const { filter, type, choose } = controls
  const needsAttention = filter.status === 'attention'
  return (
    <Box
      component="search"
      p={{ base: 'sm', sm: '16px 20px' }}
      style={{ borderBottom: '1px solid var(--galla-line)' }}
      aria-label={t('Orders')}
    >
      <Group gap="xs">
        <OrderSearch controls={controls} />
        <NativeSelect
          flex={{ base: 1, sm: 'none' }}
          aria-label={t('Status')}
          data={Object.entries(STATUS_FIELDS).map(([value, label]) => ({ value, label }))}
          value={needsAttention ? 'all' : filter.status}
          onChange={(event) => type({ status: event.currentTarget.value as StatusFilter })}
        />
        <NativeSelect
          flex={{ base: 1, sm: 'none' }}
          aria-label={t('Rows')}
          {...(filter.rows === 'all' ? {} : { leftSection: t('Rows'), leftSectionWidth: 54 })}
          data={ROWS.map((rows) => ({ value: rows, label: ROWS_LABELS[rows] }))}
          value={filter.rows}
          onChange={(event) => type({ rows: event.currentTarget.value as Rows })}
        />
      </Group>
      <Group gap="xs" mt="sm" mih={36}>
        <DatesFilter dates={filter.dates} onChange={(dates) => choose({ dates })} />
        <AmountFilter least={filter.least} most={filter.most} onChange={choose} />
        <Button
          {...PILL}
          variant={needsAttention ? 'light' : 'default'}
          leftSection={<IconAlertTriangle stroke={1.8} />}
          aria-pressed={needsAttention}
          onClick={() => type({ status: needsAttention ? 'all' : 'attention' })}
        >
          {t('Needs attention')}
        </Button>
        {asCards && <SortChoice controls={controls} />}
        {isFiltered(filter) && (
          <Button
            ml={{ base: 0, sm: 'auto' }}
            variant="subtle"
            px={10}
            leftSection={<IconFilterOff />}
            onClick={() => choose(UNFILTERED)}
          >
            {t('Clear filters')}
          </Button>
        )}
      </Group>
    </Box>
  )
}

function SortChoice({ controls: { filter, choose } }: { controls: FilterControls }) {
  return (
    <NativeSelect
      aria-label={t('Sort')}
      flex={{ base: '1 1 160px', xs: 'none' }}
      data={Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }))}
      value={filter.sort}
      onChange={(event) => choose({ sort: event.currentTarget.value as Sort })}
    />
  )
}

function OrderSearch({ controls: { filter, type } }: { controls: FilterControls }) {
  const field = useRef<HTMLInputElement>(null)
  useSlashFocuses(field)
  const hasKeys = useMediaQuery('(hover: hover)', undefined, { getInitialValueInEffect: false })
  return (
    <SearchField
      ref={field}
      flex={{ base: '1 1 100%', sm: '1 1 200px' }}
      maw={{ base: 'none', sm: 440 }}
      mr="auto"
      aria-label={t('Search orders')}
      aria-keyshortcuts="/"
      placeholder={t('Search by Order ID or Customer...')}
      maxLength={254}
      hint={
        hasKeys && (
          <Box
            component="kbd"
            px={6}
            bd="1px solid var(--galla-line)"
            bdrs="xs"
            c="dimmed"
            fz="xs"
            aria-hidden
          >
            /
          </Box>
        )
      }
      value={filter.search}
      onChange={(search) => type({ search })}
    />
  )
}

const TAKES_TEXT = 'input, textarea, select, [contenteditable], [role="dialog"]'

/** The slash key focuses the search, unless the focus is in a text field. */
function useSlashFocuses(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof Element && target.closest(TAKES_TEXT) !== null) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
