import { isOtherServerAway } from '../database/database-errors.ts'

/**
 * Runs `work` for one merchant's part after the other. A merchant whose server of the database is away is skipped: the work stays due.
 * Throws if all were skipped.
 */
export const inEachMerchant = async <Part, Result>(
  parts: Iterable<Part>,
  work: (part: Part) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  let away: unknown
  for (const part of parts)
    try {
      results.push(await work(part))
    } catch (error) {
      if (!isOtherServerAway(error)) throw error
      away = error
    }
  if (results.length === 0 && away !== undefined) throw away
  return results
}
