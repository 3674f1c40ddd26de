import { randomInt } from 'node:crypto'
import pg from 'pg'
import { monotonicMs, waitRealMs } from '../clock.ts'
import { isLocalDatabase } from '../crypto/transport-security.ts'
import { traceStatement } from '../telemetry/trace-statement.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import {
  CONNECT_TIMEOUT_MS,
  connectionConfig,
  createDatabaseSockets,
  type DatabaseSockets,
} from './database-connection.ts'
import {
  databaseRefusal,
  isConnectionLost,
  isRetryable,
  isUnanswered,
  wasCutOff,
  wasNotExecuted,
  wasWriteRefused,
} from './database-errors.ts'
import { clientFor } from './database-servers.ts'
import { columnTypes } from './database-types.ts'
import { type Queryable, queryable } from './queryable.ts'
import type { Statement } from './sql.ts'

export type { Queryable } from './queryable.ts'
export { joinParts, part, type SqlPart, type Statement, sql } from './sql.ts'

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
  readonly idleConnectionTimeoutMs?: number
  /** Called when an idle connection broke; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void
  readonly tracing?: Tracing | undefined
}

const CONNECTIONS_MAX = 10
const STATEMENT_TIMEOUT_MS = 15_000
/** How long after the server's own limit a result is still waited for. */
const ANSWER_SLACK_MS = 2_000
/** The server rolls back a transaction that is idle for this long, so a process that lost its network does not keep its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const IDLE_CONNECTION_TIMEOUT_MS = 60_000
/** Attempts in total after serialization failures and deadlocks. */
const ATTEMPTS_MAX = 6
const RETRY_DELAY_MS_MAX = 200
/** How long a query waits for a database that restarts or fails over before the caller gets an error. */
const OUTAGE_MS_MAX = 4_000
const OUTAGE_RETRY_MS = 100
const READS = /^\s*select\b/i

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
    idleTimeoutMillis: options.idleConnectionTimeoutMs ?? IDLE_CONNECTION_TIMEOUT_MS,
    types: columnTypes,
  })
  const { tracing } = options
  const source: Source = { pool, sockets, isLocal: isLocalDatabase(connectionString), tracing }
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

/** Hands out connections. */
type Source = Pick<Database, 'pool' | 'sockets'> &
  Pick<DatabaseOptions, 'tracing'> & { readonly isLocal: boolean }

/** The statement was certainly not executed. */
const neverHappened = ({ isLocal }: Source, error: unknown): boolean =>
  wasNotExecuted(error) || (isLocal && wasWriteRefused(error))

/**
 * Uses a callback: the driver's own promise references the query and its rows, which then stay in memory until the next full garbage
 * collection, perhaps a hundred megabytes later.
 */
const ask = (client: pg.Pool | pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(config, (error, result) => (error ? reject(error) : resolve(result)))
  })

const askOrRefuse = async (
  { sockets, tracing }: Source,
  client: pg.Pool | pg.PoolClient,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> => {
  try {
    return await traceStatement(tracing, config.text, () => ask(client, config))
  } catch (error) {
    // The error's own stack leads to the socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    // The older connections may be dead too, and each would cost a caller the same time.
    if (isUnanswered(error)) sockets.dropAll()
    throw databaseRefusal(error) ?? error
  }
}

const execute = (
  source: Source,
  client: pg.Pool | pg.PoolClient,
  { name, text, values }: Statement,
): Promise<pg.QueryResult> => askOrRefuse(source, client, { name, text, values: [...values] })

/** Uses a free connection. After a failure `mend` makes it usable again, or returns why it is not: then it is closed. */
const withConnection = async <T>(
  { pool }: Source,
  use: (client: pg.PoolClient) => Promise<T>,
  mend?: (client: pg.PoolClient) => Promise<Error | undefined>,
): Promise<T> => {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseRefusal(error) ?? error
  })
  let broken: Error | undefined
  // A connection that breaks between two statements reports it here; without a listener it would end the process.
  const noteBroken = (error: Error): void => {
    broken = error
  }
  client.on('error', noteBroken)
  try {
    return await use(client)
  } catch (error) {
    broken ??= error instanceof Error && isConnectionLost(error) ? error : await mend?.(client)
    throw error
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}

/** Runs one statement on any free connection. */
const executeAlone = (source: Source, statement: Statement): Promise<pg.QueryResult> => {
  let asked = false
  return retrying(
    () => {
      asked = false
      return withConnection(source, (client) => {
        asked = true
        return execute(source, client, statement)
      })
    },
    // Repeating a read changes nothing.
    (error) => neverHappened(source, error) || ((!asked || READS.test(statement.text)) && wasCutOff(error)),
  )
}

const transact = async <T>(source: Source, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  let committing = false
  const { result, committed } = await retrying(
    () => {
      committing = false
      return attempt(source, work, () => {
        committing = true
      })
    },
    // Nothing was committed.
    (error) => neverHappened(source, error) || (!committing && wasCutOff(error)),
  )
  for (const follow of committed) follow()
  return result
}

const attempt = async <T>(
  source: Source,
  work: (tx: Transaction) => Promise<T>,
  beforeCommit: () => void,
): Promise<{ result: T; committed: readonly (() => void)[] }> => {
  const committed: (() => void)[] = []
  const transacted = async (client: pg.PoolClient): Promise<T> => {
    await control(source, client, 'begin')
    const tx: Transaction = {
      ...queryable((statement) => execute(source, client, statement)),
      inTransaction: true,
      afterCommit: (follow) => void committed.push(follow),
    }
    const result = await work(tx)
    beforeCommit()
    const end = await control(source, client, 'commit')
    // PostgreSQL replies ROLLBACK to the commit of a failed transaction: the caller caught the error and continued.
    if (end.command !== 'COMMIT')
      throw new Error('the transaction had failed and was rolled back instead of committed')
    return result
  }
  return { result: await withConnection(source, transacted, rollback), committed }
}

const control = (source: Source, client: pg.PoolClient, text: 'begin' | 'commit'): Promise<pg.QueryResult> =>
  askOrRefuse(source, client, { text })

/** Returns the error when the connection can no longer be used. */
const rollback = async (client: pg.PoolClient): Promise<Error | undefined> => {
  try {
    await ask(client, { text: 'rollback' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed')
  }
}

/**
 * Retries after serialization failures and deadlocks, and when the database was briefly away and nothing was executed. The delay grows and
 * is random, so that rival transactions separate.
 */
const retrying = async <T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> => {
  const since = monotonicMs()
  for (let attempts = 1; ; ) {
    try {
      return await work()
    } catch (error) {
      if (isRetryable(error) && attempts < ATTEMPTS_MAX) {
        await waitRealMs(randomInt(Math.min(RETRY_DELAY_MS_MAX, 5 * 2 ** attempts)) + 1)
        attempts += 1
      } else if (mayRepeat(error) && monotonicMs() - since < OUTAGE_MS_MAX) {
        await waitRealMs(OUTAGE_RETRY_MS)
      } else throw error
    }
  }
}
