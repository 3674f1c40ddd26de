import pg from 'pg'
import { isLocalDatabase } from '../crypto/transport-security.ts'
import {
  CONNECT_TIMEOUT_MS,
  connectionConfig,
  createDatabaseSockets,
  type DatabaseSockets,
} from './database-connection.ts'
import { databaseRefusal } from './database-errors.ts'
import { clientFor } from './database-servers.ts'
import { type ConnectionSource, createOutage, executeAlone, transact } from './execute-statement.ts'
import { type Queryable, queryable } from './queryable.ts'

const OID = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  timestampArray: 1115,
  dateArray: 1182,
  int8Array: 1016,
  numericArray: 1231,
} as const

const refused = (type: string, instead: string) => (): never => {
  throw new TypeError(`a column of type ${type} was read; ${instead}`)
}

/** text[]; the driver's list of known types lacks the arrays. */
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, BigInt],
  [OID.int8Array, (text) => textArray(text).map((item) => (item === null ? null : BigInt(item)))],
  // A date is a day, not an instant in some time zone.
  [OID.date, String],
  [OID.dateArray, textArray],
  // Money is bigint paise; a numeric would arrive as a float or as text. `sum(bigint)` is one too.
  [OID.numeric, refused('numeric', 'cast it to bigint in the statement')],
  [OID.numericArray, refused('numeric[]', 'cast it to bigint[] in the statement')],
  [OID.timestamp, refused('timestamp', 'use timestamptz')],
  [OID.timestampArray, refused('timestamp[]', 'use timestamptz[]')],
])

/** bigint for int8, Date for timestamptz, text for date, parsed JSON; what would lose something is refused. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

export type { Queryable } from './queryable.ts'
export { columnsOf, fixed, joinParts, part, type SqlPart, type Statement, sql } from './sql.ts'

/** The parameter type of code that must run inside a transaction; a Database does not fit. */
export interface Transaction extends Queryable {
  readonly inTransaction: true
  /** Runs `work` once after the commit, and never if the transaction fails. It must not throw. */
  afterCommit(work: () => void): void
}

export interface Database extends Queryable {
  /**
   * Commits when `work` resolves, rolls back when it throws. After a serialization failure or a deadlock, all of `work` runs again, at most
   * ATTEMPTS_MAX times, so it must have no effect outside the transaction: that belongs in `afterCommit`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  /** The connections of the pool, and of everything else that must be dropped with them. */
  readonly sockets: DatabaseSockets
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The maximum number of connections. */
  readonly max?: number
  readonly applicationName?: string
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly answerSlackMs?: number
  readonly idleInTransactionTimeoutMs?: number
  /** Called when an idle connection broke; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void
}

const CONNECTIONS_MAX = 10
const STATEMENT_TIMEOUT_MS = 15_000
/** How long after the server's own limit a result is still waited for. */
const ANSWER_SLACK_MS = 2_000
/** The server rolls back a transaction that is idle for this long, so a process that lost its network does not keep its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const IDLE_CONNECTION_TIMEOUT_MS = 60_000

export const openDatabase = (connectionString: string, options: DatabaseOptions = {}): Database => {
  const sockets = createDatabaseSockets()
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const pool = new pg.Pool({
    ...connectionConfig(connectionString, options.applicationName ?? 'galla'),
    Client: clientFor(connectionString),
    stream: sockets.open,
    max: options.max ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + (options.answerSlackMs ?? ANSWER_SLACK_MS),
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    types: columnTypes,
  })
  const isLocal = isLocalDatabase(connectionString)
  const source: ConnectionSource = { pool, sockets, isLocal, outage: createOutage() }
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(databaseRefusal(error) ?? error))

  return {
    ...queryable((statement) => executeAlone(source, statement)),
    transaction: (work) => transact(source, work),
    pool,
    sockets,
    close: () => pool.end(),
  }
}
