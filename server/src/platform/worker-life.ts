import { Client } from 'pg'
import type { Clock, Timer } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Log } from './log.ts'

export interface WorkerLife {
  /** Names this process in leases; `galla_worker_alive(id)` is true as long as it lives. */
  readonly workerId: string
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/**
 * Holds the session advisory lock that is named after this process's worker id, on a connection of its own. It ends with the
 * process, however that ends, and with it every lease in its name. When the connection breaks it is taken again.
 */
export const startWorkerLife = async (deps: {
  readonly connectionString: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}): Promise<WorkerLife> => {
  const { connectionString, clock, ids, log } = deps
  const workerId = `wrk_${ids.ulid(clock.now())}`
  let client: Client | undefined
  let retry: Timer | undefined
  let stopped = false

  const hold = async (): Promise<void> => {
    const next = new Client({ connectionString, application_name: 'galla worker', keepAlive: true })
    const lost = (error?: Error): void => {
      if (client !== next || stopped) return
      client = undefined
      log.warn('the connection that proves the worker alive was lost', { workerId, error })
      void next.end().catch(() => {})
      holdLater()
    }
    next.on('error', lost)
    next.on('end', () => lost())
    client = next
    await next.connect()
    await next.query('select pg_advisory_lock(galla_worker_lock($1))', [workerId])
  }

  const holdLater = (): void => {
    retry = clock.after(RETRY_MS, () => {
      if (stopped || client !== undefined) return
      hold().catch((error) => {
        log.warn('the worker could not prove that it is alive', { workerId, error })
        const failed = client
        client = undefined
        void failed?.end().catch(() => {})
        holdLater()
      })
    })
  }

  await hold()
  return {
    workerId,
    async stop() {
      stopped = true
      retry?.stop()
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
