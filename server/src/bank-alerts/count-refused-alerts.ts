import { shardOf } from '../platform/distributed/merchant-shards.ts'
import type { Platform } from '../platform/feature.ts'
import { createMicroBatch, type MicroBatch } from '../platform/jobs/micro-batch.ts'
import { type RefusedAlert, recordRefusedAlerts } from './refused-alert-store.ts'

const BATCH_MAX = 64
const WAITING_MAX = 4096

/** Counts messages and e-mails that are refused unread. Anyone can send them, so a flood is counted in batches. */
export const createRefusedAlertCount = ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): MicroBatch<RefusedAlert, undefined> =>
  createMicroBatch({
    run: async (alerts) => {
      await recordRefusedAlerts(db, alerts, clock.now())
      return alerts.map(() => undefined)
    },
    itemsMax: BATCH_MAX,
    inFlightMax: 1,
    waitingMax: WAITING_MAX,
    groupOf: ({ merchantId }) => shardOf(db, merchantId),
  })
