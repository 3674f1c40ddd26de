import { STATEMENT_BYTES_MAX } from '@galla/contract/bank-statements/statement-limits'
import {
  confirmStatement,
  previewStatement,
  readStatement,
  statementAccounts,
  uploadStatement,
} from '@galla/contract/bank-statements/statements'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { formBytesMax, receiveUpload, withUploads } from '../platform/http/receive-upload.ts'
import * as statements from './receive-statement.ts'

const FORM_LIMITS = { files: 1, fileBytes: STATEMENT_BYTES_MAX, fields: 4, fieldBytes: 1_000 }
/** The rate of a merchant's uploads, because each file is parsed as a whole. */
const UPLOADS_PER_SECOND = 0.2
const UPLOADS_AT_ONCE = 10

export const statementRoutes = (app: FastifyInstance, deps: statements.StatementDeps): void => {
  const uploads = createRateLimit({
    clock: deps.clock,
    perSecond: UPLOADS_PER_SECOND,
    burst: UPLOADS_AT_ONCE,
  })

  withUploads(app, (withFiles) =>
    bind(
      withFiles,
      uploadStatement,
      { bodyLimitBytes: formBytesMax(FORM_LIMITS) },
      async ({ caller, request, reply }) => {
        assertWithinRate(uploads, caller.merchantId, reply)
        return {
          msg: 'Please check the columns',
          data: await statements.receiveStatement(deps, caller, (onFile) =>
            receiveUpload(request, FORM_LIMITS, onFile),
          ),
        }
      },
    ),
  )

  bind(app, statementAccounts, async ({ caller }) => ({
    data: await statements.readStatementAccounts(deps, caller),
  }))

  bind(app, readStatement, async ({ caller, params }) => ({
    data: await statements.readStatement(deps, caller, params.id),
  }))

  bind(app, previewStatement, async ({ caller, params, body }) => ({
    data: await statements.previewWith(deps, caller, params.id, body.columns),
  }))

  bind(app, confirmStatement, async ({ caller, params, body }) => ({
    msg: 'Import started',
    data: await statements.confirmStatement(deps, caller, params.id, body.columns),
  }))
}
