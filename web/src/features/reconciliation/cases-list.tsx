import { IconMoodCheck, IconSearch } from 'virtual:icons'
import type { Pagination } from '@galla/contract/reconciliation/credits'
import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import { CountedPager } from '../../components/table/pager.tsx'
import { t } from '../../locales/translate.ts'
import { CASE_COLUMNS, type CaseRow } from './case-row.tsx'
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
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  /** A link to another place to search, shown when nothing is found. */
  readonly searchElsewhere?: ReactNode
}

/** A list of cases in each state: loading, failed, stale, empty and filled. */
export function CasesList<Row>(props: CasesListProps<Row>) {
  const { query, navigation, label, row } = props
  const { data, isError } = query
  if (data === undefined && isError) return <QueryError query={query} failure={FAILURE} />
  const table = (
    <DataTable
      label={label}
      columns={CASE_COLUMNS}
      rows={data?.data.map(row)}
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
      <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.55 : 1}>
        {data.data.length === 0 ? <Nothing {...props} last={pagination.totalPages} /> : table}
      </Box>
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
  return <ScreenMessage Icon={IconMoodCheck} {...empty} />
}
