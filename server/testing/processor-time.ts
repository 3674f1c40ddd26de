import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second on every machine that Node runs on. */
const MS_PER_TICK = 10

/** Processor time so far, in milliseconds. */
export interface ProcessorTime {
  /** The program's own process. */
  readonly serverMs: number
  /** Every process below it: the database's. */
  readonly databaseMs: number
  /** Of the whole machine, by any program. */
  readonly machineMs: number
}

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ownMs: number
  /** Of children that have ended. */
  readonly endedMs: number
}

/** Undefined where the system has no /proc. */
export const readProcessorTime = (serverPid: number): ProcessorTime | undefined => {
  const all = readStats()
  const server = all?.get(serverPid)
  if (all === undefined || server === undefined) return undefined
  const below = descendants(all, serverPid)
  return {
    serverMs: server.ownMs,
    databaseMs: below.reduce((sum, each) => sum + each.ownMs + each.endedMs, 0),
    machineMs: machineMs(),
  }
}

export const processorTimeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  serverMs: after.serverMs - before.serverMs,
  databaseMs: after.databaseMs - before.databaseMs,
  machineMs: after.machineMs - before.machineMs,
})

/** How much of the processor time that was used on the machine neither the program nor its senders used, 0 to 1. */
export const shareOfOthers = (used: ProcessorTime, clientMs: number): number =>
  Math.max(0, 1 - (used.serverMs + used.databaseMs + clientMs) / Math.max(1, used.machineMs))

const readStats = (): Map<number, Stat> | undefined => {
  let names: string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return undefined
  }
  const found = names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readStat(Number(name)) ?? [])
  return found.length === 0 ? undefined : new Map(found.map((stat) => [stat.pid, stat]))
}

const readStat = (pid: number): Stat | undefined => {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  // The name stands in brackets and may itself hold spaces and brackets. After it: state, ppid, …, utime (12th).
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = (from: number): number => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * MS_PER_TICK
  return { pid, parent: fields[1] ?? 0, ownMs: ticks(11), endedMs: ticks(13) }
}

const descendants = (all: ReadonlyMap<number, Stat>, root: number): Stat[] => {
  const found: Stat[] = []
  const open = [root]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const stat of all.values()) {
      if (stat.parent !== pid) continue
      found.push(stat)
      open.push(stat.pid)
    }
  }
  return found
}

/** user, nice, system, idle, iowait, irq, softirq, steal: all but idle and iowait. */
const machineMs = (): number => {
  const fields =
    (read('/proc/stat') ?? '').split('\n', 1)[0]?.trim().split(/\s+/).slice(1, 9).map(Number) ?? []
  const busy = fields.reduce((sum, ticks, index) => (index === 3 || index === 4 ? sum : sum + ticks), 0)
  return busy * MS_PER_TICK
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
