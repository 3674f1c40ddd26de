import type { MailboxProblem } from '@galla/contract/bank-emails/bank-emails'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { monotonicMs, waitRealMs } from '../platform/clock.ts'
import type { RateLimit } from '../platform/http/rate-limit.ts'
import { whileLeased } from '../platform/jobs/lease.ts'
import { UncheckedSignatureError } from './check-signature.ts'
import { type MailboxPosition, retryDelayMs } from './mailbox.ts'
import { problemOf, ReaderRestartedError } from './mailbox-problem.ts'
import { decryptLogin, type MailboxRow, releaseMailbox, renewMailbox } from './mailbox-store.ts'
import { type ImapSettings, type OpenFolder, openMailbox } from './reading/connect-mail-server.ts'
import type { MailReader } from './reading/mail-reader.ts'
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
  readonly reader: MailReader
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

/** A server that reports changes without an end is asked once in this time. Real time, as the work is. */
const ROUND_MS = 1_000

/** Of a mailbox that failed so, the failures still count until it was read for this time: its attack may come after each login. */
const SUSPICIOUS: ReadonlySet<unknown> = new Set<MailboxProblem>(['too_much', 'unusable'])
const TRUSTED_MS = 10 * 60_000

/** Reads a mailbox until the connection breaks, the mailbox is changed, or `stop`. Never throws. */
export const watchMailbox = (deps: WatchDeps, row: MailboxRow): MailboxWatch => {
  const stopping = new AbortController()
  let restMs = 0
  const reading = whileLeased(
    () => renewMailbox(deps.db, ownedBy(deps, row)),
    () => readUntilDisconnected(deps, row, stopping.signal),
  )
  const ended = reading.then(async (end) => {
    if (end === 'taken') return
    const { failures, problem, stuckUid } = end
    const delay = end.isFailure ? retryDelayMs(end.failures, end.problem) : restMs
    const nextAttemptAt = new Date(deps.clock.now().getTime() + delay)
    if (end.isFailure) await recordFailure(deps, row)
    await releaseMailbox(deps.db, ownedBy(deps, row), { failures, problem, nextAttemptAt, stuckUid })
  })
  return {
    connectedAt: row.connectedAt,
    startedAt: deps.clock.now(),
    ended: ended.catch(deps.onError),
    stop(afterMs = 0) {
      restMs = afterMs
      stopping.abort()
    },
  }
}

const ownedBy = ({ workerId }: WatchDeps, { merchantId, accountId, connectedAt }: MailboxRow) => ({
  merchantId,
  accountId,
  workerId,
  connectedAt,
})

const recordFailure = ({ db, clock }: WatchDeps, { merchantId, accountId }: MailboxRow): Promise<void> =>
  recordHeartbeat(db, { merchantId, accountId, source: 'mailbox', kind: 'failure' }, clock.now())

/** What is known of the mailbox when its reading ends. */
interface State {
  readonly isFailure: boolean
  readonly failures: number
  readonly problem: MailboxProblem | null
  readonly stuckUid: number | null
}
interface Failure extends State {
  readonly isFailure: true
  readonly problem: MailboxProblem
}
type End = 'taken' | Failure | (State & { readonly isFailure: false })

const readUntilDisconnected = async (deps: WatchDeps, row: MailboxRow, stop: AbortSignal): Promise<End> => {
  const { failures, problem, stuckUid } = row
  let state: State & { readonly isFailure: false } = { isFailure: false, failures, problem, stuckUid }
  const isTrusted = trustOf(deps, row)
  const changes = listenForChanges(deps, stop)
  try {
    const folder = await openMailbox(decryptLogin(deps.secrets, row), { ...deps, changed: changes.notify })
    changes.listenTo(folder)
    try {
      const key = `${row.merchantId} ${row.accountId}`
      const mayFetch = () => !stop.aborted && deps.fetches.take(key).allowed
      const opened = { ...openedFolder(deps, row, folder), mayFetch, isTrusted }
      let position = startPosition(folder, positionOf(row))
      while (!stop.aborted) {
        const taken = await takeInFolder(deps, opened, position)
        position = taken.position
        state = { ...state, failures: isTrusted() ? 0 : failures, problem: null, stuckUid: null }
        await changes.next(taken.isPaused)
      }
      return state
    } finally {
      folder.mail.close()
    }
  } catch (error) {
    if (error instanceof MailboxTakenError) return 'taken'
    if (stop.aborted || error instanceof ReaderRestartedError) return state
    return failureOf(deps, error, state)
  } finally {
    changes.end()
  }
}

const trustOf = ({ clock }: WatchDeps, { problem }: MailboxRow): (() => boolean) => {
  const sinceMs = clock.now().getTime()
  return () => !SUSPICIOUS.has(problem) || clock.now().getTime() - sinceMs >= TRUSTED_MS
}

const failureOf = ({ onError }: WatchDeps, error: unknown, { failures, stuckUid }: State): Failure => {
  if (!(error instanceof StuckMessageError)) {
    const problem = error instanceof UncheckedSignatureError ? 'dns_unchecked' : problemOf(error)
    if (problem === 'unusable') onError(error)
    return { isFailure: true, failures: failures + 1, problem, stuckUid }
  }
  const { cause, uid, isPassed } = error
  const problem = problemOf(cause)
  if (isPassed) onError(error)
  // An unusable reply is the message's fault. A broken connection may be the server's, so the next attempts come later and later.
  const isOver = isPassed && problem === 'unusable'
  return {
    isFailure: true,
    failures: isOver ? BATCH_TRIES : failures + 1,
    problem,
    stuckUid: isPassed ? null : uid,
  }
}

const openedFolder = (
  deps: WatchDeps,
  row: MailboxRow,
  folder: OpenFolder,
): Omit<OwnedFolder, 'mayFetch' | 'isTrusted'> => ({
  owned: ownedBy(deps, row),
  recipient: row.recipient,
  folder,
  since: row.connectedAt,
  isLastTry: row.problem === 'dns_unchecked' && row.failures >= UNCHECKED_TRIES,
  isOneByOne: row.problem !== 'dns_unchecked' && row.failures >= BATCH_TRIES,
  stuckUid: row.uidValidity === folder.uidValidity ? (row.stuckUid ?? 0) : undefined,
})

const positionOf = ({ uidValidity, lastUid }: MailboxRow): MailboxPosition | undefined =>
  uidValidity === null || lastUid === null ? undefined : { uidValidity, lastUid }

/** Listens to the server, the clock and `stop`. A change while the folder is being read counts for the next round. */
const listenForChanges = ({ clock }: WatchDeps, stop: AbortSignal) => {
  let hasChanges = false
  let isPaused = false
  let roundAtMs = monotonicMs()
  let mail: OpenFolder['mail'] | undefined
  let wakeUp = (): void => undefined
  const notify = (): void => {
    hasChanges = true
    wakeUp()
  }
  const poll = clock.every(POLL_MS, notify)
  stop.addEventListener('abort', notify)
  return {
    listenTo(folder: OpenFolder): void {
      mail = folder.mail
      void mail.ended.then(notify)
    },
    /** The server reports a change. */
    notify(): void {
      if (!isPaused) notify()
    },
    /** Resolves when there may be something to read. After a pause, only the next poll counts. */
    async next(wasPaused: boolean): Promise<void> {
      isPaused = wasPaused
      if (wasPaused) hasChanges = stop.aborted
      if (!hasChanges) {
        mail?.idle()
        await new Promise<void>((resolve) => {
          wakeUp = resolve
        })
      }
      await waitRealMs(Math.max(0, roundAtMs + ROUND_MS - monotonicMs()), stop).catch(() => undefined)
      roundAtMs = monotonicMs()
      hasChanges = false
      isPaused = false
    },
    end(): void {
      poll.stop()
      stop.removeEventListener('abort', notify)
    },
  }
}
