import { allTransactions, transactionDetail } from '@galla/contract/orders/transactions'
import { useQuery } from '@tanstack/react-query'
import { callEndpoint, firstReply } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { todayInIndia } from '../../format/indian-days.ts'
import { kept } from '../../queries/kept.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { filterQuery, type OrdersView } from './orders-view.ts'

/** New payments appear without a reload. Hidden tabs do not poll, and long lists poll less often. */
const REFRESH_MS = 10_000
const REFRESH_LONG_MS = 60_000
const LONG_ROWS = 100

export function useOrders(view: OrdersView) {
  const { mode } = useUser()
  const { page, rows } = view
  const query = {
    page,
    limit: rows === 'all' ? ('all' as const) : Number(rows),
    ...filterQuery(view, todayInIndia()),
  }
  const isLong = rows === 'all' || Number(rows) > LONG_ROWS
  return useQuery({
    queryKey: queryKeys.orders.list(mode, query),
    queryFn: ({ signal }) => callEndpoint(allTransactions, { query, signal }),
    initialData: () => firstReply(allTransactions, { query }),
    placeholderData: kept(queryKeys.orders.ofMode(mode)),
    refetchInterval: isLong ? REFRESH_LONG_MS : REFRESH_MS,
  })
}

export function useOrderDetail(orderId: string | undefined) {
  const { mode } = useUser()
  return useData(
    queryKeys.orders.detail(mode, orderId),
    transactionDetail,
    { params: { orderId: orderId ?? '' } },
    { enabled: orderId !== undefined, refetchInterval: REFRESH_MS },
  )
}
