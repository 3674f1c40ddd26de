import {
  KYC_DOCUMENTS_REQUIRED,
  KYC_PDF_PASSWORD_CHARACTERS_MAX,
  KYC_PDF_WRONG_PASSWORD,
  KYC_RULES,
  type KycRecord,
  kycFields,
} from '@galla/contract/kyc/kyc'
import { type KycDocumentType, keptNumber } from '@galla/contract/kyc/kyc-number'
import { countRequest, type LimitDeps } from '../merchants/limit-attempts.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import { decryptChunks, encryptChunks } from '../platform/crypto/chunked-encryption.ts'
import type { Platform } from '../platform/feature.ts'
import type { Files } from '../platform/files/files.ts'
import type { UploadedFile } from '../platform/http/receive-upload.ts'
import { Refusal } from '../platform/refusal.ts'
import { documentAssociatedData, merchantKey, sealNumber } from './document-encryption.ts'
import type { FileInspector } from './file-inspector.ts'
import { fileNameOf, INCOMING_FOLDER, recordOf, type StoredDocument, type Submission } from './kyc-record.ts'
import { findShown, insertSubmission, lockShown, updateSubmissionReplacedAt } from './kyc-store.ts'

export interface UploadDeps extends LimitDeps, Pick<Platform, 'ids' | 'files'> {
  readonly inspector: FileInspector
}

/** Receives the form: passes each file on before the next one arrives, and returns the fields at the end. */
export type ReceiveForm = (
  onFile: (file: UploadedFile) => Promise<void>,
) => Promise<ReadonlyMap<string, string>>

/** A received file, encrypted with a key that exists only in memory, until it has been inspected. */
interface Incoming {
  readonly fileName: string
  readonly shownName: string
  readonly key: Uint8Array
}

/**
 * Uploads identity documents: stores them encrypted, checks the form, inspects each file in its turn and keeps what may be kept. They
 * replace the previous ones once the row is committed. A sweep removes what a failure leaves behind.
 */
export const uploadDocuments = async (
  deps: UploadDeps,
  merchantId: string,
  receive: ReceiveForm,
): Promise<KycRecord> => {
  await countRequest(deps, { name: 'kyc-upload', key: merchantId })
  const shown = await findShown(deps.db, merchantId)
  if (shown !== undefined && !KYC_RULES[shown.status].mayUpload) throw new Refusal('kyc_approved')
  const incoming: Incoming[] = []
  const written: string[] = []
  try {
    const fields = await receive(async (file) => void incoming.push(await takeIn(deps, file)))
    const { documentType, documentNumber } = parseForm(fields, incoming.length)
    const password = passwordIn(fields)
    const documents: StoredDocument[] = []
    for (const file of incoming) documents.push(await keep(deps, merchantId, file, { password, written }))
    await countRequest(deps, { name: 'kyc-submission', key: merchantId })
    const submission = submissionOf(deps, merchantId, documentType, documentNumber, documents)
    // From here on the rows decide which files are kept: after a lost connection it is unknown whether they were committed.
    written.length = 0
    await submit(deps, submission)
    return recordOf(submission, keptNumber(documentType, documentNumber))
  } finally {
    for (const name of [...incoming.map(({ fileName }) => fileName), ...written])
      await deps.files.remove(name)
  }
}

const INCOMING_ASSOCIATED_DATA = 'incoming'

const takeIn = async ({ clock, ids, files }: UploadDeps, file: UploadedFile): Promise<Incoming> => {
  if (file.field !== 'documents')
    throw invalid([{ field: file.field.slice(0, 50), msg: 'Files belong into the field documents' }])
  const fileName = `${INCOMING_FOLDER}/${ids.ulid(clock.now())}`
  const key = ids.bytes(32)
  await files.write(fileName, encryptChunks(key, INCOMING_ASSOCIATED_DATA, file.content))
  return { fileName, shownName: file.name, key }
}

const invalid = (errors: readonly { field: string; msg: string }[]): Refusal =>
  new Refusal('invalid_fields', { errors, ...(errors[0] === undefined ? {} : { msg: errors[0].msg }) })

const parseForm = (fields: ReadonlyMap<string, string>, files: number) => {
  const form = kycFields.safeParse({
    documentType: fields.get('documentType'),
    documentNumber: fields.get('documentNumber'),
  })
  const missing = files === 0 ? [{ field: 'documents', msg: KYC_DOCUMENTS_REQUIRED }] : []
  const wrong = (form.error?.issues ?? []).map(({ path, message }) => ({
    field: path.join('.'),
    msg: message,
  }))
  if (!form.success || missing.length > 0) throw invalid([...missing, ...wrong])
  return form.data
}

/** The password of a locked PDF. It is neither stored nor logged. */
const passwordIn = (fields: ReadonlyMap<string, string>): string | undefined => {
  const password = fields.get('password') ?? ''
  if (password.length > KYC_PDF_PASSWORD_CHARACTERS_MAX || password.includes('\0'))
    throw invalid([{ field: 'password', msg: KYC_PDF_WRONG_PASSWORD }])
  return password === '' ? undefined : password
}

const keep = async (
  { clock, ids, files, secrets, inspector }: UploadDeps,
  merchantId: string,
  file: Incoming,
  { password, written }: { readonly password: string | undefined; readonly written: string[] },
): Promise<StoredDocument> => {
  const clean = await inspector.inspect(merchantId, file.shownName, async () => ({
    bytes: await readIncoming(files, file),
    password,
  }))
  const documentId = ids.ulid(clock.now())
  const name = fileNameOf(merchantId, documentId)
  written.push(name)
  const pieces = encryptChunks(
    merchantKey(secrets, merchantId),
    documentAssociatedData(merchantId, documentId),
    oneAfterAnother([clean.bytes]),
  )
  await files.write(name, pieces)
  return { documentId, mediaType: clean.mediaType, bytes: clean.bytes.length }
}

const readIncoming = async (files: Files, { fileName, key }: Incoming): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of decryptChunks(key, INCOMING_ASSOCIATED_DATA, files.read(fileName)))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* oneAfterAnother(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

const submissionOf = (
  { clock, ids, secrets }: UploadDeps,
  merchantId: string,
  documentType: KycDocumentType,
  documentNumber: string,
  documents: readonly StoredDocument[],
): Submission => {
  const submittedAt = clock.now()
  const submissionId = ids.ulid(submittedAt)
  const sealedNumber = sealNumber(secrets, merchantId, submissionId, keptNumber(documentType, documentNumber))
  return {
    merchantId,
    submissionId,
    documentType,
    sealedNumber,
    status: 'pending',
    rejectionReason: null,
    submittedAt,
    decidedAt: null,
    documents,
  }
}

/** The decision may happen while the files are inspected: an approval in the meantime stays. */
const submit = ({ db, clock }: UploadDeps, submission: Submission): Promise<void> =>
  db.transaction(async (tx) => {
    const { merchantId } = submission
    await lockMerchant(tx, merchantId)
    const shown = await lockShown(tx, merchantId)
    if (shown !== undefined && !KYC_RULES[shown.status].mayUpload) throw new Refusal('kyc_approved')
    await updateSubmissionReplacedAt(tx, merchantId, clock.now())
    await insertSubmission(tx, submission)
  })
