import { now } from '@galla/contract/operator/operator-system'
import { isOutage } from '../api/api.ts'
import { useData } from '../api/use-data.ts'
import { queryKeys } from '../query-keys.ts'
import { againAfterMs } from '../session/session.tsx'

const REFRESH_MS = 10_000

/** The state of the installation. During an outage it is asked for again and again, and the last answer stays. */
export const useNow = () =>
  useData(
    queryKeys.operator.now,
    now,
    {},
    { refetchInterval: REFRESH_MS, retry: (_, error) => isOutage(error), retryDelay: againAfterMs },
  )
