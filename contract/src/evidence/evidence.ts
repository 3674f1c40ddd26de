import { z } from 'zod'
import { listAlerts } from '../bank-alerts/alerts.ts'
import { endpoint } from '../endpoint.ts'
import { instant, istDate } from '../fields.ts'
import { MODES } from '../orders/order-status.ts'
import { transactionDetail } from '../orders/transactions.ts'
import { creditRow } from '../reconciliation/credits.ts'

export const EVIDENCE_FORMATS = ['json', 'pdf'] as const
/** Payments in one pack. */
export const EVIDENCE_CREDITS_MAX = 500
export const EVIDENCE_TOO_MANY = 'A pack has at most 500 payments. Please choose fewer days'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What Galla knows of one payment. Each part has the SHA-256 of its compact JSON, as it stands here. */
const creditEvidence = z.object({
  credit: creditRow,
  /** The order that it settles or is held against, with what was sold. */
  order: transactionDetail.reply.shape.data.nullable(),
  /** Of the order that it settled: its page, and its content as a signed JWS. */
  receipt: z.object({ url: z.string(), signed: z.string() }).nullable(),
  /** The bank's own words, as long as they are kept. */
  messages: listAlerts.reply.shape.data,
  timeline: z.array(z.object({ at: instant, what: z.string() })),
  sha256: z.object({ credit: hash, order: hash, receipt: hash, messages: hash, timeline: hash }),
})
export type CreditEvidence = z.output<typeof creditEvidence>

const pack = z.object({
  madeAt: instant,
  merchantId: z.string(),
  mode: z.enum(MODES),
  /** The key that the receipts are signed with. */
  receiptKeys: z.string(),
  credits: z.array(creditEvidence),
  /** Of all hashes above, in their order, a line each. */
  sha256: hash,
})
export type EvidencePack = z.output<typeof pack>

export const evidencePack = endpoint({
  method: 'GET',
  path: '/user/evidence',
  auth: 'session',
  summary: `Get the evidence of a payment, or of the payments of some days in India, at most ${EVIDENCE_CREDITS_MAX}`,
  query: z.object({
    format: z.enum(EVIDENCE_FORMATS).default('json'),
    /** Instead of `from` and `to`. */
    creditId: z.string().max(80).optional(),
    from: istDate.optional(),
    to: istDate.optional(),
  }),
  reply: z.object({ data: pack }),
  responseContentTypes: ['application/json', 'application/pdf'],
  refusals: ['credit_not_found'],
})
