import type { SilenceReason, SourceEventName, SourceEventPayload } from '@galla/contract/webhooks/webhook'
import { silenceReason } from '../payment-accounts/source-health.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { addJob } from '../platform/jobs/job-queue.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { recordOtherEvent } from '../webhooks/events/record-other-event.ts'
import { missesPayments } from './missed-payments.ts'
import { listReportedPayments } from './missed-payments-store.ts'
import { createPhoneHearing, type Hearing } from './phone-hearing.ts'
import {
  endSilence,
  endSilenceOf,
  listWatchedSources,
  openSilence,
  type WatchedSource,
} from './silence-store.ts'
import { SOURCE_MAIL_JOB, type SourceMail } from './source-mail.ts'

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
}
