import type { Database } from '../database/database.ts'
import { isOtherServerAway } from '../database/database-errors.ts'
import { isDistributed } from './is-distributed.ts'

/**
 * Splits rows by shard: the rows that one statement or transaction may name together. Where tables are distributed, a shard is one
 * merchant, whose rows are all on one server; elsewhere there is one shard.
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
