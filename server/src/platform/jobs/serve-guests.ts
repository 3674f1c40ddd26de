import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { monotonicMs, waitRealMs } from '../clock.ts'
import type { FromGuest, ToGuest } from './shared-child.ts'

/** What a process of `createSharedChild` does for one guest. */
export interface GuestWork {
  take(message: unknown): void
  /** True while data of the last message is being parsed. False while it waits for more. */
  readonly isBusy: boolean
  end(): void
}

/** A turn that only waits, such as for a pause that a server asked for, does not hold up the others for longer. */
const TURN_MS_MAX = 1_000
const SPINS = 50
const PAUSE_MS = 2

/** Serves `createSharedChild` in a child process: handles one message after the other, and reports the end of each turn. */
export const serveGuests = (start: (send: (message: unknown) => void) => GuestWork): void => {
  const works = new Map<number, GuestWork>()
  process.on('message', async (sent: ToGuest) => {
    if ('left' in sent) {
      works.get(sent.left)?.end()
      works.delete(sent.left)
      return
    }
    const { guest, message } = sent
    const work = works.get(guest) ?? start((answer) => report({ guest, message: answer }))
    works.set(guest, work)
    const before = process.cpuUsage()
    work.take(message)
    await untilIdle(work)
    const { user, system } = process.cpuUsage(before)
    report({ turnedMs: (user + system) / 1_000 })
  })
  // The child ends with its parent.
  process.on('disconnect', () => process.exit(0))
  report('ready')
}

const report = (message: FromGuest): void => void process.send?.(message)

const untilIdle = async (work: GuestWork): Promise<void> => {
  const startedMs = monotonicMs()
  await turnOfTheLoop()
  await turnOfTheLoop()
  for (let n = 0; work.isBusy && monotonicMs() - startedMs < TURN_MS_MAX; n += 1)
    await (n < SPINS ? turnOfTheLoop() : waitRealMs(PAUSE_MS))
}
