import type { EmailRefusal } from '@galla/contract/bank-emails/bank-emails'
import { NO_DIGITS } from '../bank-alerts/digits/account-digits.ts'
import { findAccountDigits } from '../bank-alerts/digits/account-digits-store.ts'
import { SENDER_CHARS_MAX, TITLE_CHARS_MAX } from '../bank-alerts/forwarded-alert.ts'
import { cutText, subjectText } from '../bank-alerts/one-time-password.ts'
import type { RecordSoon } from '../bank-alerts/record-alerts.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import type { Platform } from '../platform/feature.ts'
import { UncheckedSignatureError } from './check-signature.ts'
import { emailAlertRow } from './email-alert-row.ts'
import { insertEmailAlerts } from './email-store.ts'
import type { MailboxPosition } from './mailbox.ts'
import { MailboxError, ReaderRestartedError } from './mailbox-problem.ts'
import { type OwnedMailbox, updateMailboxPosition } from './mailbox-store.ts'
import type { ReadEmail } from './read-email.ts'
import type { OpenFolder } from './reading/connect-mail-server.ts'
import { type FoundMessage, unreadableMessage } from './reading/folder-messages.ts'

export interface TakeInDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  readonly recordSoon: RecordSoon
  readonly onError: (error: unknown) => void
}

/** The mailbox was changed, or another process reads it. */
export class MailboxTakenError extends Error {
  override name = 'MailboxTakenError'
}

/** A message failed when it was read alone. */
export class StuckMessageError extends Error {
  override name = 'StuckMessageError'
  readonly uid: number
  /** It failed twice and was listed as unreadable, so the next attempt continues after it. */
  readonly isPassed: boolean

  constructor(uid: number, isPassed: boolean, cause: unknown) {
    super(`message ${uid}`, { cause })
    this.uid = uid
    this.isPassed = isPassed
  }
}

export interface OwnedFolder {
  readonly owned: OwnedMailbox
  /** The address that the bank writes to. */
  readonly recipient: string
  readonly folder: OpenFolder
  /** When the mailbox was connected. Much older messages are ignored. */
  readonly since: Date
  /** Messages whose signature cannot be verified are listed as such instead of retried. */
  readonly isLastTry: boolean
  /** Reads messages one by one, because reading several together failed more than once. */
  readonly isOneByOne: boolean
  /** The message that failed last time when it was read alone. */
  readonly stuckUid: number | undefined
  /** False until a mailbox that sent too much has behaved for some time: its failures still count. */
  readonly isTrusted: () => boolean
  /** Whether another message may be fetched now. Otherwise the rest waits for the next round, so that a full mailbox delays no other. */
  readonly mayFetch: () => boolean
}

/** Messages that are fetched with one command and written in one transaction. */
const BATCH = 200

/**
 * The position to continue from. A folder that is opened for the first time starts after its newest message. After a change of UIDVALIDITY all
 * messages have new UIDs: those of the last days are read again, and known ones are recognised by their keys.
 */
export const startPosition = (
  { uidValidity, uidNext }: Pick<OpenFolder, 'uidValidity' | 'uidNext'>,
  known: MailboxPosition | undefined,
): MailboxPosition => {
  if (known === undefined) return { uidValidity, lastUid: uidNext - 1 }
  return known.uidValidity === uidValidity ? known : { uidValidity, lastUid: 0 }
}

/**
 * Stores the messages after the position, and returns the new position: after all of them, or where it paused. Each batch writes messages and
 * position together.
 */
export const takeInFolder = async (
  deps: TakeInDeps,
  opened: OwnedFolder,
  from: MailboxPosition,
): Promise<{ readonly position: MailboxPosition; readonly isPaused: boolean }> => {
  const { lastUid } = from
  const asked = { lastUid, connectedAt: opened.since, now: deps.clock.now() }
  const uids = await opened.folder.mail.ask('search', asked)
  const size = opened.isOneByOne ? 1 : BATCH
  let position = from
  for (let start = 0; start === 0 || start < uids.length; start += size) {
    const batch = uids.slice(start, start + size)
    const { emails, error, pausedAt } = await readBatch(deps, opened, batch)
    const [only] = batch
    if (error !== undefined && opened.isOneByOne && only !== undefined && isOfMessage(error)) {
      const isPassed = opened.stuckUid === only
      if (isPassed)
        await writeBatch(deps, opened, [refusedMessage(unreadableMessage(only), 'unreadable')], only)
      throw new StuckMessageError(only, isPassed, error)
    }
    const read = emails.map(({ email }) => email)
    // Store the messages before it, which need not wait for DNS.
    const last = emails.at(-1)
    if (error instanceof UncheckedSignatureError && last !== undefined)
      await writeBatch(deps, opened, read, last.uid)
    if (error !== undefined) throw error
    const readTo = pausedAt === undefined ? batch.at(-1) : pausedAt - 1
    position = { ...position, lastUid: readTo ?? position.lastUid }
    await writeBatch(deps, opened, read, position.lastUid)
    if (pausedAt !== undefined) return { position, isPaused: true }
  }
  return { position, isPaused: false }
}

interface BatchRead {
  readonly emails: readonly { uid: number; email: ReadEmail }[]
  readonly error?: unknown
  /** The first message that waits for the next round. */
  readonly pausedAt?: number
}

/** Reads messages up to the first that fails. */
const readBatch = async (
  deps: TakeInDeps,
  opened: OwnedFolder,
  uids: readonly number[],
): Promise<BatchRead> => {
  const emails: { uid: number; email: ReadEmail }[] = []
  if (uids.length === 0) return { emails }
  try {
    for (const message of await opened.folder.mail.ask('find', { uids })) {
      if (message.kind === 'bank' && !opened.mayFetch()) return { emails, pausedAt: message.uid }
      const email = await readMessage(deps, opened, message)
      if (email !== undefined) emails.push({ uid: message.uid, email })
    }
    return { emails }
  } catch (error) {
    return { emails, error }
  }
}

/** Whether a message may be the reason of the error. */
const isOfMessage = (error: unknown): boolean =>
  !(
    error instanceof UncheckedSignatureError ||
    error instanceof ReaderRestartedError ||
    (error instanceof MailboxError && error.isBusy)
  )

const writeBatch = async (
  deps: TakeInDeps,
  { owned, folder, isTrusted }: OwnedFolder,
  emails: readonly ReadEmail[],
  lastUid: number,
): Promise<void> => {
  const { db, clock, recordSoon } = deps
  const now = clock.now()
  const digits = emails.length === 0 ? NO_DIGITS : await findAccountDigits(db, owned, now)
  const alerts = emails.map((email) => emailAlertRow(deps, email, digits))
  const position = { uidValidity: folder.uidValidity, lastUid }
  const added = await db.transaction(async (tx) => {
    const heard = { answeredAt: now, messageAt: alerts.length === 0 ? null : now, isTrusted: isTrusted() }
    // First, because it locks the row: if two processes think that they own the mailbox, only one writes.
    if (!(await updateMailboxPosition(tx, owned, position, heard))) throw new MailboxTakenError()
    return insertEmailAlerts(tx, owned, 'mailbox', alerts)
  })
  const kind = alerts.length === 0 ? 'ping' : 'message'
  const { merchantId, accountId } = owned
  await recordHeartbeat(db, { merchantId, accountId, source: 'mailbox', kind }, now)
  for (const alert of added) if (alert.isPending) recordSoon(alert)
}

const readMessage = async (
  deps: TakeInDeps,
  { folder, recipient, isLastTry }: OwnedFolder,
  message: FoundMessage,
): Promise<ReadEmail | undefined> => {
  const { kind } = message
  if (kind === 'lookalike') return refusedMessage(message, 'not_the_bank')
  if (kind !== 'bank') return refusedMessage(message, kind)
  try {
    const letter = { now: deps.clock.now(), recipients: [recipient] }
    const read = await folder.mail.ask('fetch', { uid: message.uid, ...letter })
    if (read === 'gone') return undefined
    return typeof read === 'string' ? refusedMessage(message, read) : read
  } catch (error) {
    if (isLastTry && error instanceof UncheckedSignatureError)
      return refusedMessage(message, 'signature_unchecked')
    throw error
  }
}

/** A message that is listed by its header only. */
const refusedMessage = (
  { uid, from, subject, messageId, receivedAt }: FoundMessage,
  refusal: EmailRefusal,
): ReadEmail => ({
  text: '',
  subject: subjectText(subject, TITLE_CHARS_MAX),
  sender: from === '' ? null : cutText(from, SENDER_CHARS_MAX),
  origin: { refusal },
  writtenAt: null,
  // If the header is unreadable, only the UID is known.
  identity: [refusal, messageId, from, subject, receivedAt?.toISOString() ?? String(uid)],
})
