import { type Database, part, type SqlPart } from '../database/database.ts'
import { isOtherServerAway } from '../database/database-errors.ts'
import { isDistributed } from './is-distributed.ts'

/**
 * Splits rows by shard: the rows that one statement or transaction may name together. Where tables are distributed these are a merchant's,
 * which are on one server; elsewhere there is one shard. A statement names the merchant of its shard for each table (`onShardOf`).
 */
export const splitByShard = <Row>(
  db: Database,
  rows: readonly Row[],
  merchantOf: (row: Row) => string,
): Row[][] => [...Map.groupBy(rows, (row) => shardOf(db, merchantOf(row))).values()]

/**
 * Runs `work` for each shard. While the server of a shard is away, the work on the others continues, and its own stays due. Fails when no
 * shard was done.
 */
export const inEachShard = async <Shard, Result>(
  shards: readonly Shard[],
  work: (shard: Shard) => Promise<Result>,
  { atOnce = 1 } = {},
): Promise<Result[]> => {
  const waiting = shards.values()
  const results: Result[] = []
  let away: unknown
  const runNext = async (): Promise<void> => {
    for (const shard of waiting)
      try {
        results.push(await work(shard))
      } catch (error) {
        if (!isOtherServerAway(error)) throw error
        away = error
      }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  if (results.length === 0 && away !== undefined) throw away
  return results
}

/** Returns the name of a merchant's shard: empty where there is only one. */
export const shardOf = (db: Database, merchantId: string): string => (isDistributed(db) ? merchantId : '')

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
 * A condition for a table that is joined to rows of these merchants by its merchant anyway. The one merchant of a shard is named besides:
 * only so does Citus see that the table is on the same server. A list of several misleads the planner to read all that they have.
 */
export const onShardOf = (column: SqlPart, merchantIds: readonly string[]): SqlPart => {
  const [first, ...others] = merchantIds
  return first !== undefined && others.length === 0 ? part`${column} = ${first}` : part`true`
}

/**
 * The merchant of a row for an `insert ... select` from it: where tables are distributed, that of its account, which the statement left-joins.
 * Only a column of a table on the same server leads such an insert to the one server, and only that one then gets what the statement read
 * before. Elsewhere PostgreSQL leaves out a join of which nothing is read.
 */
export const insertedMerchant = (shard: string, ofRow: SqlPart, ofAccount: SqlPart): SqlPart =>
  shard === '' ? ofRow : ofAccount

/** Lists the merchants of rows, each once. */
export const merchantsOf = <Row extends { readonly merchantId: string }>(rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ merchantId }) => merchantId)),
]
