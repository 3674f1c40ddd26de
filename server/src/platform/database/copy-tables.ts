import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A table and the columns to copy, without generated columns. */
export interface CopiedTable {
  readonly schema: string
  readonly name: string
  readonly columns: string[]
}

const SCHEMAS = ['public']
/** Creating the schema fills it. */
const MIGRATIONS_TABLE = 'migrations'
const CHUNK_BYTES = 1024 * 1024

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`
const columnsOf = ({ columns }: CopiedTable): string => columns.map(quoted).join(', ')

/** Sets the session so that text has the same form whatever the server's settings are. */
export const useStableFormats = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8'`)
}

/** Lists the tables to back up, in a fixed order. */
export const listTables = async (client: pg.ClientBase): Promise<CopiedTable[]> => {
  const found = await client.query<CopiedTable>(
    `select n.nspname::text as schema, c.relname::text as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
     ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relname <> $2
     order by 1, 2`,
    [SCHEMAS, MIGRATIONS_TABLE],
  )
  return found.rows
}

/** Keeps the tables from being dropped or altered until the transaction ends. Reads and writes continue. */
export const lockTables = async (client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> => {
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`)
}

/** Yields the rows as lines of COPY's text format, in chunks that may end within a line. */
export async function* copyOut(client: pg.ClientBase, table: CopiedTable): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`))
  let buffered: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    buffered.push(chunk)
    bytes += chunk.length
    if (bytes < CHUNK_BYTES) continue
    yield Buffer.concat(buffered)
    buffered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(buffered)
}

const NEWLINE = 0x0a

/** Counts the rows that end in a chunk. A line break within a value is escaped as two other characters. */
export const linesIn = (chunk: Buffer): number => {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

/** Writes the chunks of one table in their order; `end` resolves when the last row is stored. */
export const copyIn = (
  client: pg.ClientBase,
  table: CopiedTable,
): { write(chunk: Buffer): Promise<void>; end(): Promise<void> } => {
  const stream = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`))
  const ended = finished(stream)
  // `write` or `end` reports the error, whichever comes first; unhandled, it would end the process.
  ended.catch(() => undefined)
  return {
    async write(chunk) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), ended])
    },
    async end() {
      stream.end()
      await ended
    },
  }
}

/**
 * Empties the tables, runs `fill` without triggers and constraint checks, and then creates the foreign keys again, so that a row without
 * its parent fails the whole. Needs to own the tables, not to be a superuser.
 */
export const refill = async (
  client: pg.ClientBase,
  tables: readonly CopiedTable[],
  fill: () => Promise<void>,
): Promise<void> => {
  const foreignKeys = await client.query<{ tableName: string; name: string; definition: string }>(
    // With pg_class, where Citus hides the parts of distributed tables.
    `select conrelid::regclass::text as "tableName", conname::text as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = conrelid
     where contype = 'f' and conparentid = 0 and connamespace = any($1::text[]::regnamespace[])`,
    [SCHEMAS],
  )
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`)
  for (const { tableName, name } of foreignKeys.rows)
    await client.query(`alter table ${tableName} drop constraint ${quoted(name)}`)
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
  await fill()
  for (const { tableName, name, definition } of foreignKeys.rows)
    await client.query(`alter table ${tableName} add constraint ${quoted(name)} ${definition}`)
  for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`)
  await setSequences(client, tables)
}

/** Sets each sequence to continue after the last number that was used. */
const setSequences = async (client: pg.ClientBase, tables: readonly CopiedTable[]): Promise<void> => {
  for (const table of tables) {
    const found = await client.query<{ name: string; sequence: string }>(
      `select name, pg_get_serial_sequence($1, name) as sequence from unnest($2::text[]) as name
       where pg_get_serial_sequence($1, name) is not null`,
      [nameOf(table), table.columns],
    )
    for (const { name, sequence } of found.rows)
      await client.query(
        `select setval($1, (select coalesce(max(${quoted(name)}), 0) + 1 from ${nameOf(table)}), false)`,
        [sequence],
      )
  }
}
