import { MINUTE_MS } from '@galla/contract/durations'
import {
  NOW_MINUTES,
  type Now,
  type NowMinute,
  type TroubleKind,
} from '@galla/contract/operator/operator-system'
import { monotonicMs, waitRealMs } from '../platform/clock.ts'
import { isReadOnly, READ_ONLY_QUERY } from '../platform/database/read-only.ts'
import type { Platform } from '../platform/feature.ts'
import { type BackgroundWork, createSweep } from '../platform/jobs/sweep.ts'
import { failureLogger } from '../platform/log.ts'
import type { Metrics, Totals } from '../platform/metrics.ts'
import {
  countFailingEndpoints,
  countFailingMailboxes,
  countOpenCredits,
  countPendingKyc,
  countSilentSources,
} from './now-store.ts'
import { readSystem, type SystemDeps } from './read-system.ts'
import { type Away, type Reading, troublesOf } from './trouble.ts'

/** How often the database is asked whether it answers, and how old what is shown to someone who looks may be. */
const LOOK_MS = 10_000
/** How long a look is waited for. */
const WAIT_MS = 500
/** A little less than that: timers are not exact. */
const SILENT_MS = 450

export interface NowBoardDeps extends SystemDeps, Pick<Platform, 'log' | 'metrics'> {}

/** Knows the state of the installation in the memory of this process, so that an operator can read it while the database is away. */
export interface NowBoard {
  readonly watch: BackgroundWork
  /** Answers within a second. */
  read(): Promise<Now>
}

export const createNowBoard = (deps: NowBoardDeps): NowBoard => {
  const { clock, settings, startedAt } = deps
  const minutes = createMinutes(deps)
  const database = createDatabaseWatch(deps)
  /** Since when this process has known of each trouble. */
  const seen = new Map<TroubleKind, Date>()
  let wellSince: Date | undefined

  const read = async (): Promise<Now> => {
    const disk = await deps.diskSpace()
    const now = clock.now()
    const reading = database.reading()
    const troubles = troublesOf({ reading, away: database.away(), disk }, now)
    for (const kind of seen.keys()) if (!troubles.some((trouble) => trouble.kind === kind)) seen.delete(kind)
    for (const { kind } of troubles) if (!seen.has(kind)) seen.set(kind, now)
    if (troubles.length > 0) wellSince = undefined
    else if (reading !== undefined) wellSince ??= now
    return {
      at: now.toISOString(),
      readAt: reading?.at.toISOString() ?? null,
      wellSince: wellSince?.toISOString() ?? null,
      troubles: troubles.map((trouble) => ({
        ...trouble,
        since: (trouble.since ?? seen.get(trouble.kind) ?? now).toISOString(),
      })),
      waiting:
        reading === undefined
          ? null
          : {
              kyc: reading.pendingKyc.count,
              attention: reading.openCredits.count,
              webhooks: reading.failingEndpoints.count,
              jobs: reading.system.queue.givenUp,
            },
      process: { startedAt: startedAt.toISOString(), role: settings.role },
      minutes: minutes.list(),
    }
  }
  return {
    watch: createSweep(deps, {
      name: 'operator.watch',
      everyMs: LOOK_MS,
      async work() {
        await minutes.note()
        await database.look(MINUTE_MS)
        await read()
        return { more: false }
      },
    }),
    async read() {
      await Promise.race([database.look(LOOK_MS), waitRealMs(WAIT_MS)])
      return read()
    },
  }
}

/** Counts the minutes of the last hour. */
const createMinutes = ({ clock, metrics }: Pick<NowBoardDeps, 'clock'> & { readonly metrics: Metrics }) => {
  let minutes: readonly NowMinute[] = []
  let before: Totals | undefined
  let noted = clock.now()
  return {
    list: () => [...minutes],
    async note(): Promise<void> {
      const now = clock.now()
      if (before !== undefined && now.getTime() - noted.getTime() < MINUTE_MS) return
      const totals = await metrics.totals()
      const since = (figure: keyof Totals): number => totals[figure] - (before?.[figure] ?? 0)
      const minute = {
        at: now.toISOString(),
        orders: since('order_created'),
        credits: since('credit_recorded'),
        delivered: since('delivery_delivered'),
        failed: since('delivery_failed'),
        errors: since('replies_5xx'),
      }
      if (before !== undefined) minutes = [...minutes, minute].slice(-NOW_MINUTES)
      before = totals
      noted = now
    },
  }
}

/** Looks at the database, for everyone who asks meanwhile, once at a time. */
const createDatabaseWatch = (deps: NowBoardDeps) => {
  const { db, clock, log } = deps
  const onError = failureLogger(log, 'operator')
  let reading: Reading | undefined
  let away: Away | undefined
  let looking: { readonly since: Date; readonly startedMs: number; hasAnswered: boolean } | undefined
  let looked: { readonly ageMsMax: number; readonly done: Promise<void> } | undefined

  const goesAway = (kind: Away['kind'], since: Date): void => {
    if (away?.kind !== kind) away = { kind, since }
  }
  const look = async (ageMsMax: number): Promise<void> => {
    const mine = { since: clock.now(), startedMs: monotonicMs(), hasAnswered: false }
    looking = mine
    try {
      if (isReadOnly(await db.rows(READ_ONLY_QUERY))) goesAway('database_read_only', mine.since)
      else away = undefined
    } catch {
      goesAway('database_silent', mine.since)
      return
    } finally {
      mine.hasAnswered = true
    }
    if (reading === undefined || mine.since.getTime() - reading.at.getTime() >= ageMsMax)
      reading = await readDatabase(deps)
  }
  return {
    reading: () => reading,
    away(): Away | undefined {
      if (away !== undefined || looking === undefined || looking.hasAnswered) return away
      const isSilent = monotonicMs() - looking.startedMs >= SILENT_MS
      return isSilent ? { kind: 'database_silent', since: looking.since } : undefined
    },
    look(ageMsMax: number): Promise<void> {
      // One that is under way may be content with an older reading.
      if (looked !== undefined && looked.ageMsMax > ageMsMax)
        return looked.done.then(() => this.look(ageMsMax))
      looked ??= {
        ageMsMax,
        done: look(ageMsMax)
          .catch(onError)
          .finally(() => {
            looked = undefined
          }),
      }
      return looked.done
    },
  }
}

const readDatabase = async (deps: NowBoardDeps): Promise<Reading> => {
  const { db, clock } = deps
  const at = clock.now()
  const [system, silentSources, failingMailboxes, failingEndpoints, pendingKyc, openCredits] =
    await Promise.all([
      readSystem(deps),
      countSilentSources(db),
      countFailingMailboxes(db),
      countFailingEndpoints(db),
      countPendingKyc(db),
      countOpenCredits(db),
    ])
  return { at, system, silentSources, failingMailboxes, failingEndpoints, pendingKyc, openCredits }
}
