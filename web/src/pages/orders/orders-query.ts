import { allTransactions, transactionDetail } from '@galla/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../api.ts'
import { useUser } from '../../session.tsx'
import type { OrdersView } from './orders-view.ts'

/** New orders and payments show without a reload; a hidden tab asks nothing. */
const REFRESH_MS = 10_000

export const ordersKey = ['orders'] as const

export function useOrders({ page, rows, status, search }: OrdersView) {
  const { mode } = useUser()
  return useQuery({
    queryKey: [...ordersKey, mode, page, rows, status, search],
    queryFn: ({ signal }) =>
      callEndpoint(allTransactions, {
        query: {
          page,
          limit: rows === 'all' ? 'all' : Number(rows),
          ...(search === '' ? {} : { search }),
          ...(status === 'all' ? {} : { status }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

export function useOrderDetail(orderId: string | undefined) {
  const { mode } = useUser()
  return useQuery({
    queryKey: [...ordersKey, mode, 'detail', orderId],
    queryFn: async ({ signal }) =>
      (await callEndpoint(transactionDetail, { params: { orderId: orderId ?? '' }, signal })).data,
    enabled: orderId !== undefined,
    refetchInterval: REFRESH_MS,
  })
}
