import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  type CopiedTable,
  copyIn,
  copyOut,
  listPartitions,
  listTables,
  refill,
  speakPlainly,
} from '../src/platform/copy-tables.ts'
import { prepareJobQueue } from '../src/platform/job-queue.ts'
import { migrate } from '../src/platform/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))

const placeOf = ({ schema, name }: CopiedTable): string => `${schema}.${name}`

/** As an older Galla would hold the same shop: every row of `connectionString`, without the tables and columns that came since. */
export const olderCopyOf = async (connectionString: string, lastMigration: string): Promise<TestDatabase> => {
  const older = await createEmptyDatabase()
  await migrate(older.connectionString, MIGRATIONS_DIR, lastMigration)
  await prepareJobQueue(older.connectionString)
  const [from, to] = [new pg.Client({ connectionString }), new pg.Client(older)]
  for (const client of [from, to]) {
    await client.connect()
    await speakPlainly(client)
    await client.query('begin isolation level repeatable read')
  }
  const today = new Map((await listTables(from)).map((table) => [placeOf(table), table]))
  const tables = (await listTables(to)).map((table) => ({
    ...table,
    columns: table.columns.filter((column) => today.get(placeOf(table))?.columns.includes(column)),
  }))
  const partitions = (await listPartitions(from)).filter(({ parent }) =>
    tables.some(({ name }) => name === parent),
  )
  await refill(to, tables, partitions, async () => {
    for (const table of tables) {
      const filling = copyIn(to, table)
      for await (const piece of copyOut(from, table)) await filling.write(piece)
      await filling.end()
    }
  })
  for (const client of [from, to]) {
    await client.query('commit')
    await client.end()
  }
  return older
}
