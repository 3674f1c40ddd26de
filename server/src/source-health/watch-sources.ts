import { DAY_MS } from '@galla/contract/durations'
import type { SilenceReason, SourceEventName, SourceEventPayload } from '@galla/contract/webhooks/webhook'
import { tell } from '../notices/tell.ts'
import { silenceReason, slotOf } from '../payment-accounts/source-health.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { findListening, LISTENING_GAP_SECONDS } from '../platform/http/listening-store.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { addJob } from '../platform/jobs/job-queue.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { recordOtherEvent } from '../webhooks/events/record-other-event.ts'
import { listReportedPayments } from './coverage-store.ts'
import { missesPayments } from './missed-payments.ts'
import {
  deleteExpiredHealth,
  endSilence,
  endSilenceOf,
  listWatchedSources,
  openSilence,
  type WatchedSource,
} from './silence-store.ts'
import { SOURCE_MAIL_JOB, type SourceMail } from './source-mail.ts'

/** Since when our processes could hear a source, and the time now, both by the clock of the process that records its heartbeats. */
interface Hearing {
  readonly since: Date
  readonly now: Date
}

/**
 * The processes that receive a phone's requests record when it was heard, by their own clock. They also renew a note all the time, which shows
 * how far their clock differs from this one.
 */
const createPhoneHearing = (db: Database): ((now: Date, watchingSince: Date) => Promise<Hearing>) => {
  let note: { readonly seenAt: Date; readonly foundAt: Date } | undefined
  return async (now, watchingSince) => {
    const listening = await findListening(db)
    if (listening === undefined) return { since: now, now }
    const { since, seenAt } = listening
    if (note?.seenAt.getTime() !== seenAt.getTime()) note = { seenAt, foundAt: now }
    const ageMs = now.getTime() - note.foundAt.getTime()
    // No process listens.
    if (ageMs > LISTENING_GAP_SECONDS * 1000) return { since: now, now }
    const apartMs = seenAt.getTime() - note.foundAt.getTime()
    const there = (at: Date): Date => new Date(at.getTime() + apartMs)
    return { since: new Date(Math.max(since.getTime(), there(watchingSince).getTime())), now: there(now) }
  }
}

export interface WatchDeps extends RecordEventDeps {
  readonly db: Database
  readonly addJob: typeof addJob
}

const PAGE = 500
/** Per source, so that one that comes and goes all day does not flood the merchant. */
export const MAILS_A_DAY_MAX = 3
/** Longer than the usual window of an order. */
const ORDER_HOURS = 24
/** Alerts, which tell a phone's report from a mailbox's, are kept for longer. */
const COMPARED_DAYS = 14
/** After a longer gap between two rounds, this program was suspended and received nothing. */
const ASLEEP_MS = 120_000

/** Judges all sources, round by round. */
export interface SourceWatch {
  readonly run: () => Promise<{ readonly more: boolean }>
}

/**
 * Finds sources that fell silent and sources that are back, and records each change once: its row, its event and its e-mail are one
 * transaction, and only one silence of a source can be open. Silence counts from when this process began to run, and that of a phone
 * from when others began to take requests, so that an outage of our processes is not a silence.
 */
export const createSourceWatch = (deps: WatchDeps): SourceWatch => {
  const { db, clock } = deps
  let watchingSince: Date | undefined
  let lastRun: Date | undefined
  const phoneHearing = createPhoneHearing(db)
  return {
    run: async () => {
      const now = clock.now()
      const slept = lastRun !== undefined && now.getTime() - lastRun.getTime() > ASLEEP_MS
      if (watchingSince === undefined || slept) watchingSince = now
      lastRun = now
      const phone = await phoneHearing(now, watchingSince)
      const other: Hearing = { since: watchingSince, now }
      const errors: unknown[] = []
      let after = { merchantId: '', accountId: '', source: '' }
      for (;;) {
        const ordersFrom = firstUlidAt(new Date(now.getTime() - ORDER_HOURS * 3_600_000))
        const page = await listWatchedSources(db, { now, ordersFrom, after, limit: PAGE })
        // A failure of one merchant must not stop the others.
        for (const each of page)
          await judge(deps, each, now, each.source === 'phone' ? phone : other).catch((error: unknown) => {
            errors.push(error)
          })
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE) break
        after = last
      }
      if (errors.length > 0) throw new AggregateError(errors, 'sources could not be judged')
      return { more: false }
    },
  }
}

const judge = async (deps: WatchDeps, state: WatchedSource, now: Date, hearing: Hearing): Promise<void> => {
  if (state.silence !== null) {
    // It was marked as no longer used while another worker found it silent.
    if (!state.isUsed) await deps.db.transaction((tx) => endSilenceOf(tx, state, state.source, now))
    else if (isBack(state)) await recordBack(deps, state, now)
    return
  }
  const reason =
    silenceReason(state, hearing.now, hearing.since) ??
    ((await isMissingPayments(deps, state, now, hearing.since)) ? 'payments' : null)
  if (reason === null) return
  const silence = {
    ...state,
    silenceId: deps.ids.ulid(now),
    reason,
    heardAt: lastHeard(state, reason),
    isMailed: false,
  }
  await deps.db.transaction(async (tx) => {
    const opened = await openSilence(tx, silence, now, MAILS_A_DAY_MAX)
    if (opened !== null) await announce(tx, deps, 'source.silent', state, { ...silence, ...opened })
  })
}

const isMissingPayments = async (
  { db }: WatchDeps,
  state: WatchedSource,
  now: Date,
  watchingSince: Date,
): Promise<boolean> => {
  const { mayMiss, messageAt, connectedAt } = state
  if (!mayMiss || messageAt === null) return false
  const from = firstUlidAt(new Date(now.getTime() - COMPARED_DAYS * 86_400_000))
  const payments = await listReportedPayments(db, state, state.source, { since: connectedAt, from })
  return missesPayments(payments, { messageAt, watchingSince, now })
}

/** Of a source that pings and reports no payments, the last message: a ping does not end that silence. */
const lastHeard = ({ messageAt, heardAt }: WatchedSource, reason: SilenceReason): Date | null =>
  reason === 'payments' ? messageAt : heardAt

/** Heard since the silence, and no call fails. */
const isBack = (state: WatchedSource): boolean => {
  if (state.silence === null || state.failingSince !== null) return false
  const heardAt = lastHeard(state, state.silence.reason)
  return heardAt !== null && (state.silence.heardAt === null || heardAt > state.silence.heardAt)
}

const recordBack = async (deps: WatchDeps, state: WatchedSource, now: Date): Promise<void> => {
  const { silence, merchantId } = state
  if (silence === null) return
  await deps.db.transaction(async (tx) => {
    if (await endSilence(tx, merchantId, silence.silenceId, now))
      await announce(tx, deps, 'source.back', state, silence)
  })
}

const announce = async (
  tx: Transaction,
  deps: WatchDeps,
  event: SourceEventName,
  state: WatchedSource,
  { silenceId, reason, isMailed, heardAt: before }: NonNullable<WatchedSource['silence']>,
): Promise<void> => {
  const { merchantId, source, upiId } = state
  await recordOtherEvent<SourceEventPayload>(tx, deps, merchantId, {
    event,
    sequence: event === 'source.silent' ? 1 : 2,
    mode: 'live',
    silenceId,
    source,
    upiId,
    reason,
    lastHeardAt: before?.toISOString() ?? null,
  })
  if (!isMailed) return
  const at = (event === 'source.silent' ? before : lastHeard(state, reason))?.toISOString() ?? null
  const mail: SourceMail = { merchantId, silenceId, event, source, upiId, reason, at }
  await deps.addJob(tx, SOURCE_MAIL_JOB, { ...mail })
  await tell(tx, { merchantId, key: `${event} ${silenceId}`, notice: { kind: 'source', event, source } })
}

const BATCH = 5_000
/** The pauses of two weeks say how long a source is usually silent. */
const PAUSE_DAYS = 15
const SILENCE_DAYS = 90

/** Deletes the pauses and silences that are too old to matter. */
export const deleteOldHealth = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const expired = { slot: slotOf(daysAgo(PAUSE_DAYS)), endedAt: daysAgo(SILENCE_DAYS) }
  return { more: (await deleteExpiredHealth(db, expired, BATCH)) === BATCH }
}
