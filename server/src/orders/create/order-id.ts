import { shardOf } from '../../platform/distributed/merchant-shards.ts'
import type { Platform } from '../../platform/feature.ts'
import { withMark } from '../order-mark.ts'
import type { OrderCaller } from './order-request.ts'

/** Where tables are distributed, every caller's merchant is known before, and the id carries its mark. */
export const orderIdFor = (
  { db, ids }: Pick<Platform, 'db' | 'ids'>,
  caller: OrderCaller,
  at: Date,
): string =>
  'keyHash' in caller || shardOf(db, caller.merchantId) === ''
    ? ids.ulid(at)
    : withMark(ids.ulid(at), caller.merchantId)
