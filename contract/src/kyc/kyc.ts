import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { count, instant, requiredText, rowsLimit } from '../fields.ts'
import {
  checkDocumentNumber,
  KYC_DOCUMENT_TYPES,
  KYC_NUMBER_CHARACTERS_MAX,
  type KycDocumentType,
} from './kyc-number.ts'

export const KYC_STATUSES = ['pending', 'approved', 'rejected'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]

/** Whether the merchant may send other documents, and whether the operator still has to decide. */
export const KYC_RULES = {
  pending: { mayUpload: true, mayDecide: true },
  approved: { mayUpload: false, mayDecide: false },
  rejected: { mayUpload: true, mayDecide: false },
} as const satisfies Record<KycStatus, { mayUpload: boolean; mayDecide: boolean }>

export const KYC_FILES_MAX = 5
export const KYC_FILE_BYTES_MAX = 5 * 1024 * 1024
/** The files that the file dialog offers. The server checks the content, not the name. */
export const KYC_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type KycMediaType = (typeof KYC_MEDIA_TYPES)[number]
/** What is stored: the pages of a PDF become one JPEG. */
export const KYC_PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type KycPictureType = (typeof KYC_PICTURE_TYPES)[number]

export const KYC_DOCUMENTS_REQUIRED = 'Please select at least one document to upload'
export const KYC_PDF_LOCKED = 'This PDF is protected by a password. Please enter it.'
export const KYC_PDF_WRONG_PASSWORD = 'The password does not open this PDF. Please check it.'
export const KYC_PDF_PASSWORD_CHARACTERS_MAX = 128
export const KYC_TYPE_AND_NUMBER_REQUIRED = 'Document type and number are required'

/** The text fields of the form; the number comes out in one way of writing, an Aadhaar still complete. */
export const kycFields = z
  .object({
    documentType: z
      .string({ error: KYC_TYPE_AND_NUMBER_REQUIRED })
      .min(1, { error: KYC_TYPE_AND_NUMBER_REQUIRED, abort: true })
      .refine((type): type is KycDocumentType => KYC_DOCUMENT_TYPES.some((known) => known === type), {
        error: 'Please choose one of the document types',
      }),
    documentNumber: requiredText(KYC_TYPE_AND_NUMBER_REQUIRED, KYC_NUMBER_CHARACTERS_MAX),
  })
  .transform(({ documentType, documentNumber }, context) => {
    const checked = checkDocumentNumber(documentType, documentNumber)
    if ('number' in checked) return { documentType, documentNumber: checked.number }
    context.addIssue({ code: 'custom', path: ['documentNumber'], message: checked.wrong })
    return z.NEVER
  })

const kycDocument = z.object({
  documentId: z.string(),
  /** Its address, the same as in `documentImage`. */
  url: z.string(),
  mediaType: z.enum(KYC_PICTURE_TYPES),
  bytes: count,
})
export type KycDocument = z.output<typeof kycDocument>

const shown = {
  status: z.enum(KYC_STATUSES),
  documentType: z.enum(KYC_DOCUMENT_TYPES),
  /** For an Aadhaar, only the last four digits. */
  documentNumber: z.string(),
  documentImage: z.array(z.string()),
  documents: z.array(kycDocument),
  /** The operator's reason; set exactly when the status is `rejected`. */
  rejectionReason: z.string().nullable(),
  submittedAt: instant,
  decidedAt: instant.nullable(),
}

export const kycRecord = z.object(shown)
export type KycRecord = z.output<typeof kycRecord>

/** The body is multipart: the fields, `documents` once for each file, and `password` where a PDF needs one, which is not stored. */
export const uploadKyc = endpoint({
  method: 'POST',
  path: '/user/kyc',
  auth: 'session',
  summary: 'Upload identity documents (multipart: documents, documentType, documentNumber)',
  reply: z.object({ data: kycRecord }),
  requestContent: { documents: 'files', documentType: 'text', documentNumber: 'text', password: 'text' },
  refusals: ['too_many_requests', 'kyc_approved', 'unsupported_file', 'file_refused'],
})

export const kycStatus = endpoint({
  method: 'GET',
  path: '/user/kyc-status',
  auth: 'session',
  summary: 'Get the latest documents and their status; null if there are none',
  reply: z.object({ data: kycRecord.nullable() }),
})

/** Answers the file; only refusals are JSON. For its merchant and for the operator. */
export const kycDocumentFile = endpoint({
  method: 'GET',
  path: '/kyc/documents/:documentId',
  auth: 'session',
  summary: 'Get a stored document',
  params: z.object({ documentId: z.string() }),
  responseContentTypes: [...KYC_PICTURE_TYPES],
  refusals: ['too_many_requests', 'not_found'],
})

const submissionId = z.string()

/** The operator's view of a submission: its record and its merchant. */
export const operatorKycRow = z.object({
  merchantId: z.string(),
  merchantName: z.string(),
  merchantEmail: z.string(),
  submissionId,
  ...shown,
})
export type OperatorKycRow = z.output<typeof operatorKycRow>

/** The longest waiting first while they wait, else the latest decision first. */
export const operatorKyc = endpoint({
  method: 'GET',
  path: '/operator/kyc',
  auth: 'operator',
  summary: 'List the latest documents of each merchant, by status',
  query: z.object({
    status: z.enum([...KYC_STATUSES, 'all']).default('pending'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: rowsLimit.default(20),
  }),
  reply: z.object({
    data: z.array(operatorKycRow),
    counts: z.object({ pending: count, approved: count, rejected: count }),
    pagination: z.object({
      currentPage: count,
      totalPages: count,
      total: count,
      hasNextPage: z.boolean(),
      hasPrevPage: z.boolean(),
      limit: count,
    }),
  }),
})

/** 404 for a merchant who has sent nothing. */
export const operatorKycDetail = endpoint({
  method: 'GET',
  path: '/operator/kyc/:merchantId',
  auth: 'operator',
  summary: 'List all documents of a merchant, latest first, and who has viewed them',
  params: z.object({ merchantId: z.string() }),
  reply: z.object({
    data: z.object({
      ...operatorKycRow.shape,
      history: z.array(z.object({ submissionId, ...shown })),
      views: z.array(
        z.object({ documentId: z.string(), viewer: z.enum(['merchant', 'operator']), at: instant }),
      ),
    }),
  }),
  refusals: ['not_found'],
})

const merchantParams = z.object({ merchantId: z.string() })
/** The version that the operator reviewed: a newer submission is not decided unseen (409 `kyc_replaced`). */
const seen = { submissionId: submissionId.optional() }

export const approveKyc = endpoint({
  method: 'POST',
  path: '/operator/kyc/:merchantId/approve',
  auth: 'operator',
  summary: 'Approve the latest documents',
  params: merchantParams,
  body: z.object(seen),
  reply: z.object({ data: operatorKycRow }),
  refusals: ['not_found', 'kyc_replaced', 'kyc_decided'],
})

export const rejectKyc = endpoint({
  method: 'POST',
  path: '/operator/kyc/:merchantId/reject',
  auth: 'operator',
  summary: 'Reject the latest documents; the merchant gets the reason by e-mail',
  params: merchantParams,
  body: z.object({
    ...seen,
    reason: requiredText('Please tell the merchant why', MAX_LENGTH.note),
  }),
  reply: z.object({ data: operatorKycRow }),
  refusals: ['not_found', 'kyc_replaced', 'kyc_decided'],
})
