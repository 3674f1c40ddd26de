import { Readable } from 'node:stream'
import {
  approveKyc,
  KYC_FILE_BYTES_MAX,
  KYC_FILES_MAX,
  kycDocumentFile,
  kycStatus,
  operatorKyc,
  operatorKycDetail,
  rejectKyc,
  uploadKyc,
} from '@galla/contract/kyc/kyc'
import type { FastifyInstance } from 'fastify'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { setPagePolicy } from '../platform/http/page-policy.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { formBytesMax, receiveUpload, withUploads } from '../platform/http/receive-upload.ts'
import { type DecideDeps, decideKyc } from './decide-kyc.ts'
import { readKyc, readKycDetail, readQueue } from './read-kyc.ts'
import { type UploadDeps, uploadDocuments } from './upload-documents.ts'
import { viewDocument } from './view-document.ts'

export interface KycRouteDeps extends UploadDeps, DecideDeps {}

const FORM_LIMITS = {
  files: KYC_FILES_MAX,
  fileBytes: KYC_FILE_BYTES_MAX,
  fields: 8,
  fieldBytes: 1_000,
}

/** A gallery loads a few documents at once; each is decrypted and its view recorded. */
const VIEWS_PER_SECOND = 5
const VIEWS_AT_ONCE = 60

/** A document does nothing in a browser that opens it directly. */
const DOCUMENT_POLICY = {
  contentSecurityPolicy:
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  referrerPolicy: 'no-referrer',
}

const ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const

export const kycRoutes = (app: FastifyInstance, deps: KycRouteDeps): void => {
  withUploads(app, (uploads) =>
    bind(uploads, uploadKyc, { bodyLimitBytes: formBytesMax(FORM_LIMITS) }, async ({ caller, request }) => ({
      msg: 'KYC documents uploaded successfully',
      data: await uploadDocuments(deps, caller.merchantId, (onFile) =>
        receiveUpload(request, FORM_LIMITS, onFile),
      ),
    })),
  )

  bind(app, kycStatus, async ({ caller }) => ({
    data: await readKyc(deps, caller.merchantId),
  }))

  serveDocuments(app, deps)

  bind(app, operatorKyc, ({ query }) => readQueue(deps, query))

  bind(app, operatorKycDetail, ({ params }) => readKycDetail(deps, params.merchantId))

  bind(app, approveKyc, async ({ params, body, caller }) => ({
    msg: 'Documents approved',
    data: await decideKyc(deps, caller.merchantId, params.merchantId, {
      status: 'approved',
      reason: null,
      submissionId: body.submissionId,
    }),
  }))

  bind(app, rejectKyc, async ({ params, body, caller }) => ({
    msg: 'Documents rejected',
    data: await decideKyc(deps, caller.merchantId, params.merchantId, {
      status: 'rejected',
      reason: body.reason,
      submissionId: body.submissionId,
    }),
  }))
}

const serveDocuments = (app: FastifyInstance, deps: KycRouteDeps): void => {
  const { clock } = deps
  const views = createRateLimit({ clock, perSecond: VIEWS_PER_SECOND, burst: VIEWS_AT_ONCE })

  bind(app, kycDocumentFile, async ({ params, caller, reply }) => {
    assertWithinRate(views, caller.merchantId, reply)
    const { mediaType, bytes, content } = await viewDocument(deps, caller, params.documentId)
    setPagePolicy(reply, DOCUMENT_POLICY)
    void reply
      .type(mediaType)
      .header('content-length', bytes)
      .header('content-disposition', `inline; filename="${params.documentId}.${ENDINGS[mediaType]}"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(content))
    return ANSWERED
  })
}
