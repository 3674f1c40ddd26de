import type pg from 'pg'

/**
 * The tables that belong to no single merchant, each with its reason. All others are a merchant's: where tables are distributed, they are by
 * `merchant_id`, all together, so that the rows of one merchant are on one server.
 */

/** Small tables with a copy on each server, because statements join them with the rows of merchants. */
export const REFERENCE_TABLES: Readonly<Record<string, string>> = {
  api_keys: 'a call is known by its key alone; creating orders joins it',
  members: 'a person has one login and works in the shops of several merchants',
  merchants: 'an e-mail address is one login; most tables refer to it',
}

/** Tables that stay on the coordinator, the server that the program is connected to. */
export const LOCAL_TABLES: Readonly<Record<string, string>> = {
  backup_alarms: 'about the installation',
  backup_installation: 'about the installation',
  backup_runs: 'about the installation',
  backups: 'about the installation',
  closing_rounds: 'one walk through all merchants',
  invoice_numbers: 'numbers without a gap need one row that is locked',
  ledger_checks: 'about the installation',
  listening: 'about the installation',
  migrations: 'about the installation',
  operator_acts: 'what operators did, also to no merchant',
  passkey_challenges: 'a login begins before its person is known',
  plan_offers: 'prices for all merchants',
  rate_counters: 'attempts of clients that are not known yet',
  setup_tokens: 'before the first operator',
  wrapped_data_keys: 'one key for the installation',
}

export const isGlobal = (table: string): boolean => table in REFERENCE_TABLES || table in LOCAL_TABLES

/** The operator can fix this, so the message says how. */
export class DistributeError extends Error {
  override name = 'DistributeError'
}

export interface Distribution {
  readonly distributed: readonly string[]
  readonly reference: readonly string[]
  /** Tables that this run distributed or copied to each server. */
  readonly changed: readonly string[]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const TABLES = `
  select c.relname::text as name, (select partmethod from pg_dist_partition where logicalrelid = c.oid) as method,
    (select repmodel from pg_dist_partition where logicalrelid = c.oid) as replication
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`

/** Where a table is: rows by a hash, a copy on each server, or only on the coordinator. */
type Place = 'distributed' | 'reference' | 'local'

interface Table {
  readonly name: string
  readonly place: Place
}

const placeOf = (method: string | null, replication: string | null): Place => {
  if (method === 'h') return 'distributed'
  return method === 'n' && replication === 't' ? 'reference' : 'local'
}

const wantedPlace = (table: string): Place => {
  if (table in REFERENCE_TABLES) return 'reference'
  return table in LOCAL_TABLES ? 'local' : 'distributed'
}

const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const found = await client.query<{ name: string; method: string | null; replication: string | null }>(
    TABLES,
  )
  return found.rows.map(({ name, method, replication }) => ({ name, place: placeOf(method, replication) }))
}

/** The foreign keys of and to these tables: they are created again when both sides are where they belong. */
const dropForeignKeys = async (
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> => {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
       and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
    [tables],
  )
  for (const { table, name } of keys.rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return async () => {
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

/**
 * For each connection from then on: a global table may be written after a merchant's rows in the same transaction, migrations may create
 * triggers, and a limit that a transaction sets holds on each server. On PostgreSQL without Citus nothing of this is set.
 */
const SETTINGS_OF_DATABASE = `do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
  execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
  execute format('alter database %I set citus.propagate_set_commands = local', current_database());
end $$`

const assertReady = async (client: pg.ClientBase): Promise<void> => {
  const installed = await client.query("select from pg_extension where extname = 'citus'")
  if (installed.rowCount === 0)
    throw new DistributeError(
      'This database has no Citus. Install it on each server, run "create extension citus" in the database, and add the servers with citus_add_node.',
    )
  const workers = await client.query('select from pg_dist_node where isactive and shouldhaveshards')
  if (workers.rowCount === 0)
    throw new DistributeError('Citus knows no server for the rows. Add one with citus_add_node.')
  const tables = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'merchants'",
  )
  if (tables.rowCount === 0)
    throw new DistributeError(
      'This database has no tables of Galla. Start Galla on it once, then distribute.',
    )
}

/**
 * Distributes the tables of a Citus database: a merchant's by `merchant_id`, all in one group, so that rows of one merchant are together. In
 * one transaction. What is done already stays, so that it runs again after an upgrade that added tables.
 */
export const distributeTables = async (client: pg.ClientBase): Promise<Distribution> => {
  await assertReady(client)
  await client.query('begin')
  try {
    await client.query(`set local client_min_messages = error;
      set local citus.multi_shard_modify_mode = 'sequential';
      set local citus.enable_unsafe_triggers = on`)
    const tables = await listTables(client)
    const waiting = tables.filter(({ name, place }) => wantedPlace(name) !== 'local' && place === 'local')
    const createForeignKeys = await dropForeignKeys(
      client,
      waiting.map(({ name }) => name),
    )
    let group = tables.find(({ place }) => place === 'distributed')?.name
    for (const { name } of waiting) {
      if (name in REFERENCE_TABLES) await client.query('select create_reference_table($1)', [name])
      else {
        await client.query("select create_distributed_table($1, 'merchant_id', colocate_with => $2)", [
          name,
          group ?? 'none',
        ])
        group ??= name
      }
    }
    await createForeignKeys()
    await client.query(SETTINGS_OF_DATABASE)
    await client.query('commit')
    const names = tables.map(({ name }) => name)
    return {
      distributed: names.filter((name) => !isGlobal(name)),
      reference: names.filter((name) => name in REFERENCE_TABLES),
      changed: waiting.map(({ name }) => name),
    }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
