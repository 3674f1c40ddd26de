import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import type { DatabaseAddress } from './galla-process.ts'

const PATIENCE_MS = 600_000

/** Opens the database as Galla does, for measurements without HTTP. */
export const databaseOf = ({ host, port, user, password, database }: DatabaseAddress, max = 4): Database => {
  const place = new URLSearchParams({ host, port: String(port), user, password })
  return openDatabase(`postgres:///${database}?${place}`, { max, statementTimeoutMs: PATIENCE_MS })
}
