import type { Clock, Timer } from '../clock.ts'
import type { Log, LogFields } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { SilentDatabaseError } from './database-connection.ts'
import { isConnectionLost, isOtherServerAway, sqlState } from './database-errors.ts'
import { ReadOnlyDatabaseError } from './database-servers.ts'

/** An outage is over when nothing has failed for this long. */
const OVER_MS = 10_000
const CAUSES_MAX = 3

/** True for an error of the database, or one that it caused. A refused connection alone may be that of a mail server. */
const isOutage = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > CAUSES_MAX) return false
  if (error instanceof AggregateError) return error.errors.every((each) => isOutage(each, depth + 1))
  const isOfDatabase =
    sqlState(error) !== undefined ||
    error instanceof SilentDatabaseError ||
    error instanceof ReadOnlyDatabaseError
  const isRefused = error instanceof Refusal && error.code === 'overloaded'
  const isAway = isConnectionLost(error) || isOtherServerAway(error)
  return ((isOfDatabase || isRefused) && isAway) || isOutage(error.cause, depth + 1)
}

/**
 * Logs an outage of the database as one line when it starts and one when it is over, in place of a line for every request, sweep and
 * connection that fails meanwhile. Those are written at the level debug.
 */
export const quietOutages = (log: Log, clock: Clock): Log => {
  let outage: { readonly sinceMs: number; lastMs: number; count: number } | undefined
  let timer: Timer | undefined

  const end = (): void => {
    if (outage === undefined) return
    const quietMs = clock.now().getTime() - outage.lastMs
    if (quietMs < OVER_MS) {
      timer = clock.after(OVER_MS - quietMs, end)
      return
    }
    log.warn('the database is available again', {
      count: outage.count,
      durationMs: outage.lastMs - outage.sinceMs,
    })
    outage = undefined
  }

  const write =
    (level: 'warn' | 'error') =>
    (event: string, fields: LogFields = {}): void => {
      if (!isOutage(fields.error)) {
        log[level](event, fields)
        return
      }
      const nowMs = clock.now().getTime()
      if (outage === undefined) {
        outage = { sinceMs: nowMs, lastMs: nowMs, count: 0 }
        log.error('the database is unavailable', { error: fields.error })
        timer?.stop()
        timer = clock.after(OVER_MS, end)
      }
      outage.lastMs = nowMs
      outage.count += 1
      log.debug(event, fields)
    }

  return { ...log, warn: write('warn'), error: write('error') }
}
