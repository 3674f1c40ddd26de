import { readFileSync } from 'node:fs'
import { childrenOf } from '../cluster/cluster-processes.ts'

/** Of Linux on each machine that Citus is packaged for. */
const MS_OF_TICK = 10

/** Of a process: its own fields 14 and 15, and those of its children that ended, 16 and 17. */
const ticksOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}

/** The processor time that these processes and all of their children have used. */
export const processorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + ticksOf(pid) * MS_OF_TICK + processorMs(childrenOf(pid)), 0)
