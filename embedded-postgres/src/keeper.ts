import { setTimeout as wait } from 'node:timers/promises'
import type { Process } from './server-process.ts'

const RESTART_WAIT_MS_MIN = 100
const RESTART_WAIT_MS_MAX = 5_000

export type KeptServer = {
  /** The server that runs now, or ran last. */
  current(): Process
  /** Stops the server for good. */
  stop(): Promise<void>
}

/**
 * Starts the server again whenever it ends without stop(): after a crash, a full disk, or a signal that was not ours. It never gives
 * up, since what stopped the server (a full disk) may take hours to pass, and the program says meanwhile that it is not ready.
 */
export function keepServer(options: {
  readonly first: Process
  readonly startAgain: () => Promise<Process>
  readonly stopServer: (server: Process) => Promise<void>
  readonly log: (message: string) => void
}): KeptServer {
  const { startAgain, stopServer, log } = options
  let server = options.first
  let restarting: Promise<void> | undefined
  const stopping = new AbortController()

  const restart = async (): Promise<void> => {
    log(`The database ended by itself and is started again. Its last lines:\n${server.lastLines()}`)
    for (let waitMs = RESTART_WAIT_MS_MIN; !stopping.signal.aborted; ) {
      try {
        server = await startAgain()
        return watch()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      waitMs = Math.min(RESTART_WAIT_MS_MAX, 2 * waitMs)
    }
  }
  const watch = (): void => {
    void server.ended.then(() => {
      if (!stopping.signal.aborted) restarting = restart()
    })
  }
  watch()
  return {
    current: () => server,
    async stop() {
      stopping.abort()
      // A start under way ends first: what it started is stopped then.
      await restarting
      await stopServer(server)
    },
  }
}
