import { part, type SqlPart } from '../src/platform/database/database.ts'

/**
 * A time that lies before that of a column by an interval: for rows that shall be older. Without a zone meanwhile, because with one the
 * difference depends on the session, and a distributed database refuses such a thing of a column in an `update`.
 */
export const earlier = (column: SqlPart, interval: string): SqlPart =>
  part`(${column} at time zone 'UTC' - ${interval}::interval) at time zone 'UTC'`
