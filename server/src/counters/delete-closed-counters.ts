import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { deleteClosedCounters, listMerchantsOfClosedCounters } from './counter-store.ts'

const CLOSED_DAYS = 90

export const deleteOldCounters = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, CLOSED_DAYS, {
    listMerchants: listMerchantsOfClosedCounters,
    deleteRows: deleteClosedCounters,
  })
