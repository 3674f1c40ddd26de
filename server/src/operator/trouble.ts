import { MINUTE_MS } from '@galla/contract/durations'
import {
  DISK_LOW,
  type NowTrouble,
  type SystemStatus,
  TROUBLES,
  type TroubleKind,
} from '@galla/contract/operator/operator-system'

interface Counted {
  readonly count: number
  readonly merchants: number
  readonly since: Date | null
}

/** What was read from the database. */
export interface Reading {
  readonly at: Date
  readonly system: SystemStatus
  readonly silentSources: Counted
  readonly failingMailboxes: Counted
  readonly failingEndpoints: Counted
  readonly pendingKyc: Counted
  readonly openCredits: Counted
}

/** The database does not answer, or takes no writes. */
export interface Away {
  readonly kind: 'database_silent' | 'database_read_only'
  readonly since: Date
}

/** `since` is null where only this process can tell when it began. */
export interface Trouble extends Omit<NowTrouble, 'since'> {
  readonly since: Date | null
}

/** Deliveries are due at once, so a queue that is this late does not move. */
const LATE_MS = 5 * MINUTE_MS

/** Lists what is wrong, the worst first. */
export const troublesOf = (
  {
    reading,
    away,
    disk,
  }: {
    readonly reading: Reading | undefined
    readonly away: Away | undefined
    readonly disk: SystemStatus['disk']
  },
  now: Date,
): Trouble[] => {
  const found: Trouble[] = reading === undefined ? [] : troublesIn(reading, now)
  if (disk.freeBytes < DISK_LOW * disk.totalBytes) found.push(troubleOf('disk_low', null))
  if (away !== undefined)
    found.push({ ...away, merchants: reading === undefined ? null : reading.system.merchants })
  return found.sort((one, other) => TROUBLES.indexOf(one.kind) - TROUBLES.indexOf(other.kind))
}

const troubleOf = (kind: TroubleKind, since: Date | string | null): Trouble => ({
  kind,
  since: since === null ? null : new Date(since),
  merchants: null,
})

const troublesIn = (reading: Reading, now: Date): Trouble[] => {
  const { ledger, backups, queue, deliveries } = reading.system
  const { backup, drill } = backups
  const isLate =
    deliveries.oldestDueAt !== null && now.getTime() - Date.parse(deliveries.oldestDueAt) > LATE_MS
  return [
    ...(ledger !== null && ledger.faults > 0 ? [troubleOf('ledger_faults', ledger.checkedAt)] : []),
    ...(backup.problem !== null
      ? [troubleOf('backup_failed', backup.succeededAt)]
      : backup.overdue
        ? [troubleOf('backup_overdue', backup.succeededAt)]
        : []),
    ...(drill.problem !== null || drill.overdue ? [troubleOf('drill_failed', drill.succeededAt)] : []),
    ...(queue.givenUp > 0 ? [troubleOf('jobs_given_up', null)] : []),
    ...(isLate ? [troubleOf('deliveries_late', deliveries.oldestDueAt)] : []),
    ...ofMerchants('sources_silent', reading.silentSources),
    ...ofMerchants('mailboxes_failing', reading.failingMailboxes),
    ...ofMerchants('webhooks_failing', reading.failingEndpoints),
  ]
}

const ofMerchants = (kind: TroubleKind, { count, merchants, since }: Counted): Trouble[] =>
  count === 0 ? [] : [{ kind, since, merchants }]
