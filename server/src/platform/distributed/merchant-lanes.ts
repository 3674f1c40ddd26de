import { type Database, part, type SqlPart } from '../database/database.ts'
import { isOtherServerAway } from '../database/database-errors.ts'
import { isDistributed } from './is-distributed.ts'

/**
 * Divides rows into those that one statement or transaction may name together: all of them, or where tables are distributed those of one
 * merchant, which are on one server. Such a statement names the merchant of its lane for each table (`ofLane`).
 */
export const toLanes = <Row>(
  db: Database,
  rows: readonly Row[],
  merchantOf: (row: Row) => string,
): Row[][] => [...Map.groupBy(rows, (row) => laneOf(db, merchantOf(row))).values()]

/**
 * Runs `work` for each lane. Where the server of a lane is away, the others go on: what the lane was about stays due. It fails when no lane
 * was done.
 */
export const inEachLane = async <Lane, Result>(
  lanes: readonly Lane[],
  work: (lane: Lane) => Promise<Result>,
  { atOnce = 1 } = {},
): Promise<Result[]> => {
  const waiting = lanes.values()
  const results: Result[] = []
  let away: unknown
  const runNext = async (): Promise<void> => {
    for (const lane of waiting)
      try {
        results.push(await work(lane))
      } catch (error) {
        if (!isOtherServerAway(error)) throw error
        away = error
      }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  if (results.length === 0 && away !== undefined) throw away
  return results
}

/** Names the lane of a merchant's rows: empty, the one of all, unless tables are distributed. */
export const laneOf = (db: Database, merchantId: string): string => (isDistributed(db) ? merchantId : '')

/**
 * A condition on a column with the merchant; null: of all merchants. One merchant is compared by itself, because only so does Citus see that
 * tables which are joined to the column are on the same server.
 */
export const ofMerchants = (column: SqlPart, merchantIds: readonly string[] | null): SqlPart => {
  if (merchantIds === null) return part`true`
  const [first, ...others] = merchantIds
  return first !== undefined && others.length === 0
    ? part`${column} = ${first}`
    : part`${column} = any(${merchantIds}::text[])`
}

/**
 * A condition for a table that is joined to rows of these merchants by its merchant anyway. The one merchant of a lane is named besides:
 * only so does Citus see that the table is on the same server. A list of several misleads the planner to read all that they have.
 */
export const ofLane = (column: SqlPart, merchantIds: readonly string[]): SqlPart => {
  const [first, ...others] = merchantIds
  return first !== undefined && others.length === 0 ? part`${column} = ${first}` : part`true`
}

/**
 * The merchant of a row for an `insert ... select` from it: where tables are distributed, that of its account, which the statement left-joins.
 * Only a column of a table on the same server leads such an insert to the one server, and only that one then gets what the statement read
 * before. Elsewhere PostgreSQL leaves out a join of which nothing is read.
 */
export const insertedMerchant = (lane: string, ofRow: SqlPart, ofAccount: SqlPart): SqlPart =>
  lane === '' ? ofRow : ofAccount

/** The merchants of a lane. */
export const merchantsOf = <Row extends { readonly merchantId: string }>(rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ merchantId }) => merchantId)),
]
