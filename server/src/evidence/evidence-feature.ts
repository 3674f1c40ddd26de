import { Readable } from 'node:stream'
import type { QueryOf } from '@galla/contract/endpoint'
import { type CreditEvidence, type EvidencePack, evidencePack } from '@galla/contract/evidence/evidence'
import type { Feature, Platform } from '../platform/feature.ts'
import { drawingOf } from '../platform/files/drawings.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import type { Exports } from '../platform/jobs/exports.ts'
import { createReceiptSigner } from '../receipts/sign-receipt.ts'
import {
  collectEvidence,
  createPackHash,
  type EvidenceCaller,
  type EvidenceDeps,
  findCreditIds,
  headOf,
} from './collect-evidence.ts'
import type { renderEvidence } from './render-evidence.ts'

const PACK = drawingOf<typeof renderEvidence>(
  new URL('./render-evidence.ts', import.meta.url),
  'renderEvidence',
)
const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf' } as const

type Pages = AsyncGenerator<readonly CreditEvidence[]>
type Head = ReturnType<typeof headOf>

/** The evidence of payments, as a file. */
export const evidenceFeature = (
  deps: Platform & Pick<EvidenceDeps, 'paymentUrl'> & { readonly exports: Exports },
): Feature => {
  const { exports, drawings, settings } = deps
  const collecting = { ...deps, publicUrl: settings.publicUrl, signer: createReceiptSigner(deps.secrets) }

  const open = async (caller: EvidenceCaller, query: QueryOf<typeof evidencePack>) => {
    const { merchantId } = caller
    const ids = await exports.read(merchantId, () => findCreditIds(collecting, caller, query))
    const pages = await exports.inTurn(merchantId, collectEvidence(collecting, caller, ids))
    const head = headOf(collecting, caller)
    if (query.format === 'json')
      return { body: Readable.from(jsonChunks(head, pages), { objectMode: false }) }
    const pdf = await drawings.draw(PACK, { merchantId }, await wholePack(head, pages))
    return { body: Readable.from([pdf], { objectMode: false }) }
  }
  return {
    routes: (http) =>
      bind(http, evidencePack, async ({ caller, query, request, reply }) => {
        reply.type(TYPES[query.format])
        // A request for the headers alone must not read all the payments.
        if (request.method === 'HEAD') {
          reply.send()
          return ANSWERED
        }
        const { body } = await exports.open(caller.merchantId, () => open(caller, query))
        const name = (query.creditId ?? `${query.from}-${query.to}`).replace(/[^\w.-]/g, '')
        reply.header('content-disposition', `attachment; filename="galla-evidence-${name}.${query.format}"`)
        reply.send(body)
        return ANSWERED
      }),
  }
}

const wholePack = async (head: Head, pages: Pages): Promise<EvidencePack> => {
  const credits: CreditEvidence[] = []
  const hash = createPackHash()
  for await (const page of pages) credits.push(...page)
  for (const credit of credits) hash.add(credit)
  return { ...head, credits, sha256: hash.sha256() }
}

/** The reply as the contract has it, a line for each payment. A payment that fails cuts it off, so that half of it is no JSON. */
async function* jsonChunks(head: Head, pages: Pages): AsyncGenerator<string> {
  const hash = createPackHash()
  yield `{"success":true,"msg":"OK","data":${JSON.stringify(head).slice(0, -1)},"credits":[`
  let before = '\n'
  for await (const page of pages)
    for (const credit of page) {
      hash.add(credit)
      yield before + JSON.stringify(credit)
      before = ',\n'
    }
  yield `\n],"sha256":"${hash.sha256()}"}}\n`
}
