import { HOUR_MS } from '@galla/contract/durations'

export interface Runs {
  readonly first_started_at: Date
  readonly last_started_at: Date
  readonly succeeded_at: Date | null
}

/** True if a run is due: after the interval, or an hour after a failed run. */
export const isDue = (runs: Runs | undefined, everyMs: number, now: Date): boolean => {
  if (runs === undefined) return true
  const sinceSuccess = runs.succeeded_at === null ? everyMs : now.getTime() - runs.succeeded_at.getTime()
  const failedLast = runs.succeeded_at === null || runs.succeeded_at < runs.last_started_at
  const sinceTry = now.getTime() - runs.last_started_at.getTime()
  return sinceSuccess >= everyMs && (!failedLast || sinceTry >= HOUR_MS)
}

/** True after one and a half intervals without a successful run. */
export const isOverdue = (runs: Runs | undefined, everyMs: number, now: Date): boolean => {
  if (runs === undefined) return false
  const since = runs.succeeded_at ?? runs.first_started_at
  return now.getTime() - since.getTime() > 1.5 * everyMs
}

const ARCHIVE = /^archives\/galla-\d{8}T\d{9}Z-([0-9a-f]{16})\.tar\.age$/
export const ARCHIVES = 'archives'

/** An archive at a target, and the installation that made it. */
export interface Archive {
  readonly name: string
  readonly installation: string
}

/** Builds the name of an archive. Names of an installation sort by time. */
export const archiveName = (at: Date, installation: string): string =>
  `${ARCHIVES}/galla-${at.toISOString().replace(/[-:.]/g, '')}-${installation}.tar.age`

/** Lists the archives among the files of a target, newest first. */
export const archivesOf = (names: readonly string[]): Archive[] =>
  names
    .flatMap((name) => {
      const installation = ARCHIVE.exec(name)?.[1]
      return installation === undefined ? [] : [{ name, installation }]
    })
    .sort((one, other) => (one.name < other.name ? 1 : -1))

/** Lists an installation's archives except the newest `keep` (at least one), and the files of interrupted uploads. */
export const archivesToDelete = (names: readonly string[], keep: number, installation: string): string[] => [
  ...archivesOf(names)
    .filter((archive) => archive.installation === installation)
    .slice(Math.max(keep, 1))
    .map(({ name }) => name),
  ...names.filter(
    (name) => name.startsWith(`${ARCHIVES}/galla-`) && name.endsWith(`-${installation}.tar.age.part`),
  ),
]
