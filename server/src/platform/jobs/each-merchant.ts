import { isDatabaseSilent, isOtherServerAway } from '../database/database-errors.ts'

/**
 * Runs `work` for one merchant's part after the other. What fails for one delays no other: it stays due, and the first failure is thrown at
 * the end. A merchant whose server of the database is away is skipped, unless all are.
 */
export const inEachMerchant = async <Part, Result>(
  parts: Iterable<Part>,
  work: (part: Part) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const failures: unknown[] = []
  let away: unknown
  for (const part of parts)
    try {
      results.push(await work(part))
    } catch (error) {
      if (isDatabaseSilent(error)) throw error
      if (isOtherServerAway(error)) away = error
      else failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  if (results.length === 0 && away !== undefined) throw away
  return results
}
