import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

export interface Repeated {
  /** Runs now, or once more after the run that is under way. */
  wake(): void
  /** Resolves when no run is under way and none will come. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `everyMs`, and again at once as long as it says that there is more; never twice at the same time. A failure is
 * logged and the next turn tries again.
 */
export const repeat = (options: {
  readonly name: string
  readonly clock: Clock
  readonly log: Log
  readonly everyMs: number
  readonly work: () => Promise<{ readonly more: boolean }>
}): Repeated => {
  const { name, clock, log, everyMs, work } = options
  let running: Promise<void> | undefined
  let wanted = false
  let stopped = false

  const run = async (): Promise<void> => {
    do {
      wanted = false
      try {
        wanted = (await work()).more || wanted
      } catch (error) {
        log.error('a repeated work failed', { sweep: name, error })
      }
    } while (wanted && !stopped)
  }

  const wake = (): void => {
    if (stopped) return
    wanted = true
    running ??= run().finally(() => {
      running = undefined
    })
  }

  const timer = clock.every(everyMs, wake)
  return {
    wake,
    async stop() {
      stopped = true
      timer.stop()
      await running
    },
  }
}
