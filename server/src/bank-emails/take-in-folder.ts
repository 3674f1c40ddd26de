import type { EmailRefusal } from '@galla/contract/reconciliation/bank-emails'
import { cutText, SENDER_CHARS_MAX, TITLE_CHARS_MAX } from '../bank-alerts/forwarded-alert.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Database } from '../platform/database/database.ts'
import type { Ids } from '../platform/ids.ts'
import { UncheckedSignatureError } from './check-signature.ts'
import type { FindTxt } from './dns-keys.ts'
import { emailAlertRow } from './email-alert-row.ts'
import { insertEmailAlerts, type NewEmailAlert } from './email-store.ts'
import { type FoundMessage, fetchRaw, findBankMessages, searchBankMessages } from './folder-messages.ts'
import type { OpenFolder } from './imap-folder.ts'
import type { MailboxPosition } from './mailbox.ts'
import { movePosition, type OwnedMailbox } from './mailbox-store.ts'
import { EMAIL_BYTES_MAX, type ReadEmail, readEmail } from './read-email.ts'

export interface TakeInDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly findTxt: FindTxt
  /** A credit waits to be recorded. */
  readonly wake: () => void
}

/** The mailbox was changed, or another process reads it. */
export class MailboxTakenError extends Error {
  override name = 'MailboxTakenError'
}

export interface OwnedFolder {
  readonly owned: OwnedMailbox
  /** The address that the bank writes to. */
  readonly recipient: string
  readonly folder: OpenFolder
  /** The mailbox was connected then; what came long before is not taken in. */
  readonly since: Date
  /** Signatures that cannot be checked are given up. */
  readonly isLastTry: boolean
}

/** Messages that are asked for in one command, and whose rows are written in one transaction. */
const BATCH = 200

/**
 * Where to go on reading. A folder that is opened for the first time starts behind its newest message. One with a new UIDVALIDITY has
 * new uids for all messages: those of the last days are looked at again, and those that were taken in are known by their keys.
 */
export const startPosition = (
  { uidValidity, uidNext }: Pick<OpenFolder, 'uidValidity' | 'uidNext'>,
  known: MailboxPosition | undefined,
): MailboxPosition => {
  if (known === undefined) return { uidValidity, lastUid: uidNext - 1 }
  return known.uidValidity === uidValidity ? known : { uidValidity, lastUid: 0 }
}

/** Takes in what came behind the position, and returns the new one. Each step writes messages and position together. */
export const takeInFolder = async (
  deps: TakeInDeps,
  opened: OwnedFolder,
  from: MailboxPosition,
): Promise<MailboxPosition> => {
  const { client } = opened.folder
  const uids = await searchBankMessages(client, from.lastUid, opened.since, deps.clock.now())
  let position = from
  for (let start = 0; start === 0 || start < uids.length; start += BATCH) {
    const batch = uids.slice(start, start + BATCH)
    const alerts: NewEmailAlert[] = []
    for (const message of batch.length === 0 ? [] : await findBankMessages(client, batch)) {
      const email = await readMessage(deps, opened, message).catch(async (error: unknown) => {
        // What was read before it does not wait for the name service.
        if (error instanceof UncheckedSignatureError && alerts.length > 0)
          await writeBatch(deps, opened.owned, alerts, { ...position, lastUid: message.uid - 1 })
        throw error
      })
      if (email !== undefined) alerts.push(emailAlertRow(deps, email))
    }
    position = { ...position, lastUid: batch.at(-1) ?? position.lastUid }
    await writeBatch(deps, opened.owned, alerts, position)
  }
  return position
}

const writeBatch = async (
  { db, clock, wake }: TakeInDeps,
  owned: OwnedMailbox,
  alerts: readonly NewEmailAlert[],
  position: MailboxPosition,
): Promise<void> => {
  const now = clock.now()
  const added = await db.transaction(async (tx) => {
    const heard = { answeredAt: now, messageAt: alerts.length === 0 ? null : now }
    // First, because it locks the row: of two processes that believe to own the mailbox, one writes.
    if (!(await movePosition(tx, owned, position, heard))) throw new MailboxTakenError()
    return insertEmailAlerts(tx, owned, 'mailbox', alerts)
  })
  const kind = alerts.length === 0 ? 'ping' : 'message'
  const { merchantId, accountId } = owned
  await recordHeartbeat(db, { merchantId, accountId, source: 'mailbox', kind }, now)
  if (added.includes('credit')) wake()
}

const readMessage = async (
  deps: TakeInDeps,
  { folder, recipient, isLastTry }: OwnedFolder,
  message: FoundMessage,
): Promise<ReadEmail | undefined> => {
  if (message.kind === 'lookalike') return refusedMessage(message, 'not_the_bank')
  if (message.kind === 'too_large') return refusedMessage(message, 'too_large')
  const raw = await fetchRaw(folder.client, message.uid)
  if (raw === undefined) return undefined
  if (raw.length > EMAIL_BYTES_MAX) return refusedMessage(message, 'too_large')
  try {
    return await readEmail(raw, { findTxt: deps.findTxt, now: deps.clock.now(), recipients: [recipient] })
  } catch (error) {
    if (isLastTry && error instanceof UncheckedSignatureError)
      return refusedMessage(message, 'signature_unchecked')
    throw error
  }
}

/** A message that is listed by its envelope alone. */
const refusedMessage = (
  { from, subject, messageId, receivedAt }: FoundMessage,
  refusal: EmailRefusal,
): ReadEmail => ({
  text: '',
  subject: cutText(subject, TITLE_CHARS_MAX),
  sender: cutText(from, SENDER_CHARS_MAX),
  origin: { refusal },
  writtenAt: null,
  identity: [refusal, messageId, from, subject, receivedAt?.toISOString() ?? ''],
})
