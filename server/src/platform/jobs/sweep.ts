import type { Clock } from '../clock.ts'
import { outOfShare } from '../database/connection-shares.ts'
import type { Log } from '../log.ts'

/** Background work of a process. Only a process with the worker role starts it. */
export interface BackgroundWork {
  start(): void
  /** Resolves when nothing runs and nothing will start. */
  stop(): Promise<void>
}

export interface Sweep extends BackgroundWork {
  /** Runs the work now, or once more after the current run. Does nothing before `start`. */
  wake(): void
}

/**
 * Runs `work` at the start, then every `everyMs`, and again at once while it reports `more`; never twice at the same time. A failure is
 * logged, and the next run tries again.
 */
export const createSweep = (
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  {
    name,
    everyMs,
    work,
  }: {
    readonly name: string
    readonly everyMs: number
    readonly work: () => Promise<{ readonly more: boolean }>
  },
): Sweep => {
  let timer: { stop(): void } | undefined
  let running: Promise<void> | undefined
  let wanted = false
  let stopped = false

  const run = async (): Promise<void> => {
    do {
      wanted = false
      try {
        wanted = (await work()).more || wanted
      } catch (error) {
        log.error('a sweep failed', { sweep: name, error })
      }
    } while (wanted && !stopped)
  }

  const wake = (): void => {
    if (timer === undefined || stopped) return
    wanted = true
    running ??= outOfShare(run).finally(() => {
      running = undefined
      // `wake` was called after the last check of `wanted`.
      if (wanted) wake()
    })
  }

  return {
    start() {
      if (timer !== undefined || stopped) return
      timer = clock.every(everyMs, wake)
      wake()
    },
    wake,
    async stop() {
      stopped = true
      timer?.stop()
      await running
    },
  }
}
