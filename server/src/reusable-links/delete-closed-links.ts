import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { deleteClosedLinks, listMerchantsOfClosedLinks } from './reusable-link-store.ts'

const CLOSED_DAYS = 90

export const deleteOldLinks = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, CLOSED_DAYS, { listMerchants: listMerchantsOfClosedLinks, deleteRows: deleteClosedLinks })
