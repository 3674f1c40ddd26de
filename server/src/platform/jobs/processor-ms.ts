import { readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second on every machine that Node runs on. */
const MS_PER_TICK = 10

/** The processor time that a process has used; undefined if the system has no /proc. */
export const processorMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may contain spaces. After it: state, ppid, …, utime (12th), stime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return undefined
  }
}
