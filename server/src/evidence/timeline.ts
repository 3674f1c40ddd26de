import type { CreditEvidence } from '@galla/contract/evidence/evidence'

/** What happened with the payment and its order, in the order of time. */
export const timelineOf = ({
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
