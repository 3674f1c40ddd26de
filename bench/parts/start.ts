import { setTimeout as pause } from 'node:timers/promises'
import { residentMegabytes } from '../../server/testing/processor-time.ts'
import { startGalla } from '../galla-process.ts'
import { median } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'

const STARTS = 3
const IDLE_MS = 8_000
const READY_SECONDS_GOAL = 3
const IDLE_MEGABYTES_GOAL = 250

/** Measures the time until the program is ready, on an existing data folder, and its memory without requests. */
export const measureStart = async (dataDir: string, ending: AbortSignal): Promise<Chapter> => {
  const first = await startGalla(dataDir, ending)
  await first.stop()
  const readySeconds: number[] = []
  let idleMegabytes: number | undefined
  for (let number = 1; number <= STARTS; number += 1) {
    const galla = await startGalla(dataDir, ending)
    readySeconds.push(galla.readyMs / 1000)
    if (number === STARTS) {
      await pause(IDLE_MS)
      idleMegabytes = residentMegabytes(galla.pid)
    }
    await galla.stop()
  }
  const seconds = median(readySeconds)
  return {
    title: 'Starting',
    how: `From the start of the process to the first /readyz that says so; the median of ${STARTS} starts on a data folder that exists. Memory is what is resident ${IDLE_MS / 1000} s after the start.`,
    figures: [
      {
        what: 'start to ready, after a first run',
        goal: `≤ ${READY_SECONDS_GOAL} s`,
        measured: `${digits(seconds, 2)} s (${readySeconds.map((each) => digits(each, 2)).join(', ')})`,
        met: seconds <= READY_SECONDS_GOAL,
      },
      {
        what: 'the first run, which makes the database',
        measured: `${digits(first.readyMs / 1000, 2)} s`,
      },
      {
        what: 'idle memory without the database',
        goal: `≤ ${IDLE_MEGABYTES_GOAL} MB`,
        ...(idleMegabytes === undefined
          ? { measured: 'only where there is /proc' }
          : { measured: `${digits(idleMegabytes, 0)} MB`, met: idleMegabytes <= IDLE_MEGABYTES_GOAL }),
      },
    ],
  }
}
