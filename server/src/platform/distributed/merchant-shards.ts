import { type Database, part, type SqlPart } from '../database/database.ts'
import { isOtherServerAway } from '../database/database-errors.ts'
import { isDistributed } from './is-distributed.ts'

/**
 * Splits rows by shard: the rows that one statement or transaction may name together. Where tables are distributed, a shard is one
 * merchant, whose rows are all on one server; elsewhere there is one shard. A statement names the merchant of its shard for each table
 * (`onShardOf`).
 */
export const splitByShard = <Row>(
  db: Database,
  rows: readonly Row[],
  merchantOf: (row: Row) => string,
): Row[][] => [...Map.groupBy(rows, (row) => shardOf(db, merchantOf(row))).values()]

/**
 * Runs `work` for each shard, skipping shards whose server is unavailable: their work stays due. Throws if every shard was skipped.
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
 * Restricts a merchant column to these merchants; null means all merchants. A single merchant is compared with `=` instead of `any`, because
 * only then does Citus know that the joined tables are on the same server.
 */
export const ofMerchants = (column: SqlPart, merchantIds: readonly string[] | null): SqlPart => {
  if (merchantIds === null) return part`true`
  const [first, ...others] = merchantIds
  return first !== undefined && others.length === 0
    ? part`${column} = ${first}`
    : part`${column} = any(${merchantIds}::text[])`
}

/**
 * A condition for a table that the statement already joins by merchant to rows of these merchants. It repeats the merchant of a shard as a
 * constant, because only then does Citus know that the table is on the same server. For several merchants it is `true`: a list would make
 * the planner read all their rows.
 */
export const onShardOf = (column: SqlPart, merchantIds: readonly string[]): SqlPart => {
  const [first, ...others] = merchantIds
  return first !== undefined && others.length === 0 ? part`${column} = ${first}` : part`true`
}

/** Lists the merchants of rows, each once. */
export const merchantsOf = <Row extends { readonly merchantId: string }>(rows: readonly Row[]): string[] => [
  ...new Set(rows.map(({ merchantId }) => merchantId)),
]
