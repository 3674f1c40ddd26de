import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import {
  deleteDiscardedDocuments,
  deleteOldViews,
  listMerchantsOfDiscarded,
  listMerchantsOfOldViews,
} from './document-store.ts'

type Deps = Pick<Platform, 'db' | 'clock'>

/** Long enough to dispute a rejection. */
const DISCARDED_DAYS = 90
const VIEW_DAYS = 365

/** Deletes the documents of replaced and rejected submissions. `sweepDocuments` then removes their files. */
export const deleteOldDocuments = (deps: Deps) =>
  deleteByAge(deps, DISCARDED_DAYS, {
    listMerchants: listMerchantsOfDiscarded,
    deleteRows: deleteDiscardedDocuments,
  })

export const deleteOldDocumentViews = (deps: Deps) =>
  deleteByAge(deps, VIEW_DAYS, { listMerchants: listMerchantsOfOldViews, deleteRows: deleteOldViews })
