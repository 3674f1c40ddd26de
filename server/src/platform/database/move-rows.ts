import type pg from 'pg'
import { copyIn, copyOut, linesIn, listTables, lockTables, refill, useStableFormats } from './copy-tables.ts'
import { migrate } from './migrate.ts'
import { connectClient } from './one-off-connection.ts'

/** The database cannot be moved; the message says why, and nothing was changed. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/**
 * Copies every row of a database into an empty one, in one snapshot there and one transaction here, and compares how many there are.
 * Works between any two versions of PostgreSQL, where a dump of a newer one cannot be restored by an older one.
 */
export const moveRows = async (from: string, to: string, migrationsDir: string): Promise<number> => {
  const source = await connectClient(from, 'galla move')
  try {
    // The same schema on both sides.
    await migrate(to, migrationsDir)
    const target = await connectClient(to, 'galla move')
    try {
      for (const client of [source, target]) await useStableFormats(client)
      await source.query('begin isolation level repeatable read read only')
      await target.query('begin')
      await target.query('lock table merchants in access exclusive mode')
      await refuseDifference(source, target)
      const tables = await listTables(source)
      await lockTables(source, tables)
      let rows = 0
      await refill(target, tables, async () => {
        for (const table of tables) rows += await moveTable(source, target, table)
      })
      await target.query('commit')
      await target.query('analyze')
      return rows
    } finally {
      await target.end()
    }
  } finally {
    await source.end()
  }
}

const refuseDifference = async (source: pg.ClientBase, target: pg.ClientBase): Promise<void> => {
  const used = await target.query('select from merchants limit 1')
  if (used.rowCount !== 0) throw new MoveError('The database of DATABASE_URL is not empty.')
  const [old, now] = await Promise.all(
    [source, target].map(async (client) =>
      JSON.stringify((await client.query('select name, checksum from migrations order by name')).rows),
    ),
  )
  if (old !== now)
    throw new MoveError(
      'The embedded database is of another version of Galla. Start this version on it once, without DATABASE_URL.',
    )
}

const moveTable = async (
  source: pg.ClientBase,
  target: pg.ClientBase,
  table: Parameters<typeof copyOut>[1],
): Promise<number> => {
  const filling = copyIn(target, table)
  let rows = 0
  for await (const piece of copyOut(source, table)) {
    rows += linesIn(piece)
    await filling.write(piece)
  }
  await filling.end()
  const name = `"${table.schema}"."${table.name}"`
  const found = await target.query<{ count: string }>(`select count(*) as count from ${name}`)
  if (Number(found.rows[0]?.count) !== rows)
    throw new MoveError(`The table ${name} has ${found.rows[0]?.count} rows instead of ${rows}.`)
  return rows
}
