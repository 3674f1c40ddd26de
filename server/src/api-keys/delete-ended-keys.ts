import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { deleteEndedKeys, listMerchantsOfEndedKeys } from './api-key-store.ts'

/** Longer than the log of its calls. */
const ENDED_DAYS = 90

/** Deletes keys that were revoked or replaced long ago: nothing refers to them any more. */
export const deleteOldKeys = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, ENDED_DAYS, { listMerchants: listMerchantsOfEndedKeys, deleteRows: deleteEndedKeys })
