import type { KycPictureType } from '@galla/contract/kyc/kyc'
import type { SessionCaller } from '../merchants/caller.ts'
import { recordAct } from '../merchants/operator-act-store.ts'
import { decryptChunks } from '../platform/crypto/chunked-encryption.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import type { Chunks } from '../platform/files/files.ts'
import { Refusal } from '../platform/refusal.ts'
import { documentAssociatedData, merchantKey } from './document-encryption.ts'
import { findDocument, findOwnDocument, insertView } from './document-store.ts'
import { fileNameOf } from './kyc-record.ts'

export type ViewDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets' | 'files'>

export interface ViewedDocument {
  readonly mediaType: KycPictureType
  readonly bytes: number
  readonly content: Chunks
}

/** Opens a document of the caller or, for the operator, of any merchant. Records the view before it reads the file. */
export const viewDocument = async (
  deps: ViewDeps,
  { merchantId: viewerId, role }: SessionCaller,
  documentId: string,
): Promise<ViewedDocument> => {
  const ownRow = await findOwnDocument(deps.db, viewerId, documentId)
  const row = ownRow ?? (role === 'operator' ? await findDocument(deps.db, documentId) : undefined)
  if (row === undefined) throw new Refusal('not_found')
  const viewedAt = deps.clock.now()
  const { merchantId, mediaType, bytes } = row
  const viewer = ownRow === undefined ? 'operator' : 'merchant'
  await deps.db.transaction(async (tx) => {
    const viewId = deps.ids.ulid(viewedAt)
    await insertView(tx, { merchantId, viewId, documentId, viewerId, viewer, viewedAt })
    if (viewer === 'operator') await recordOperatorView(tx, deps, viewerId, merchantId, documentId)
  })
  const sealed = deps.files.read(fileNameOf(merchantId, documentId))
  return {
    mediaType,
    bytes,
    content: decryptChunks(
      merchantKey(deps.secrets, merchantId),
      documentAssociatedData(merchantId, documentId),
      sealed,
    ),
  }
}

const recordOperatorView = (
  tx: Transaction,
  deps: ViewDeps,
  operatorId: string,
  merchantId: string,
  documentId: string,
): Promise<void> =>
  recordAct(tx, deps, {
    operatorId,
    act: 'kyc.view',
    aboutMerchantId: merchantId,
    subject: documentId,
    reason: null,
    before: {},
    after: {},
  })
