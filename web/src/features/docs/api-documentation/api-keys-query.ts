import { listApiKeys } from '@galla/contract/api-keys/api-keys'
import { listApiRequests, REQUEST_OUTCOMES, type RequestOutcome } from '@galla/contract/api-keys/api-requests'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { useAddressSearch, withParameter } from '../../../components/form/use-address-search.ts'
import { useMoreRows } from '../../../components/table/more-rows.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

export function useApiKeys() {
  const { mode } = useUser()
  return useData(queryKeys.apiKeys.ofMode(mode), listApiKeys)
}

interface RequestsFilter {
  readonly outcome: RequestOutcome | undefined
  /** Part of a path, or a complete request id. */
  readonly path: string
}

const REQUEST_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const wantedOf = (text: string) => {
  const id = text.trim().toUpperCase()
  return REQUEST_ID.test(id) ? { requestId: id } : text.trim() === '' ? {} : { path: text.trim() }
}

const ROWS = 10

function useApiRequests({ outcome, path }: RequestsFilter) {
  const { mode } = useUser()
  return useMoreRows(queryKeys.apiRequests(mode, outcome, path), (after, signal) =>
    callEndpoint(listApiRequests, { query: { limit: ROWS, outcome, ...wantedOf(path), after }, signal }),
  )
}

/** The filters are query parameters of the page. */
function useLogFilters() {
  const [search, setSearch] = useAddressSearch()
  const set = (name: 'outcome' | 'path', value: string) =>
    setSearch((now) => withParameter(now, name, value), { replace: true })
  const outcome = REQUEST_OUTCOMES.find((each) => each === search.get('outcome'))
  return { outcome, path: (search.get('path') ?? '').slice(0, 200), set }
}

/** The filters and the matching calls. */
export function useRequestLog() {
  const filters = useLogFilters()
  const { outcome, path } = filters
  return { filters, requests: useApiRequests({ outcome, path }) }
}
