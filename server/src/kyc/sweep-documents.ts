import type { Database } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { firstUlidAt } from '../platform/ids.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { discardedDocuments, findKnownDocumentIds, oldViews } from './document-store.ts'
import { INCOMING_FOLDER, KYC_FOLDER } from './kyc-record.ts'

export type SweepDocumentsDeps = Pick<Platform, 'db' | 'clock' | 'files'>

/** Longer than any upload takes: a newer file may still get its row. */
const UPLOAD_MS_MAX = 3_600_000
const BATCH = 200
const ENDING = /^([^/]+)\/(?:([^/]+)\/)?([0-9A-HJKMNP-TV-Z]{26})(\.part)?$/

interface Found {
  readonly name: string
  readonly merchantId: string
  readonly documentId: string
}

/** Removes files that a crash or a lost connection left without a row. A file's name contains its time. */
export const sweepDocuments = async ({ db, clock, files }: SweepDocumentsDeps): Promise<number> => {
  const firstOngoing = firstUlidAt(new Date(clock.now().getTime() - UPLOAD_MS_MAX))
  let removed = 0
  const remove = async (name: string): Promise<void> => {
    await files.remove(name)
    removed += 1
  }
  for await (const name of files.list(INCOMING_FOLDER)) {
    const id = ENDING.exec(name)?.[3]
    if (id !== undefined && id < firstOngoing) await remove(name)
  }
  let batch: Found[] = []
  const settle = async (): Promise<void> => {
    for (const { name } of await withoutRow(db, batch)) await remove(name)
    batch = []
  }
  for await (const name of files.list(KYC_FOLDER)) {
    const [, , merchantId, documentId, incomplete] = ENDING.exec(name) ?? []
    if (merchantId === undefined || documentId === undefined || documentId >= firstOngoing) continue
    if (incomplete !== undefined) await remove(name)
    else batch.push({ name, merchantId, documentId })
    if (batch.length === BATCH) await settle()
  }
  await settle()
  return removed
}

const withoutRow = async (db: Database, batch: readonly Found[]): Promise<Found[]> => {
  const orphans: Found[] = []
  for (const [merchantId, found] of Map.groupBy(batch, (each) => each.merchantId)) {
    const known = await findKnownDocumentIds(
      db,
      merchantId,
      found.map(({ documentId }) => documentId),
    )
    orphans.push(...found.filter(({ documentId }) => !known.has(documentId)))
  }
  return orphans
}

type Deps = Pick<Platform, 'db' | 'clock'>

/** Long enough to dispute a rejection. */
const DISCARDED_DAYS = 90
const VIEW_DAYS = 365

/** Deletes the documents of replaced and rejected submissions. `sweepDocuments` then removes their files. */
export const deleteOldDocuments = (deps: Deps) => deleteByAge(deps, DISCARDED_DAYS, discardedDocuments)

export const deleteOldDocumentViews = (deps: Deps) => deleteByAge(deps, VIEW_DAYS, oldViews)
