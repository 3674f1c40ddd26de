const FOLDER = 'point-in-time'
const BASE = /^point-in-time\/(\d{1,20})\/base-(\d{8}T\d{9}Z)-([0-9A-F]{24})\.tar\.gz\.age$/
const LOG = /^point-in-time\/(\d{1,20})\/wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)\.gz\.age$/
export const BASES_KEPT = 2
export const POINT_IN_TIME = FOLDER

/** A base backup at the target, of the cluster with this system identifier. */
export interface Base {
  readonly name: string
  readonly system: string
  readonly startedAt: Date
  readonly firstSegment: string
}

export const baseName = (system: string, startedAt: Date, firstSegment: string): string =>
  `${FOLDER}/${system}/base-${startedAt.toISOString().replace(/[-:.]/g, '')}-${firstSegment}.tar.gz.age`

export const logName = (system: string, file: string): string => `${FOLDER}/${system}/wal/${file}.gz.age`

/** Segments and timeline histories, without the notes that PostgreSQL archives with them. */
export const isLogFile = (file: string): boolean => /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/.test(file)

const timeOf = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))

/** The base backups among the names of a target, newest first. */
export const basesOf = (names: readonly string[]): Base[] =>
  names
    .flatMap((name) => {
      const [, system, at, firstSegment] = BASE.exec(name) ?? []
      return system === undefined || at === undefined || firstSegment === undefined
        ? []
        : [{ name, system, startedAt: timeOf(at), firstSegment }]
    })
    .sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime())

/** The number of a segment within its timeline. */
const sequenceOf = (segment: string): string => segment.slice(8)

/** The archived log that a base backup needs: every history, and segments from its first on. In order. */
export const logOf = (names: readonly string[], base: Base): string[] =>
  names
    .flatMap((name) => {
      const [, system, file] = LOG.exec(name) ?? []
      return system === base.system && file !== undefined ? [file] : []
    })
    .filter((file) => file.endsWith('.history') || sequenceOf(file) >= sequenceOf(base.firstSegment))
    .sort((one, other) => (sequenceOf(one) + one < sequenceOf(other) + other ? -1 : 1))

/** The timeline of a segment or history: a restore to a moment starts a new one. */
const timelineOf = (file: string): string => file.slice(0, 8)

/** True when the log has a timeline that may have branched off from that of a base backup. */
export const hasLaterTimeline = (log: readonly string[], { firstSegment }: Base): boolean =>
  log.some((file) => timelineOf(file) > timelineOf(firstSegment))

const READ_AGAIN = 4
const AHEAD = 8

/** What a server needs that asks for one file of the log: that and the next ones of the timeline, and a few that it may read again. */
export const windowOf = (
  log: readonly string[],
  wanted: string,
): { readonly kept: string[]; readonly next: string[] } => {
  const same = log.filter((file) => timelineOf(file) === timelineOf(wanted))
  const at = same.indexOf(wanted)
  return { kept: same.slice(Math.max(0, at - READ_AGAIN), at + AHEAD), next: same.slice(at, at + AHEAD) }
}

/** Of one cluster: base backups but the newest, log that no kept one needs, and what interrupted writes left. */
export const pointInTimeToDelete = (names: readonly string[], system: string): string[] => {
  const bases = basesOf(names).filter((base) => base.system === system)
  const kept = bases.slice(0, BASES_KEPT)
  const oldLog = names.filter((name) => {
    const [, of, file] = LOG.exec(name) ?? []
    if (of !== system || file === undefined || file.endsWith('.history') || kept.length === 0) return false
    return kept.every((base) => sequenceOf(file) < sequenceOf(base.firstSegment))
  })
  const parts = names.filter((name) => name.startsWith(`${FOLDER}/${system}/base-`) && name.endsWith('.part'))
  return [...bases.slice(BASES_KEPT).map(({ name }) => name), ...oldLog, ...parts]
}
