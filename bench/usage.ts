import {
  type ProcessorTime,
  processorTimeBetween,
  readProcessorTime,
  shareOfOthers,
} from '../server/testing/processor-time.ts'
import { digits, type Figure } from './report.ts'

export interface Usage {
  readonly used: ProcessorTime
  /** The share of the machine's processor time that neither the server nor the bench used. */
  readonly others: number
}

/** Starts to measure a server's processor time; call the result to stop. Undefined where the system does not report it. */
export const startUsage = (pid: number): (() => Usage | undefined) => {
  const ownBefore = process.cpuUsage()
  const before = readProcessorTime(pid)
  return () => {
    const after = readProcessorTime(pid)
    const own = process.cpuUsage(ownBefore)
    const used = before && after ? processorTimeBetween(before, after) : undefined
    return used && { used, others: shareOfOthers(used, (own.user + own.system) / 1000) }
  }
}

export const usageFigures = (perWhat: string, count: number, usage: Usage | undefined): Figure[] =>
  usage === undefined
    ? []
    : [
        {
          what: `processor time ${perWhat}`,
          measured: `server ${digits(usage.used.serverMs / count, 2)} ms, database ${digits(usage.used.databaseMs / count, 2)} ms`,
        },
        {
          what: 'of all processor time meanwhile, used by others',
          measured: `${digits(100 * usage.others, 0)} %`,
        },
      ]
