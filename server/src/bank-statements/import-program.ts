import { parseArgs } from 'node:util'
import { manualClock, systemClock } from '../platform/clock.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createDiskFiles } from '../platform/files/files.ts'
import { randomIds } from '../platform/ids.ts'
import { importStatement } from './import-statement.ts'
import { createStatementReader } from './statement-reader.ts'

/**
 * For tests: imports one confirmed statement in its own process, and prints how much memory was in use after garbage collections. It can be
 * killed at any time.
 */
const BATCHES_A_LOOK = 10

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    files: { type: 'string', default: '' },
    now: { type: 'string', default: '' },
    merchant: { type: 'string', default: '' },
    statement: { type: 'string', default: '' },
  },
})

const db = openDatabase(values.database, { max: 2 })
const inUse: number[] = []
let batches = 0

const orders = {
  db: {
    ...db,
    transaction: async <T>(work: Parameters<typeof db.transaction<T>>[0]): Promise<T> => {
      const result = await db.transaction(work)
      batches += 1
      if (batches % BATCHES_A_LOOK === 0) {
        globalThis.gc?.()
        const { heapUsed, external } = process.memoryUsage()
        inUse.push(heapUsed + external)
      }
      return result
    },
  },
  clock: manualClock(new Date(values.now)),
  ids: randomIds,
  wakeDeliveries: () => {},
  changed: () => {},
}

const reader = createStatementReader({ clock: systemClock })
await importStatement(
  { orders, reader, files: createDiskFiles(values.files), secrets: secretsFrom(new Uint8Array(32).fill(7)) },
  { merchantId: values.merchant, statementId: values.statement },
  { attempt: 1 },
)
reader.stop()
await db.close()
process.stdout.write(JSON.stringify(inUse))
