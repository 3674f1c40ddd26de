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
} from '../src/platform/database/copy-tables.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { prepareJobQueue } from '../src/platform/jobs/job-queue.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))

/** What older tables held that are no more, or have another shape since: read from what took their place. */
const OLDER_TABLES = {
  webhook_deliveries: `
    select merchant_id, event_id as delivery_id, event_id, mode, state, coalesce(attempts_made, 0) as attempts_made, due_at, revived_at,
           created_at, coalesce(next_url, (
             select url from webhook_attempts a where a.merchant_id = d.merchant_id and a.event_id = d.event_id limit 1)) as url
    from webhook_deliveries d`,
  webhook_attempts: `
    select merchant_id, event_id as delivery_id, attempt, at, status, duration_ms, error, response, request_headers, request_body
    from webhook_attempts`,
}

const placeOf = ({ schema, name }: CopiedTable): string => `${schema}.${name}`

const rebuildOlder = async (client: pg.Client): Promise<Map<string, CopiedTable>> => {
  await client.query('create schema older')
  const rebuilt = new Map<string, CopiedTable>()
  for (const [name, rows] of Object.entries(OLDER_TABLES)) {
    await client.query(`create table older.${name} as ${rows}`)
    const { fields } = await client.query(`select * from older.${name} limit 0`)
    const columns = fields.map((field) => field.name)
    rebuilt.set(placeOf({ schema: 'public', name, columns }), { schema: 'older', name, columns })
  }
  return rebuilt
}

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
  const rebuilt = await rebuildOlder(from)
  const today = new Map((await listTables(from)).map((table) => [placeOf(table), table]))
  const sourceOf = (table: CopiedTable): CopiedTable | undefined =>
    rebuilt.get(placeOf(table)) ?? today.get(placeOf(table))
  const tables = (await listTables(to)).map((table) => ({
    ...table,
    columns: table.columns.filter((column) => sourceOf(table)?.columns.includes(column)),
  }))
  const partitions = (await listPartitions(from)).filter(({ parent }) =>
    tables.some(({ name }) => name === parent),
  )
  await refill(to, tables, partitions, async () => {
    for (const table of tables) {
      const filling = copyIn(to, table)
      const source = { ...table, schema: sourceOf(table)?.schema ?? table.schema }
      for await (const piece of copyOut(from, source)) await filling.write(piece)
      await filling.end()
    }
  })
  await from.query('rollback')
  await to.query('commit')
  for (const client of [from, to]) await client.end()
  return older
}
