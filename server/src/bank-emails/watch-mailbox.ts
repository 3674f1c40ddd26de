import type { MailboxProblem } from '@galla/contract/bank-emails/bank-emails'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import type { RateLimit } from '../platform/http/rate-limit.ts'
import { UncheckedSignatureError } from './check-signature.ts'
import { type ImapSettings, type OpenFolder, openFolder, problemOf } from './imap-folder.ts'
import { type MailboxPosition, retryDelayMs } from './mailbox.ts'
import { decryptLogin, type MailboxRow, releaseMailbox } from './mailbox-store.ts'
import {
  MailboxTakenError,
  type OwnedFolder,
  StuckMessageError,
  startPosition,
  type TakeInDeps,
  takeInFolder,
} from './take-in-folder.ts'

export interface WatchDeps extends TakeInDeps {
  readonly imap: ImapSettings
  readonly workerId: string
  /** Limits the e-mails that are fetched per mailbox. */
  readonly fetches: RateLimit
}

/** The reading of one mailbox by this process. */
export interface MailboxWatch {
  readonly connectedAt: Date
  readonly startedAt: Date
  /** Resolves when the mailbox was released. */
  readonly ended: Promise<void>
  /** Releases the mailbox. It is due again at once, or after this time. */
  stop(afterMs?: number): void
}

/** Polls even if the server pushes, to notice a silently broken IDLE. */
const POLL_MS = 60_000

/** After about twenty minutes without the bank's key, an e-mail is listed as unchecked, so that it does not block the others. */
const UNCHECKED_TRIES = 8

/** After this many failures in a row, messages are read one by one, so that one that breaks the connection does not block the others. */
const BATCH_TRIES = 2

/** Reads a mailbox until the connection breaks, the mailbox is changed, or `stop`. Never throws. */
export const watchMailbox = (deps: WatchDeps, row: MailboxRow): MailboxWatch => {
  const stopping = new AbortController()
  let restMs = 0
  const ended = readUntilDisconnected(deps, row, stopping.signal).then(async (end) => {
    if (end === 'taken') return
    const { failures, problem, stuckUid } = end === 'stopped' ? { ...row, stuckUid: row.stuck_uid } : end
    const delay = end === 'stopped' ? restMs : retryDelayMs(end.failures, end.problem)
    const nextAttemptAt = new Date(deps.clock.now().getTime() + delay)
    if (end !== 'stopped') await recordFailure(deps, row)
    await releaseMailbox(deps.db, ownedBy(deps, row), { failures, problem, nextAttemptAt, stuckUid })
  })
  return {
    connectedAt: row.connected_at,
    startedAt: deps.clock.now(),
    ended: ended.catch(deps.onError),
    stop(afterMs = 0) {
      restMs = afterMs
      stopping.abort()
    },
  }
}

const ownedBy = ({ workerId }: WatchDeps, row: MailboxRow) => ({
  merchantId: row.merchant_id,
  accountId: row.account_id,
  workerId,
  connectedAt: row.connected_at,
})

const recordFailure = (
  { db, clock }: WatchDeps,
  { merchant_id: merchantId, account_id: accountId }: MailboxRow,
): Promise<void> =>
  recordHeartbeat(db, { merchantId, accountId, source: 'mailbox', kind: 'failure' }, clock.now())

interface Failure {
  readonly failures: number
  readonly problem: MailboxProblem
  readonly stuckUid: bigint | null
}

type End = 'stopped' | 'taken' | Failure

const readUntilDisconnected = async (deps: WatchDeps, row: MailboxRow, stop: AbortSignal): Promise<End> => {
  let failures = row.failures
  try {
    const folder = await openFolder(decryptLogin(deps.secrets, row), deps.imap)
    const { client } = folder
    const changes = listenForChanges(deps, client, stop)
    try {
      const key = `${row.merchant_id} ${row.account_id}`
      const mayFetch = () => !stop.aborted && deps.fetches.take(key).allowed
      const opened = { ...openedFolder(deps, row, folder), mayFetch }
      let position = startPosition(folder, positionOf(row))
      while (!stop.aborted) {
        const taken = await takeInFolder(deps, opened, position)
        position = taken.position
        failures = 0
        await changes.next(taken.isPaused)
      }
      return 'stopped'
    } finally {
      changes.end()
      client.close()
    }
  } catch (error) {
    if (error instanceof MailboxTakenError) return 'taken'
    if (stop.aborted) return 'stopped'
    return failureOf(deps, error, failures, row.stuck_uid)
  }
}

const failureOf = (
  { onError }: WatchDeps,
  error: unknown,
  failures: number,
  knownStuckUid: bigint | null,
): Failure => {
  if (!(error instanceof StuckMessageError)) {
    const problem = error instanceof UncheckedSignatureError ? 'dns_unchecked' : problemOf(error)
    if (problem === 'unusable') onError(error)
    return { failures: failures + 1, problem, stuckUid: knownStuckUid }
  }
  const { cause, uid, isPassed } = error
  const problem = problemOf(cause)
  if (isPassed) onError(error)
  // An unusable reply is the message's fault. A broken connection may be the server's, so the next attempts come later and later.
  const isOver = isPassed && problem === 'unusable'
  return {
    failures: isOver ? BATCH_TRIES : failures + 1,
    problem,
    stuckUid: isPassed ? null : BigInt(uid),
  }
}

const openedFolder = (
  deps: WatchDeps,
  row: MailboxRow,
  folder: OpenFolder,
): Omit<OwnedFolder, 'mayFetch'> => ({
  owned: ownedBy(deps, row),
  recipient: row.recipient,
  folder,
  since: row.connected_at,
  isLastTry: row.problem === 'dns_unchecked' && row.failures >= UNCHECKED_TRIES,
  isOneByOne: row.problem !== 'dns_unchecked' && row.failures >= BATCH_TRIES,
  stuckUid: row.uid_validity === folder.uidValidity ? Number(row.stuck_uid ?? 0) : undefined,
})

const positionOf = ({
  uid_validity: uidValidity,
  last_uid: lastUid,
}: MailboxRow): MailboxPosition | undefined =>
  uidValidity === null || lastUid === null ? undefined : { uidValidity, lastUid: Number(lastUid) }

/** Listens to the server, the clock and `stop`. A change while the folder is being read counts for the next round. */
const listenForChanges = ({ clock }: WatchDeps, client: OpenFolder['client'], stop: AbortSignal) => {
  let hasChanges = false
  let isPaused = false
  let wakeUp = (): void => undefined
  const notify = (): void => {
    hasChanges = true
    wakeUp()
  }
  const poll = clock.every(POLL_MS, notify)
  client.on('exists', () => {
    if (!isPaused) notify()
  })
  client.on('close', notify)
  stop.addEventListener('abort', notify)
  return {
    /** Resolves when there may be something to read. After a pause, only the next poll counts. */
    async next(wasPaused: boolean): Promise<void> {
      isPaused = wasPaused
      if (wasPaused) hasChanges = stop.aborted
      if (!hasChanges) {
        // Ends when the next command is sent.
        void client.idle().catch(() => undefined)
        await new Promise<void>((resolve) => {
          wakeUp = resolve
        })
      }
      hasChanges = false
      isPaused = false
    },
    end(): void {
      poll.stop()
      stop.removeEventListener('abort', notify)
    },
  }
}
