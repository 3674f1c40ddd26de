import type { AccountKey } from '../payment-accounts/account-source.ts'
import { findHeardAt, recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { hmacSha256, sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { needsSweep, type ReadAlert } from './alert-outcome.ts'
import { insertAlert, type NewAlert } from './alert-store.ts'
import { findAccountDigits } from './digits/account-digits-store.ts'
import { type Forwarded, readForwarded } from './forwarded-alert.ts'
import { isForwarderPing } from './forwarder-ping.ts'
import { readAlert } from './read-alert.ts'
import type { RecordSoon } from './record-alerts.ts'
import type { AlertAddresses } from './signing/alert-signing.ts'
import type { SignedRequest } from './signing/forwarder-signature.ts'
import { sealAlert, timeOf, toStoredAlert } from './stored-alert.ts'

export type AlertDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'>

/** Equal messages without a time within this period count as one message that was sent again. */
const REPEATED_WITHIN_MS = 15 * 60_000

const isPaymentWithoutUtr = ({ outcomeIfKept, reading }: ReadAlert): boolean =>
  outcomeIfKept === 'credit' && reading.kind === 'credit' && reading.utr === undefined

/** The phone's number of the message, for deduplication. */
const messageNumberOf = ({
  device,
  messageId,
}: Pick<Forwarded, 'device' | 'messageId'>): string | undefined =>
  messageId === undefined ? undefined : `number ${JSON.stringify([device, messageId])}`

/** How a message was received. */
interface Arrival {
  readonly merchantId: string
  readonly token: string
  /** When the phone was last heard before. */
  readonly heardAt: Date | null
  /** Identifies the signed request and the message in it. */
  readonly signedAs?: string
  /** The same if only the body is signed: with another content type it is still the same message. */
  readonly signedBody?: string
}

const newAlert = (
  deps: AlertDeps,
  { merchantId, token, signedAs, signedBody, heardAt }: Arrival,
  forwarded: Forwarded,
): NewAlert => {
  const now = deps.clock.now()
  const alertId = deps.ids.ulid(now)
  const read = readAlert(forwarded)
  const time = timeOf(read, { times: forwarded.times, arrivedAt: now, heardAt })
  const stored = toStoredAlert(read, forwarded, time)
  const { text, title, sender, isSecret = false } = stored
  const part = Math.floor(now.getTime() / REPEATED_WITHIN_MS)
  const keyAt = (sentAt: string) => {
    const identity = signedBody === undefined ? [text, title, sender, sentAt] : [signedBody]
    return hmacSha256(deps.secrets.subkey('alert dedup keys'), JSON.stringify(identity))
  }
  // Two passwords look the same, and so do two payments without a reference. Without the phone's number or time, each of them is stored,
  // unless it is a repeated signed request.
  const isIndistinguishable = isSecret || isPaymentWithoutUtr(read)
  const sentAt =
    messageNumberOf(stored) ??
    forwarded.times[0]?.toISOString() ??
    (isIndistinguishable ? (signedAs ?? alertId) : undefined)
  return {
    merchantId,
    alertId,
    tokenHash: sha256(token),
    receivedAt: now,
    occurredAt: time.at,
    dedupKey: keyAt(sentAt ?? `about ${part}`),
    earlierKey: keyAt(sentAt ?? `about ${part - 1}`),
    sealed: sealAlert(deps.secrets, alertId, stored),
    outcome: read.outcome,
    outcomeIfKept: read.outcomeIfKept,
    needsSweep: needsSweep(read),
  }
}

const recordPing = ({ db }: AlertDeps, { merchantId, accountId }: AccountKey, at: Date): Promise<void> =>
  recordHeartbeat(db, { merchantId, accountId, source: 'phone', kind: 'ping' }, at)

export interface ForwardedRequest extends SignedRequest {
  /** The body as text that can be stored. */
  readonly text: string
}
/** `admit` gets the number of messages of the request before they are read, and may refuse them. */
export type ReceiveAlert = (
  token: string,
  request: ForwardedRequest,
  admit?: (messages: number) => void,
) => Promise<void>

/**
 * Stores what phones forward. The phone gets its reply as soon as the message is durable; its credit is recorded right after. What a crash
 * or a flood leaves, the next sweep of any process records.
 */
export const createAlertIntake =
  (deps: AlertDeps, addresses: AlertAddresses, recordSoon: RecordSoon): ReceiveAlert =>
  async (token, request, admit) => {
    const account = await addresses.check(token, request)
    const { signatureHash, signedAt } = account
    if (isForwarderPing(request.text)) return recordPing(deps, account, signedAt ?? deps.clock.now())
    const signature = signatureHash && Buffer.from(signatureHash).toString('hex')
    const isBodySigned = signature !== undefined && signedAt === undefined
    const body = isBodySigned ? sha256(request.body).toString('hex') : undefined
    const messages = readForwarded(request.text, request.contentType)
    admit?.(messages.length)
    const [heardAt, digits] = await Promise.all([
      findHeardAt(deps.db, account, 'phone'),
      findAccountDigits(deps.db, account, deps.clock.now()),
    ])
    for (const [n, message] of messages.entries()) {
      const arrival = {
        merchantId: account.merchantId,
        token,
        heardAt,
        ...(signature && { signedAs: `signature ${signature} ${n}` }),
        ...(body && { signedBody: `body ${body} ${n}` }),
      }
      const alert = newAlert(deps, arrival, { ...message, ...digits })
      const inserted = await insertAlert(deps.db, alert)
      if (inserted === undefined) throw new Refusal('not_found')
      if (inserted.isPending) recordSoon(alert)
    }
    const { merchantId, accountId } = account
    const heard = { merchantId, accountId, source: 'phone', kind: 'message' } as const
    await recordHeartbeat(deps.db, heard, deps.clock.now())
  }
