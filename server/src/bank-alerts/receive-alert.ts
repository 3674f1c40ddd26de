import type { AccountKey } from '../payment-accounts/account-source.ts'
import { recordHeartbeat, recordHeartbeats } from '../payment-accounts/source-health-store.ts'
import { hmacSha256, openText, type Secrets, seal, sha256 } from '../platform/crypto/crypto.ts'
import { shardOf } from '../platform/distributed/merchant-shards.ts'
import type { Platform } from '../platform/feature.ts'
import { createMicroBatch } from '../platform/jobs/micro-batch.ts'
import { Refusal } from '../platform/refusal.ts'
import { isSecret, needsSweep, type ReadAlert } from './alert-outcome.ts'
import { type AlertRow, type InsertedAlert, insertAlerts, type NewAlert } from './alert-store.ts'
import { type Forwarded, readForwarded } from './forwarded-alert.ts'
import { isForwarderPing } from './forwarder-ping.ts'
import { readAlert } from './read-alert.ts'
import type { AlertAddresses } from './signing/alert-signing.ts'
import type { SignedRequest } from './signing/forwarder-signature.ts'

export type AlertDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'>

/** Messages in one statement. */
const BATCH_MAX = 64
const BATCHES_IN_FLIGHT = 2
const WAITING_MAX = 4096
/** A time that is further in the past is ignored. */
const PHONE_DAYS_MAX = 7
const DAY_MS = 86_400_000
/** Equal messages without a time within this period count as one message that was sent again. */
const REPEATED_WITHIN_MS = 15 * 60_000

const associatedDataOf = (alertId: string) => `alerts sealed ${alertId}`
const sealingKey = (secrets: Secrets) => secrets.subkey('alerts')

type StorableAlert = Omit<Forwarded, 'at'>

interface StoredAlert extends StorableAlert {
  /** A one-time password: only the fact that it came is stored. */
  readonly isSecret?: true
}

/** The parts of a message that are stored. */
export const toStoredAlert = (
  read: ReadAlert,
  { text, title, sender, email, device, messageId, lastDigits }: StorableAlert,
): StoredAlert => ({
  ...(isSecret(read)
    ? ({ text: '', title: null, sender: null, isSecret: true } as const)
    : { text, title, sender, ...(device && { device }), ...(messageId && { messageId }) }),
  ...(email && { email }),
  // So that a later reading of the message has the same result, even if the merchant has changed the digits.
  ...(lastDigits && { lastDigits }),
})

/** Decrypts a stored message. */
export const openAlert = (secrets: Secrets, row: Pick<AlertRow, 'alert_id' | 'sealed'>): StoredAlert =>
  JSON.parse(openText(sealingKey(secrets), row.sealed, associatedDataOf(row.alert_id))) as StoredAlert

/** Encrypts a message for its row. */
export const sealAlert = (secrets: Secrets, alertId: string, stored: StoredAlert): Buffer =>
  seal(sealingKey(secrets), JSON.stringify(stored), associatedDataOf(alertId))

const occurredAt = (at: Date | null, now: Date): Date => {
  if (at === null || now.getTime() - at.getTime() > PHONE_DAYS_MAX * DAY_MS) return now
  return at > now ? now : at
}

const isPaymentWithoutUtr = ({ outcomeIfKept, reading }: ReadAlert): boolean =>
  outcomeIfKept === 'credit' && reading.kind === 'credit' && reading.utr === undefined

/** The phone's number of the message, for deduplication. */
const messageNumberOf = ({ device, messageId }: StoredAlert): string | undefined =>
  messageId === undefined ? undefined : `number ${JSON.stringify([device, messageId])}`

/** How a message was received. */
interface Arrival {
  readonly merchantId: string
  readonly token: string
  /** Identifies the signed request and the message in it. */
  readonly signedAs?: string
  /** The same if only the body is signed: with another content type it is still the same message. */
  readonly signedBody?: string
}

const newAlert = (
  deps: AlertDeps,
  { merchantId, token, signedAs, signedBody }: Arrival,
  forwarded: Forwarded,
): NewAlert => {
  const now = deps.clock.now()
  const alertId = deps.ids.ulid(now)
  const { at } = forwarded
  const read = readAlert(forwarded)
  const stored = toStoredAlert(read, forwarded)
  const { text, title, sender } = stored
  const part = Math.floor(now.getTime() / REPEATED_WITHIN_MS)
  const keyAt = (time: string) => {
    const identity = signedBody === undefined ? [text, title, sender, time] : [signedBody]
    return hmacSha256(deps.secrets.subkey('alert dedup keys'), JSON.stringify(identity))
  }
  // Two passwords look the same, and so do two payments without a reference. Without the phone's number or time, each of them is stored,
  // unless it is a repeated signed request.
  const isIndistinguishable = stored.isSecret === true || isPaymentWithoutUtr(read)
  const sentAt =
    messageNumberOf(stored) ?? at?.toISOString() ?? (isIndistinguishable ? (signedAs ?? alertId) : undefined)
  return {
    merchantId,
    alertId,
    tokenHash: sha256(token),
    receivedAt: now,
    occurredAt: occurredAt(at, now),
    dedupKey: keyAt(sentAt ?? `about ${part}`),
    earlierKey: keyAt(sentAt ?? `about ${part - 1}`),
    sealed: sealAlert(deps.secrets, alertId, stored),
    outcome: read.outcome,
    outcomeIfKept: read.outcomeIfKept,
    needsSweep: needsSweep(read),
  }
}

/** Inserts messages, and records heartbeats of their phones. */
const insertWithHeartbeats = async (
  { db, clock }: AlertDeps,
  alerts: readonly NewAlert[],
): Promise<InsertedAlert[]> => {
  const inserted = await insertAlerts(db, alerts)
  const heard = inserted.flatMap(({ merchant_id: merchantId, account_id: accountId }) =>
    merchantId === null || accountId === null
      ? []
      : [{ merchantId, accountId, source: 'phone', kind: 'message' } as const],
  )
  await recordHeartbeats(db, heard, clock.now())
  return inserted
}

const recordPing = ({ db }: AlertDeps, { merchantId, accountId }: AccountKey, at: Date): Promise<void> =>
  recordHeartbeat(db, { merchantId, accountId, source: 'phone', kind: 'ping' }, at)

export interface ForwardedRequest extends SignedRequest {
  /** The body as text that can be stored. */
  readonly text: string
  readonly contentType: string
}
/** `admit` gets the number of messages of the request before they are read, and may refuse them. */
export type ReceiveAlert = (
  token: string,
  request: ForwardedRequest,
  admit?: (messages: number) => void,
) => Promise<void>

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Stores what phones forward, in batches when busy. The phone gets its reply as soon as the message is durable. The next sweep of any process
 * records the credit, so a crash loses nothing and a slow ledger delays no phone.
 */
export const createAlertIntake = (
  deps: AlertDeps,
  addresses: AlertAddresses,
  wake: () => void,
): ReceiveAlert => {
  const batch = createMicroBatch<NewAlert, InsertedAlert>({
    run: (alerts) => insertWithHeartbeats(deps, alerts),
    itemsMax: BATCH_MAX,
    inFlightMax: BATCHES_IN_FLIGHT,
    waitingMax: WAITING_MAX,
    groupOf: ({ merchantId }) => shardOf(deps.db, merchantId),
  })
  return async (token, request, admit) => {
    const account = await addresses.check(token, request)
    const { merchantId, lastDigits, signatureHash, signedAt } = account
    if (isForwarderPing(request.text)) return recordPing(deps, account, signedAt ?? deps.clock.now())
    const signature = signatureHash && Buffer.from(signatureHash).toString('hex')
    const isBodySigned = signature !== undefined && signedAt === undefined
    const body = isBodySigned ? sha256(request.body).toString('hex') : undefined
    const messages = readForwarded(request.text, request.contentType)
    admit?.(messages.length)
    const alerts: NewAlert[] = []
    for (const [n, message] of messages.entries()) {
      // Reading a message may take a millisecond: other requests have their turn between two of them.
      if (n > 0) await nextTurn()
      const arrival = {
        merchantId,
        token,
        ...(signature && { signedAs: `signature ${signature} ${n}` }),
        ...(body && { signedBody: `body ${body} ${n}` }),
      }
      alerts.push(newAlert(deps, arrival, { ...message, lastDigits }))
    }
    const inserted = await Promise.all(alerts.map((alert) => batch.add(alert)))
    if (inserted.some((each) => each.merchant_id === null)) throw new Refusal('not_found')
    const isWork = (alert: NewAlert | undefined) => alert?.outcomeIfKept === 'credit' || alert?.needsSweep
    if (inserted.some(({ fresh }, n) => fresh && isWork(alerts[n]))) wake()
  }
}
