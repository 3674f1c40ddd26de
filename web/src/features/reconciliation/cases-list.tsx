import { IconMoodCheck, IconSearch } from 'virtual:icons'
import type { Pagination } from '@galla/contract/reconciliation/credits'
import { Box, Button, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import { CountedPager } from '../../components/table/pager.tsx'
import { useFirstRowKey } from '../../components/table/row-click.ts'
import type { CaseBadge } from '../../format/case-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { useMay } from '../../session/may.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CASE_COLUMNS, type CaseRow, canTick, TICK_COLUMN, type TickableRow } from './case-row.tsx'
import type { CasesNavigation } from './cases-navigation.ts'

const FAILURE = {
  failed: t('Failed to fetch the cases'),
  unreachable: t('Something went wrong while fetching the cases'),
}

interface Paged<Row> {
  readonly data: readonly Row[]
  readonly pagination: Pagination
}

interface CasesListProps<Row> {
  readonly label: string
  readonly query: {
    readonly data: Paged<Row> | undefined
    readonly error: Error | null
    readonly isError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  readonly navigation: CasesNavigation
  readonly row: (row: Row) => CaseRow
  readonly empty: {
    readonly title: string
    readonly text: string
    readonly action?: ReactNode
    /** Of the case in the picture. */
    readonly sample: CaseBadge
  }
  /** A link to another place to search, shown when nothing is found. */
  readonly searchElsewhere?: ReactNode
}

/** A list of cases in each state: loading, failed, stale, empty and filled. */
export function CasesList<Row>(props: CasesListProps<Row>) {
  const { query, navigation, label, row } = props
  const { data, isError } = query
  const list = useRef<HTMLDivElement>(null)
  useFirstRowKey(list)
  const mayDecide = useMay()('POST /user/credits/:creditId/note')
  const { rows, ticked, tick } = useTicks(
    data?.data.map((each) => (mayDecide ? row(each) : { ...row(each), actions: [], bulk: {} })),
  )
  if (data === undefined && isError) return <QueryError query={query} failure={FAILURE} />
  const table = (
    <DataTable
      label={label}
      columns={rows?.some(canTick) ? [TICK_COLUMN, ...CASE_COLUMNS] : CASE_COLUMNS}
      rows={rows}
      keyOf={({ name }) => name}
      isOpen={({ isOpen }) => isOpen}
      rowHeight={68}
    />
  )
  if (data === undefined)
    return (
      <div role="status" aria-label={t('Loading the cases')}>
        {table}
      </div>
    )
  const { pagination } = data
  return (
    <>
      {isError && (
        <Box px={20} py="md">
          <OldData query={query} failure={FAILURE} />
        </Box>
      )}
      <BulkBar
        ticked={ticked}
        onAll={() => tick(rows?.filter(canTick).map(({ name }) => name) ?? [])}
        onClear={() => tick([])}
      />
      <Box ref={list} aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.55 : 1}>
        {data.data.length === 0 ? <Nothing {...props} last={pagination.totalPages} /> : table}
      </Box>
      {data.data.length > 0 && <Keys />}
      {pagination.totalPages > 1 && (
        <CountedPager
          page={navigation.view.page}
          pagination={pagination}
          onChange={(page) => navigation.show({ page })}
        />
      )}
    </>
  )
}

/** The rows with their ticks. Only what the page shows is ticked. */
function useTicks(shown: readonly CaseRow[] | undefined) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const rows = shown?.map(
    (row): TickableRow => ({
      ...row,
      isTicked: names.has(row.name) && canTick(row),
      onTick: () =>
        setNames(
          new Set(
            names.has(row.name) ? [...names].filter((name) => name !== row.name) : [...names, row.name],
          ),
        ),
    }),
  )
  return {
    rows,
    ticked: rows?.filter(({ isTicked }) => isTicked) ?? [],
    tick: (ticked: readonly string[]) => setNames(new Set(ticked)),
  }
}

/** The keys of the list, for windows that have a keyboard. */
function Keys() {
  return (
    <Text
      c="dimmed"
      fz="xs"
      px={20}
      py="sm"
      visibleFrom="sm"
      style={{ borderTop: '1px solid var(--galla-line)' }}
    >
      {richText('<key>J</key> next, <key>K</key> previous, <key>Enter</key> opens, <key>X</key> selects', {
        key: (text) => <kbd>{text}</kbd>,
      })}
    </Text>
  )
}

function Nothing<Row>({ navigation, empty, last, searchElsewhere }: CasesListProps<Row> & { last: number }) {
  if (last > 0)
    return (
      <ScreenMessage
        Icon={IconSearch}
        title={t('Nothing on this page')}
        text={t('This page number does not exist.')}
        action={
          <Button variant="default" onClick={() => navigation.show({ page: last })}>
            {t('Go to the last page')}
          </Button>
        }
      />
    )
  if (navigation.view.search !== '')
    return (
      <ScreenMessage
        Icon={IconSearch}
        title={t('Nothing found')}
        text={t('No results for "{search}".', { search: navigation.view.search })}
        action={
          <>
            {searchElsewhere}
            <Button variant="default" onClick={() => navigation.setTyped('')}>
              {t('Clear the search')}
            </Button>
          </>
        }
      />
    )
  return <ScreenMessage Icon={IconMoodCheck} picture={<Sample badge={empty.sample} />} {...empty} />
}

/** What will wait here, for the eye: the words are below. */
function Sample({ badge }: { badge: CaseBadge }) {
  const line = { h: 10, mt: 'xs', bdrs: 'md', bg: 'var(--galla-waiting)' }
  return (
    <Paper aria-hidden withBorder radius="md" w="100%" maw={340} mb="md" p="md" ta="start">
      <Group justify="space-between" wrap="nowrap">
        <Text fz="md" fw={650}>
          {displayAmount(298)}
        </Text>
        <StateBadge {...badge} />
      </Group>
      <Box {...line} w="85%" />
      <Box {...line} w="50%" />
    </Paper>
  )
}
