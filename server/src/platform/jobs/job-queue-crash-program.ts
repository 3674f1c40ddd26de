import { systemClock } from '../clock.ts'
import { openDatabase, sql } from '../database/database.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { startWorker } from './job-queue.ts'
import { startWorkerLiveness } from './worker-liveness.ts'

/**
 * A process for the crash tests. It runs a job up to the given point, prints its worker id, and waits to be killed.
 * `in-handler`: the handler has not written its effect yet. `before-completion`: it has, but the job is not completed.
 */
const [connectionString = '', point = ''] = process.argv.slice(2)
const deps = { connectionString, clock: systemClock, ids: randomIds, log: createLog({ level: 'silent' }) }
const db = openDatabase(connectionString)
const { workerId } = await startWorkerLiveness(deps)

await startWorker({
  ...deps,
  db,
  workerId,
  handlers: {
    async mark(payload) {
      const { n } = payload as { n: number }
      if (point === 'before-completion')
        await db.run(sql`insert into marks (n, worker) values (${n}, ${workerId})`)
      process.stdout.write(`${workerId}\n`)
      // Never resolves: the process is killed here.
      await new Promise(() => undefined)
    },
  },
})
