import { alertsOfCredit, listAlerts, readAlert } from '@galla/contract/bank-alerts/alerts'
import { listClaims } from '@galla/contract/payment-claims/claims'
import { type CreditFilter, listCredits, readCredit } from '@galla/contract/reconciliation/credits'
import { useQuery } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { kept } from '../../queries/kept.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import type { Messages } from './cases-view.ts'

/** Hidden tabs do not poll. */
const REFRESH_MS = 20_000
const PAGE_ROWS = 25
const CLAIMS_PER_PAGE = 50
const CLAIMS_OF_UTR_MAX = 100

interface Asked {
  readonly search: string
  readonly page: number
  readonly enabled: boolean
}

const queryOf = ({ search, page }: Asked) => ({
  page,
  limit: PAGE_ROWS,
  ...(search.trim() === '' ? {} : { search: search.trim() }),
})

export function useCredits(state: CreditFilter, asked: Asked) {
  const { mode } = useUser()
  const list = queryKeys.cases.credits(mode, state)
  const query = { state, ...queryOf(asked) }
  return useQuery({
    queryKey: queryKeys.cases.page(list, query),
    queryFn: ({ signal }) => callEndpoint(listCredits, { query, signal }),
    placeholderData: kept(list),
    refetchInterval: REFRESH_MS,
    enabled: asked.enabled,
  })
}

export function useClaims(asked: Asked) {
  const { mode } = useUser()
  const list = queryKeys.cases.claims(mode)
  const query = { state: 'open' as const, ...queryOf(asked), limit: CLAIMS_PER_PAGE }
  return useQuery({
    queryKey: queryKeys.cases.page(list, query),
    queryFn: ({ signal }) => callEndpoint(listClaims, { query, signal }),
    placeholderData: kept(list),
    refetchInterval: REFRESH_MS,
    enabled: asked.enabled,
  })
}

export function useAlerts(asked: { readonly messages: Messages; readonly page: number }) {
  const { mode } = useUser()
  const list = queryKeys.cases.alerts(mode, asked.messages)
  const query = { outcome: asked.messages, page: asked.page, limit: PAGE_ROWS }
  return useQuery({
    queryKey: queryKeys.cases.page(list, query),
    queryFn: ({ signal }) => callEndpoint(listAlerts, { query, signal }),
    placeholderData: kept(list),
    refetchInterval: REFRESH_MS,
  })
}

export function useCredit(creditId: string) {
  const { mode } = useUser()
  return useData(
    queryKeys.cases.credit(mode, creditId),
    readCredit,
    { params: { creditId } },
    { refetchInterval: REFRESH_MS },
  )
}

/** A claim is identified by its order and UTR; decided ones are found too. */
export function useClaim(name: string) {
  const { mode } = useUser()
  const [orderId = '', utr = ''] = name.split('.')
  return useQuery({
    queryKey: queryKeys.cases.claim(mode, name),
    queryFn: async ({ signal }) => {
      const query = { state: 'all' as const, search: utr, limit: CLAIMS_OF_UTR_MAX }
      const claims = await fetchData(listClaims, { query, signal })
      return claims.find((claim) => claim.orderId === orderId && claim.utr === utr) ?? null
    },
    refetchInterval: REFRESH_MS,
  })
}

export function useAlert(alertId: string) {
  const { mode } = useUser()
  return useData(queryKeys.cases.alert(mode, alertId), readAlert, { params: { alertId } })
}

/** Requested only when a phone reported the payment. */
export function useAlertsOfCredit(creditId: string, enabled: boolean) {
  const { mode } = useUser()
  return useData(
    queryKeys.cases.creditAlerts(mode, creditId),
    alertsOfCredit,
    { params: { creditId } },
    { enabled },
  )
}
