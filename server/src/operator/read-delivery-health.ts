import type { ReplyOf } from '@galla/contract/endpoint'
import { OPERATOR_ROWS_MAX } from '@galla/contract/operator/operator-fields'
import {
  COUNTED_MAX,
  type deliveryHealth,
  type UnhealthyEndpoint,
} from '@galla/contract/operator/operator-system'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import {
  countEndpoints,
  countProvidersInUse,
  countSourceStates,
  countWaitingDeliveries,
  listUnhealthyEndpoints,
  type UnhealthyRow,
} from './delivery-health-store.ts'
import { hostOf } from './webhook-host.ts'

const unhealthyFrom = (row: UnhealthyRow): UnhealthyEndpoint => ({
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  mode: row.mode,
  host: hostOf(row.url),
  state: row.paused_at === null ? 'failing' : 'paused',
  reason: row.pause_reason,
  since: sinceOf(row).toISOString(),
  waiting: row.waiting,
})

const sinceOf = ({ paused_at, failing_since }: UnhealthyRow): Date => {
  const since = paused_at ?? failing_since
  if (since === null) throw new Error('an endpoint that neither fails nor is paused')
  return since
}

/** Describes whether notifications reach the merchants, and how payments are recognized. */
export const readDeliveryHealth = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<ReplyOf<typeof deliveryHealth>['data']> => {
  const [endpoints, deliveries, unhealthy, providers, sources] = await Promise.all([
    countEndpoints(db),
    countWaitingDeliveries(db, COUNTED_MAX),
    listUnhealthyEndpoints(db, OPERATOR_ROWS_MAX, COUNTED_MAX),
    countProvidersInUse(db),
    countSourceStates(db, clock.now()),
  ])
  return {
    ...endpoints,
    ...isoDates(deliveries),
    unhealthy: unhealthy.map(unhealthyFrom),
    providers,
    sources: sources.map(isoDates),
  }
}
