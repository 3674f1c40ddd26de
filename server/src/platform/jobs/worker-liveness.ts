import type { Clock } from '../clock.ts'
import { openDedicatedConnection } from '../database/dedicated-connection.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'

export interface WorkerLiveness {
  /** Names this process in leases; `galla_worker_alive(id)` is true as long as it lives. */
  readonly workerId: string
  stop(): Promise<void>
}

/**
 * Holds the session advisory lock that is named after this process's worker id, on a connection of its own. It ends with the
 * process, however that ends, and with it every lease in its name. When the connection breaks it is taken again.
 */
export const startWorkerLiveness = async (deps: {
  readonly connectionString: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}): Promise<WorkerLiveness> => {
  const { connectionString, clock, ids, log } = deps
  const workerId = `wrk_${ids.ulid(clock.now())}`
  const connection = await openDedicatedConnection({
    connectionString,
    applicationName: 'galla worker',
    clock,
    async prepare(client) {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(galla_worker_lock($1)) as taken',
        [workerId],
      )
      // The server has yet to notice that the connection before is gone. It is tried again; until then that one proves us alive.
      if (rows[0]?.taken !== true) throw new Error('the former connection still holds the lock')
    },
    onLost: (error) => log.warn('the connection that proves the worker alive was lost', { workerId, error }),
  })
  return { workerId, stop: () => connection.close() }
}
