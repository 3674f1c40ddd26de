import { monotonicMs } from '../platform/clock.ts'
import { outOfShare } from '../platform/database/connection-shares.ts'
import type { Platform } from '../platform/feature.ts'
import { createRunningWork } from '../platform/jobs/running-work.ts'
import { type BackgroundWork, createSweep } from '../platform/jobs/sweep.ts'
import { failureLogger } from '../platform/log.ts'
import { translatorOf } from '../platform/mail/translator.ts'
import { type Notice, noticeText } from './notice.ts'
import {
  abandonOldest,
  claimTarget,
  deleteTarget,
  finishNotices,
  listDueTargets,
  listWaiting,
  releaseTarget,
} from './notice-store.ts'
import type { PushSubscription } from './push-message.ts'
import { type SendNoticeDeps, type SentNotice, sendPush, sendTelegram } from './send-notice.ts'
import type { ClaimedTarget } from './target.ts'
import { openAddress } from './target-store.ts'

export interface TellingDeps extends Pick<Platform, 'db' | 'log' | 'secrets'>, SendNoticeDeps {}

const SWEEP_MS = 500
const LEASE_BYTES = 16
/** After this it is no news. */
export const WAIT_HOURS = 24
/** Attempts of this process at once; those that failed or were slow the last time share fewer, so that they delay no others. */
const AT_ONCE_MAX = 100
const FAILING_AT_ONCE_MAX = 30
const OF_A_MERCHANT_MAX = 3
/** A service that takes longer counts as failing. */
const SLOW_MS = 2_000
/** One text tells of so many; those that wait for a target that does not answer are kept up to this. */
const BATCH_MAX = 100
/** Telegram takes one message a second for a chat. */
const CHAT_REST_SECONDS = 1.1
const FIRST_REST_SECONDS = 3
const REST_SECONDS_MAX = 3_600

/** 3 s, 9 s, 27 s, … 1 h. */
export const restAfter = (failures: number): number =>
  Math.min(FIRST_REST_SECONDS ** Math.min(failures, 10), REST_SECONDS_MAX)

export interface Telling extends BackgroundWork {
  /** Starts to tell what is due now. */
  readonly findDue: () => Promise<{ readonly more: boolean }>
  /** Resolves when nothing is being notified. */
  readonly idle: () => Promise<void>
}

interface Waiting {
  readonly key: string
  readonly notice: Notice
}

/**
 * Tells what waits. A target is claimed as a whole, for one attempt at a time, and rests after a failure: one that hangs or refuses delays
 * nothing else. After a crash between sending and recording it is sent again.
 */
export const createTelling = (deps: TellingDeps): Telling => {
  const work = createRunningWork()
  const onError = failureLogger(deps.log, 'notices')
  /** Who is being notified, and whether they failed before. */
  const running: { readonly merchantId: string; readonly isFailing: boolean }[] = []

  const hasPlace = (merchantId: string, isFailing: boolean): boolean =>
    running.length < AT_ONCE_MAX &&
    running.filter((one) => one.merchantId === merchantId).length < OF_A_MERCHANT_MAX &&
    (!isFailing || running.filter((one) => one.isFailing).length < FAILING_AT_ONCE_MAX)

  const findDue = async (): Promise<{ more: boolean }> => {
    for (const { failures, ...target } of await listDueTargets(deps.db, WAIT_HOURS, 2 * AT_ONCE_MAX)) {
      const one = { merchantId: target.merchantId, isFailing: failures > 0 }
      if (!hasPlace(one.merchantId, one.isFailing)) continue
      const claimed = await claimTarget(deps.db, target, deps.ids.token(LEASE_BYTES))
      if (claimed === undefined) continue
      running.push(one)
      const sent = outOfShare(() => tellTarget(deps, claimed))
        .catch(onError)
        .finally(() => void running.splice(running.indexOf(one), 1))
      void work.track(sent)
    }
    return { more: false }
  }
  const sweep = createSweep(deps, { name: 'notices', everyMs: SWEEP_MS, work: () => work.track(findDue()) })
  return {
    start: sweep.start,
    findDue,
    async stop() {
      await sweep.stop()
      await work.idle()
    },
    idle: work.idle,
  }
}

/** Tells a claimed target everything that waits for it, as one text. */
const tellTarget = async (deps: TellingDeps, claimed: ClaimedTarget): Promise<void> => {
  const waiting = await listWaiting(deps.db, claimed, WAIT_HOURS, BATCH_MAX)
  const startedMs = monotonicMs()
  const sent: SentNotice = waiting.length === 0 ? { kind: 'accepted' } : await send(deps, claimed, waiting)
  await record(deps, claimed, waiting, sent, monotonicMs() - startedMs >= SLOW_MS)
}

const send = (
  deps: TellingDeps,
  claimed: ClaimedTarget,
  waiting: readonly Waiting[],
): Promise<SentNotice> => {
  const { language, way } = claimed
  const text = noticeText(
    translatorOf(language),
    waiting.map(({ notice }) => notice),
  )
  const toSend = { ...text, language, tag: waiting[0]?.key ?? '' }
  const address = openAddress(deps.secrets, claimed)
  return way === 'push'
    ? sendPush(deps, JSON.parse(address) as PushSubscription, toSend)
    : sendTelegram(deps, address, toSend)
}

const record = (
  { db }: TellingDeps,
  claimed: ClaimedTarget,
  waiting: readonly Waiting[],
  sent: SentNotice,
  isSlow: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    const isNotified = sent.kind === 'accepted' && waiting.length > 0
    const failures = sent.kind === 'failed' ? claimed.failures + 1 : isSlow ? 1 : 0
    const end = { isNotified, failures, problem: 'problem' in sent ? sent.problem : null }
    if (!(await releaseTarget(tx, claimed, { ...end, restSeconds: restOf(claimed, sent, failures) }))) return
    if (sent.kind === 'gone') await deleteTarget(tx, claimed)
    else if (sent.kind === 'failed') await abandonOldest(tx, claimed, BATCH_MAX)
    else
      await finishNotices(
        tx,
        claimed,
        waiting.map(({ key }) => key),
      )
  })

const restOf = ({ way }: ClaimedTarget, sent: SentNotice, failures: number): number => {
  if (sent.kind === 'failed') return Math.max(sent.retryAfterSeconds ?? 0, restAfter(failures))
  return way === 'telegram' ? CHAT_REST_SECONDS : 0
}
