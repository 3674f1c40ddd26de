import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { monotonicMs, waitRealMs } from '../clock.ts'
import { enterShare, outOfShare } from './connection-shares.ts'
import type { Database, Transaction } from './database.ts'
import {
  databaseRefusal,
  isConnectionLost,
  isRetryable,
  isUnanswered,
  wasCutOff,
  wasNotExecuted,
  wasReadOnly,
  wasWriteRefused,
} from './database-errors.ts'
import { queryable } from './queryable.ts'
import type { Statement } from './sql.ts'

/** Attempts in total after serialization failures and deadlocks. */
const ATTEMPTS_MAX = 6
const RETRY_DELAY_MS_MAX = 200
/** How long queries wait for a database that restarts or fails over before their callers get an error. */
const OUTAGE_MS_MAX = 4_000
const OUTAGE_RETRY_MS = 100
const READS = /^\s*select\b/i

/** Hands out connections. */
export type ConnectionSource = Pick<Database, 'pool' | 'sockets'> & {
  readonly isLocal: boolean
  readonly outage: Outage
}

/** What all callers of a database know of its being away. */
export interface Outage {
  /** Called before an attempt. Returns why it would fail: another one just did. */
  justMet(): unknown
  /** Called after a failure. Returns whether the caller may wait for the database. */
  mayWait(error: unknown): boolean
  end(): void
}

/**
 * Callers that ask one after another, such as the items of a batch, would otherwise each wait OUTAGE_MS_MAX, and the attempts of hundreds
 * would take the processor. So nobody tries just after another has failed, and the first success ends the outage. One that nobody met for as long is
 * forgotten: the next failure may be of another.
 */
export const createOutage = (): Outage => {
  let sinceMs: number | undefined
  let metMs = 0
  let met: unknown
  return {
    justMet() {
      if (sinceMs === undefined) return undefined
      const nowMs = monotonicMs()
      if (nowMs - metMs < OUTAGE_RETRY_MS) return met
      if (nowMs - metMs > OUTAGE_MS_MAX) sinceMs = undefined
      // This caller tries. Hundreds that try at the same moment would take the processor with their connections.
      else metMs = nowMs
      return undefined
    },
    mayWait(error) {
      const nowMs = monotonicMs()
      if (sinceMs === undefined || nowMs - metMs > OUTAGE_MS_MAX) sinceMs = nowMs
      if (error !== met) {
        metMs = nowMs
        // A standby still answers reads.
        met = wasReadOnly(error) ? undefined : error
      }
      return nowMs - sinceMs < OUTAGE_MS_MAX
    },
    end() {
      sinceMs = undefined
    },
  }
}

/** The statement was certainly not executed. */
const neverHappened = ({ isLocal }: ConnectionSource, error: unknown): boolean =>
  wasNotExecuted(error) || (isLocal && wasWriteRefused(error))

/**
 * Uses a callback: the driver's own promise references the query and its rows, which then stay in memory until the next full garbage
 * collection, perhaps a hundred megabytes later.
 */
const sendQuery = (client: pg.Pool | pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(config, (error, result) => (error ? reject(error) : resolve(result)))
  })

const queryOrRefuse = async (
  { sockets }: ConnectionSource,
  client: pg.Pool | pg.PoolClient,
  config: pg.QueryConfig,
): Promise<pg.QueryResult> => {
  try {
    return await sendQuery(client, config)
  } catch (error) {
    // The error's own stack leads to the socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    // The older connections may be dead too, and each would cost a caller the same time.
    if (isUnanswered(error)) sockets.dropAll()
    throw databaseRefusal(error) ?? error
  }
}

const execute = (
  source: ConnectionSource,
  client: pg.Pool | pg.PoolClient,
  { name, text, values }: Statement,
): Promise<pg.QueryResult> => queryOrRefuse(source, client, { name, text, values: [...values] })

/** Uses a free connection. After a failure `mend` makes it usable again, or returns why it is not: then it is closed. */
const withConnection = async <T>(
  source: ConnectionSource,
  use: (client: pg.PoolClient) => Promise<T>,
  mend?: (client: pg.PoolClient) => Promise<Error | undefined>,
): Promise<T> => {
  const leaveShare = await enterShare()
  try {
    // An outage may have begun while this one waited for its turn.
    const met = leaveShare && source.outage.justMet()
    if (met !== undefined) throw met
    // What it asks for while it holds the connection must not wait for the turn that it has.
    return await outOfShare(() => useConnection(source, use, mend))
  } finally {
    leaveShare?.()
  }
}

const useConnection = async <T>(
  { pool }: ConnectionSource,
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
export const executeAlone = (source: ConnectionSource, statement: Statement): Promise<pg.QueryResult> => {
  let asked = false
  return retrying(
    source,
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

export const transact = async <T>(
  source: ConnectionSource,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  let committing = false
  const { result, committed } = await retrying(
    source,
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
  source: ConnectionSource,
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

const control = (
  source: ConnectionSource,
  client: pg.PoolClient,
  text: 'begin' | 'commit',
): Promise<pg.QueryResult> => queryOrRefuse(source, client, { text })

/** Returns the error when the connection can no longer be used. */
const rollback = async (client: pg.PoolClient): Promise<Error | undefined> => {
  try {
    await sendQuery(client, { text: 'rollback' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed')
  }
}

/**
 * Retries after serialization failures and deadlocks, and when the database was briefly away and nothing was executed. The delay grows and
 * is random, so that rival transactions separate.
 */
const retrying = async <T>(
  { outage }: ConnectionSource,
  work: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean,
): Promise<T> => {
  const since = monotonicMs()
  for (let attempts = 1; ; ) {
    const met = outage.justMet()
    try {
      if (met !== undefined) throw met
      const result = await work()
      outage.end()
      return result
    } catch (error) {
      if (isRetryable(error) && attempts < ATTEMPTS_MAX) {
        await waitRealMs(randomInt(Math.min(RETRY_DELAY_MS_MAX, 5 * 2 ** attempts)) + 1)
        attempts += 1
      } else if (
        (error === met || mayRepeat(error)) &&
        outage.mayWait(error) &&
        monotonicMs() - since < OUTAGE_MS_MAX
      ) {
        await waitRealMs(OUTAGE_RETRY_MS)
      } else throw error
    }
  }
}
