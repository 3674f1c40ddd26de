import { createHash } from 'node:crypto'
import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf } from '@galla/contract/endpoint'
import {
  type CreditEvidence,
  EVIDENCE_CREDITS_MAX,
  EVIDENCE_TOO_MANY,
  type EvidencePack,
  type evidencePack,
} from '@galla/contract/evidence/evidence'
import { startOfIstDay } from '@galla/contract/ist'
import { readAlertsOfCredit } from '../bank-alerts/list-alerts.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { orderDetail } from '../order-list/order-detail.ts'
import type { Platform } from '../platform/feature.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { getReceipt } from '../receipts/find-receipt.ts'
import type { ReceiptSigner } from '../receipts/sign-receipt.ts'
import { listCreditIdsOfTime } from '../reconciliation/credit-list-store.ts'
import { readCredit } from '../reconciliation/list-credits.ts'

export interface EvidenceDeps extends Pick<Platform, 'db' | 'clock' | 'secrets'> {
  readonly publicUrl: URL
  readonly paymentUrl: (orderId: string) => string
  readonly signer: Pick<ReceiptSigner, 'sign'>
}

export type EvidenceCaller = Pick<SessionCaller, 'merchantId' | 'mode'>
type EvidenceQuery = QueryOf<typeof evidencePack>

/** Payments that are read at once, in one turn of their merchant. */
const READ_AT_ONCE = 4

/** Collects what is known of these payments, some at a time. */
export async function* collectEvidence(
  deps: EvidenceDeps,
  caller: EvidenceCaller,
  creditIds: readonly string[],
): AsyncGenerator<readonly CreditEvidence[]> {
  for (let n = 0; n < creditIds.length; n += READ_AT_ONCE)
    yield await Promise.all(creditIds.slice(n, n + READ_AT_ONCE).map((id) => evidenceOf(deps, caller, id)))
}

/** What stands in a pack before its payments. */
export const headOf = (
  { clock, publicUrl }: EvidenceDeps,
  { merchantId, mode }: EvidenceCaller,
): Omit<EvidencePack, 'credits' | 'sha256'> => ({
  madeAt: clock.now().toISOString(),
  merchantId,
  mode,
  receiptKeys: new URL('/.well-known/galla-receipts.json', publicUrl).href,
})

/** The hash of all hashes. */
export const createPackHash = () => {
  const hashes: string[] = []
  return {
    add: ({ sha256 }: CreditEvidence): void => void hashes.push(...Object.values(sha256)),
    sha256: (): string => hashOf(hashes.join('\n')),
  }
}

/** Finds the payments that a pack is asked for. */
export const findCreditIds = async (
  { db }: EvidenceDeps,
  { merchantId, mode }: EvidenceCaller,
  { creditId, from, to }: EvidenceQuery,
): Promise<readonly string[]> => {
  if (creditId !== undefined) {
    if (from !== undefined || to !== undefined)
      throw invalidField('creditId', 'Please choose a payment or a period, not both')
    return [creditId]
  }
  if (from === undefined) throw invalidField('from', 'Please choose a payment, or the first day')
  if (to === undefined) throw invalidField('to', 'Please choose the last day')
  if (to < from) throw invalidField('to', 'Please choose a last day that is not before the first')
  const time = { from: startOfIstDay(from), before: new Date(startOfIstDay(to).getTime() + DAY_MS) }
  const ids = await listCreditIdsOfTime(db, merchantId, mode, { ...time, limit: EVIDENCE_CREDITS_MAX + 1 })
  if (ids.length > EVIDENCE_CREDITS_MAX) throw invalidField('to', EVIDENCE_TOO_MANY)
  return ids
}

const evidenceOf = async (
  deps: EvidenceDeps,
  caller: EvidenceCaller,
  creditId: string,
): Promise<CreditEvidence> => {
  const credit = await readCredit(deps, caller, creditId)
  const [order, receipt, messages] = await Promise.all([
    credit.orderId === null ? null : orderDetail(deps, caller, credit.orderId),
    findReceipt(deps, credit),
    credit.sources.includes('alert') ? readAlertsOfCredit(deps, caller, creditId) : [],
  ])
  const parts = { credit, order, receipt, messages, timeline: timelineOf({ credit, order }) }
  return {
    ...parts,
    sha256: {
      credit: hashOf(JSON.stringify(credit)),
      order: hashOf(JSON.stringify(order)),
      receipt: hashOf(JSON.stringify(receipt)),
      messages: hashOf(JSON.stringify(messages)),
      timeline: hashOf(JSON.stringify(parts.timeline)),
    },
  }
}

/** Of the order that the payment settled; one that came twice has none. */
const findReceipt = async (
  { db, signer, publicUrl }: EvidenceDeps,
  { id, orderId }: CreditEvidence['credit'],
): Promise<CreditEvidence['receipt']> => {
  if (orderId === null) return null
  const receipt = await getReceipt(db, orderId, id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'order_not_found') throw error
  })
  if (receipt === undefined) return null
  return { url: new URL(`/receipt/${orderId}`, publicUrl).href, signed: signer.sign(receipt) }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What happened with the payment and its order, in the order of time. */
const timelineOf = ({
  credit,
  order,
}: Pick<CreditEvidence, 'credit' | 'order'>): CreditEvidence['timeline'] => {
  const reports = credit.evidence.map(({ source, amount, reference, reportedAt: at }) => ({
    at,
    what: `Payment reported (${source}): ${amount.toFixed(2)} rupees${reference === null ? '' : `, reference ${reference}`}`,
  }))
  const decisions = credit.history.map(({ at, action, state, orderId, by, note, refundUtr }) => ({
    at,
    what: [
      `Payment ${state}${orderId === null ? '' : `, order ${orderId}`}`,
      ...(action === null ? [] : [`${action} by ${by}`]),
      ...(note === null ? [] : [`note: ${note}`]),
      ...(refundUtr === null ? [] : [`UTR of the refund ${refundUtr}`]),
    ].join('; '),
  }))
  const events = (order?.history ?? []).map(({ at, detail }) => ({ at, what: detail }))
  const deliveries = (order?.deliveries ?? []).flatMap(({ event, eventId, attempts }) =>
    attempts.map(({ at, status, error, durationMs }) => ({
      at: new Date(at).toISOString(),
      what: `Webhook ${event} (${eventId}): ${status === null ? error : `answered ${status}`} after ${durationMs} ms`,
    })),
  )
  return [...events, ...reports, ...decisions, ...deliveries].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
}
