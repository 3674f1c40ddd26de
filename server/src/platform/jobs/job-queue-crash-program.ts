import { openDatabase, sql } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createJobs } from './job-queue.ts'

/**
 * A process for the crash tests. It runs jobs of the given name up to the given point, prints a line, and waits to be killed.
 * `in-handler`: the handler has not written its effect yet. `before-completion`: it has, but the job is not completed.
 */
const [connectionString = '', name = '', point = ''] = process.argv.slice(2)
const db = openDatabase(connectionString)

createJobs({
  db,
  log: createLog({ level: 'silent' }),
  handlers: {
    async [name](payload) {
      const { n } = payload as { n: number }
      if (point === 'before-completion') await db.run(sql`insert into marks (n) values (${n})`)
      process.stdout.write('runs\n')
      // Never resolves: the process is killed here.
      await new Promise(() => undefined)
    },
  },
}).start()
