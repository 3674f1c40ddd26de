import { IconArrowRight, IconReceiptRupee } from 'virtual:icons'
import { allTransactions } from '@galla/contract/orders/transactions'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../../api/api.ts'
import { OldData } from '../../../components/feedback/old-data.tsx'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../../components/feedback/screen-message.tsx'
import { pageNumberIn, useAddressSearch, withParameter } from '../../../components/form/use-address-search.ts'
import { Panel } from '../../../components/layout/panel.tsx'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import { kept } from '../../../queries/kept.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import { TransactionsTable } from './transactions-table.tsx'

const ROWS = 5
const REFRESH_MS = 10_000
const FAILURE = {
  failed: t('Failed to fetch transactions'),
  unreachable: t('Something went wrong while fetching transactions'),
}

function useRecent(page: number) {
  const { mode } = useUser()
  return useQuery({
    // A subkey of the orders' key, so that changes to orders refetch this list too.
    queryKey: queryKeys.orders.recent(mode, page),
    queryFn: ({ signal }) => callEndpoint(allTransactions, { query: { page, limit: ROWS }, signal }),
    placeholderData: kept(queryKeys.orders.ofMode(mode)),
    refetchInterval: REFRESH_MS,
  })
}

/** The page number in the address; page 1 has no parameter. */
function usePageInAddress() {
  const [search, setSearch] = useAddressSearch()
  const page = pageNumberIn(search)
  const switchTo = (next: number, replace = false) =>
    setSearch((now) => withParameter(now, 'page', next === 1 ? '' : String(next)), { replace })
  return [page, switchTo] as const
}

export function RecentTransactions() {
  const [page, setPage] = usePageInAddress()
  const recent = useRecent(page)
  const lastPage = Math.max(1, recent.data?.pagination.totalPages ?? page)
  useEffect(() => {
    // The other mode, or an old address, may have fewer pages.
    if (!recent.isPlaceholderData && page > lastPage) setPage(lastPage, true)
  })
  return (
    <Panel
      title={t('Recent orders')}
      action={
        <Button
          component={Link}
          to={paths.orders}
          variant="subtle"
          px="xs"
          mt={-5}
          rightSection={<IconArrowRight />}
        >
          {t('All orders')}
        </Button>
      }
    >
      <RecentList recent={recent} onPageChange={setPage} />
    </Panel>
  )
}

interface RecentListProps {
  readonly recent: ReturnType<typeof useRecent>
  readonly onPageChange: (page: number) => void
}

function RecentList({ recent, onPageChange }: RecentListProps) {
  const { data, isError } = recent
  if (data === undefined && isError) return <QueryError query={recent} failure={FAILURE} />
  if (data?.data.length === 0 && data.pagination.totalTransactions === 0)
    return (
      <ScreenMessage
        Icon={IconReceiptRupee}
        title={t('No orders yet')}
        text={t('The latest orders, from the API or from a payment link, appear here.')}
      />
    )
  return (
    <>
      {isError && <OldData query={recent} failure={FAILURE} />}
      <TransactionsTable
        transactions={data?.data}
        pagination={data?.pagination}
        onPageChange={onPageChange}
        refetch={() => void recent.refetch()}
      />
    </>
  )
}
