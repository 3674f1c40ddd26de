import { readFileSync } from 'node:fs'
import type { Clock } from '../clock.ts'

/** Work that uses less processor time ends after this many times its limit. */
const WAITS_MAX = 6
/** Work that has a processor for itself is ended by the first look. */
const USED_SHARE = 0.8

export interface LimitedWork {
  /** What it has used until now. */
  usedMs(): number
  stop(): void
}

/**
 * Calls `onOver` when a process has worked for `msMax` from now on: in processor time where the system counts it, because on a busy machine
 * innocent work waits.
 */
export const limitWork = (clock: Clock, pid: number, msMax: number, onOver: () => void): LimitedWork => {
  const startedMs = clock.now().getTime()
  const before = processorMs(pid)
  const used = (): number | undefined => {
    const after = processorMs(pid)
    return before === undefined || after === undefined ? undefined : after - before
  }
  const look = (looks: number) =>
    clock.after(msMax, () => {
      if (looks >= WAITS_MAX || (used() ?? msMax) >= msMax * USED_SHARE) onOver()
      else timer = look(looks + 1)
    })
  let timer = look(1)
  return { usedMs: () => used() ?? clock.now().getTime() - startedMs, stop: () => timer.stop() }
}

/** The kernel counts in hundredths of a second on every machine that Node runs on. */
const MS_PER_TICK = 10

/** The processor time that a process has used; undefined if the system has no /proc. */
const processorMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may contain spaces. After it: state, ppid, …, utime (12th), stime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return undefined
  }
}
