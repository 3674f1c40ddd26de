import { type Base, basesOf } from './point-in-time.ts'
import { ArchiveError } from './tar.ts'

export interface BaseChoice {
  /** Undefined: to the end of the archived log. */
  readonly until: Date | undefined
  /** The name of the base backup that the operator gave. */
  readonly named: string | undefined
}

/**
 * Chooses the base backups to try, newest first. Throws an ArchiveError when there is none, or when the operator has to choose: the log of
 * one database cannot be replayed on the copy of another.
 */
export const chooseBases = (names: readonly string[], { until, named }: BaseChoice): Base[] => {
  const all = basesOf(names)
  if (named !== undefined && all.every(({ name }) => name !== named))
    throw new ArchiveError(
      `BACKUP_URL has no base backup ${named}. It has ${all.map(({ name }) => name).join(', ') || 'none'}`,
    )
  const bases = all.filter(
    ({ name, startedAt }) =>
      (until === undefined || startedAt < until) && (named === undefined || name === named),
  )
  if (bases.length === 0) throw new ArchiveError('BACKUP_URL has no base backup from before that time')
  const newest = [...Map.groupBy(bases, ({ system }) => system).values()].flatMap(([first]) => first ?? [])
  if (newest.length > 1)
    throw new ArchiveError(
      `BACKUP_URL has base backups of ${newest.length} databases. Name the one to restore after the time; the newest of each: ${newest.map(({ name }) => name).join(', ')}`,
    )
  return bases
}
