import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import type { KycRecord, OperatorKycRow, operatorKyc, operatorKycDetail } from '@galla/contract/kyc/kyc'
import type { Queryable } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import { openNumber } from './document-encryption.ts'
import { listViews } from './document-store.ts'
import { recordOf, type Submission } from './kyc-record.ts'
import {
  countByStatus,
  findQueueRow,
  findShown,
  listByStatus,
  listPending,
  listSubmissions,
  type QueueRow,
} from './kyc-store.ts'

export type ReadKycDeps = Pick<Platform, 'db' | 'secrets'>

const shownRecord = ({ secrets }: Pick<ReadKycDeps, 'secrets'>, submission: Submission): KycRecord =>
  recordOf(submission, openNumber(secrets, submission))

/** Returns the merchant's latest submission, or null. */
export const readKyc = async (deps: ReadKycDeps, merchantId: string): Promise<KycRecord | null> => {
  const shown = await findShown(deps.db, merchantId)
  return shown === undefined ? null : shownRecord(deps, shown)
}

const operatorRow = (
  deps: Pick<ReadKycDeps, 'secrets'>,
  { merchantName, merchantEmail, submission }: QueueRow,
): OperatorKycRow => ({
  merchantId: submission.merchantId,
  merchantName,
  merchantEmail,
  submissionId: submission.submissionId,
  ...shownRecord(deps, submission),
})

export const readOperatorRow = async (
  deps: Pick<ReadKycDeps, 'secrets'>,
  db: Queryable,
  merchantId: string,
): Promise<OperatorKycRow> => {
  const row = await findQueueRow(db, merchantId)
  if (row === undefined) throw new Refusal('not_found')
  return operatorRow(deps, row)
}

export const readQueue = async (
  deps: ReadKycDeps,
  { status, page, limit }: QueryOf<typeof operatorKyc>,
): Promise<ReplyOf<typeof operatorKyc>> => {
  const counts = await countByStatus(deps.db)
  const total = status === 'all' ? counts.pending + counts.approved + counts.rejected : counts[status]
  const offset = (page - 1) * limit
  const rows =
    status === 'pending'
      ? await listPending(deps.db, limit, offset)
      : await listByStatus(
          deps.db,
          status === 'all' ? ['pending', 'approved', 'rejected'] : [status],
          limit,
          offset,
        )
  const totalPages = Math.ceil(total / limit)
  return {
    data: rows.map((row) => operatorRow(deps, row)),
    counts,
    pagination: {
      currentPage: page,
      totalPages,
      total,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
      limit,
    },
  }
}

export const readKycDetail = async (
  deps: ReadKycDeps,
  merchantId: string,
): Promise<ReplyOf<typeof operatorKycDetail>> => {
  const row = await readOperatorRow(deps, deps.db, merchantId)
  const submissions = await listSubmissions(deps.db, merchantId)
  const views = await listViews(deps.db, merchantId)
  return {
    data: {
      ...row,
      history: submissions.map((submission) => ({
        submissionId: submission.submissionId,
        ...shownRecord(deps, submission),
      })),
      views: views.map(isoDates),
    },
  }
}
