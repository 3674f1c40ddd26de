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

const unhealthyFrom = ({ url, ...endpoint }: UnhealthyRow): UnhealthyEndpoint => ({
  ...isoDates(endpoint),
  host: hostOf(url),
})

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
