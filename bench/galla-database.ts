import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import type { DatabaseAddress } from './galla-process.ts'

const PATIENCE_MS = 600_000

/** The program's own way to its database, for what is measured without HTTP. */
export const databaseOf = ({ host, port, user, password, database }: DatabaseAddress, max = 4): Database => {
  const place = new URLSearchParams({ host, port: String(port), user, password })
  return openDatabase(`postgres:///${database}?${place}`, { max, statementTimeoutMs: PATIENCE_MS })
}

/** Transactions of the whole database so far, the program's background work included. */
export const transactionsOf = async (db: Database): Promise<number> => {
  const { rows } = await db.pool.query<{ n: string }>(
    'select sum(xact_commit + xact_rollback)::bigint as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n ?? 0)
}
