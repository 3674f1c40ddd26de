import { Client } from 'pg'
import { PROGRAM_ROLE, SUPERUSER } from './cluster.ts'
import type { Address } from './leftover-servers.ts'

export const DATABASE = 'galla'
/** Where a restore is tried. */
const DRILL_DATABASE = `${DATABASE}_drill`

const ATTRIBUTES = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'

/**
 * Makes the program's role and its database, or brings them to what they should be, as the superuser. Each step can run again at the
 * next start, so a start that is cut off between two of them does no harm.
 */
export async function prepareProgramRole(
  address: Address,
  superuserPassword: string,
  programPassword: string,
  { withDrillDatabase }: { withDrillDatabase: boolean },
): Promise<void> {
  await asSuperuser(address, superuserPassword, 'postgres', async (client) => {
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [PROGRAM_ROLE])
    const verb = role.rowCount === 0 ? 'CREATE' : 'ALTER'
    // At each start, so that the role always has the password of the file.
    await client.query(
      `${verb} ROLE ${PROGRAM_ROLE} ${ATTRIBUTES} PASSWORD ${client.escapeLiteral(programPassword)}`,
    )
    for (const name of withDrillDatabase ? [DATABASE, DRILL_DATABASE] : [DATABASE]) {
      const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
      if (database.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${PROGRAM_ROLE}`)
    }
  })
  await asSuperuser(address, superuserPassword, DATABASE, async (client) => {
    await client.query(HAND_OVER)
  })
}

async function asSuperuser(
  { host, port }: Address,
  password: string,
  database: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    host,
    port,
    user: SUPERUSER,
    password,
    database,
    // The database's owner may set both for all who connect to it, and must not choose which functions the superuser runs.
    options: '-c search_path=pg_catalog -c default_transaction_read_only=off',
  })
  // Reported by the statement under way; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Gives the program's role everything in the database that belongs to the superuser, as in a data folder from before there was the
 * role. One statement is one transaction. REASSIGN OWNED refuses the superuser of initdb, because it owns the system's catalogs too.
 * Indexes, the sequences of columns, and the types of tables and arrays follow what they belong to.
 */
const HAND_OVER = `
DO $hand_over$
DECLARE
  superuser oid := (SELECT oid FROM pg_roles WHERE rolname = current_user);
  change text;
BEGIN
  FOR change IN
    WITH schemas AS (
      SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), objects AS (
      SELECT 'pg_database'::regclass AS catalog, oid, datdba AS owner, format('DATABASE %I', datname) AS name
      FROM pg_database WHERE datname = current_database()
      UNION ALL
      SELECT 'pg_namespace'::regclass, oid, nspowner, format('SCHEMA %I', nspname) FROM schemas
      UNION ALL
      SELECT 'pg_class'::regclass, c.oid, c.relowner, format('TABLE %I.%I', nspname, relname)
      FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'f') OR relkind = 'S' AND NOT EXISTS (
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
      UNION ALL
      SELECT 'pg_proc'::regclass, p.oid, p.proowner, format('ROUTINE %s', p.oid::regprocedure)
      FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace
      UNION ALL
      SELECT 'pg_type'::regclass, t.oid, t.typowner, format('TYPE %I.%I', nspname, typname)
      FROM pg_type t JOIN schemas s ON s.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
      WHERE typtype IN ('e', 'd', 'r') OR c.relkind = 'c'
    )
    SELECT format('ALTER %s OWNER TO ${PROGRAM_ROLE}', name) FROM objects o
    WHERE owner = superuser AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = o.catalog AND d.objid = o.oid AND d.deptype = 'e')
  LOOP
    EXECUTE change;
  END LOOP;
END
$hand_over$`
