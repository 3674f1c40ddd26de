import { allTransactions } from '@galla/contract/orders/transactions'
import { type ProposedOrder, proposeOrders } from '@galla/contract/reconciliation/credits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useDebounced } from '../../../components/form/use-debounced.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

export type AssignableOrder = Omit<ProposedOrder, 'because'> & Partial<Pick<ProposedOrder, 'because'>>

const SHOWN_MAX = 8
const TYPED_MS = 300

/** The server's proposals; with a word, what the orders list finds by it. */
export function useAssignable(creditId: string, search: string) {
  const { mode } = useUser()
  const [word, setWord] = useState(search.trim())
  useDebounced(search.trim(), TYPED_MS, setWord)
  return useQuery({
    queryKey: queryKeys.cases.creditOrders(mode, creditId, word),
    queryFn: async ({ signal }): Promise<AssignableOrder[]> => {
      if (word === '') return (await callEndpoint(proposeOrders, { params: { creditId }, signal })).data
      const query = { search: word, limit: SHOWN_MAX, totals: 'later' as const }
      const { data } = await callEndpoint(allTransactions, { query, signal })
      return data.map(({ orderId, clientTransactionId, customer, amount, status, createdAt }) => ({
        orderId,
        clientTransactionId,
        customerName: customer.name,
        amount,
        status,
        createdAt,
      }))
    },
  })
}
