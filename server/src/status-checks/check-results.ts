import type { VerificationSource } from '@galla/contract/payment-accounts/verification'

/** A line of an order's history: a source's answer, and how long it stayed the same. */
export interface CheckResult {
  /** ISO 8601, as it is stored. */
  readonly at: string
  readonly until: string
  readonly times: number
  readonly source: VerificationSource
  readonly attempt: number
  readonly message: string
}

export const RESULTS_MAX = 30
/** If there are too many, the middle ones are dropped. */
const FIRST_KEPT = 5

/** Adds a result. A repeated answer extends the last line. */
export const addCheckResult = (
  results: readonly CheckResult[],
  entry: Pick<CheckResult, 'source' | 'attempt' | 'message'>,
  at: Date,
): CheckResult[] => {
  const when = at.toISOString()
  const lastOfAttempt = results.findLastIndex(({ attempt }) => attempt === entry.attempt)
  const last = results[lastOfAttempt]
  if (last !== undefined && last.message === entry.message && last.source === entry.source)
    return results.with(lastOfAttempt, { ...last, until: when, times: last.times + 1 })
  const all = [...results, { ...entry, at: when, until: when, times: 1 }]
  return all.length <= RESULTS_MAX ? all : all.toSpliced(FIRST_KEPT, all.length - RESULTS_MAX)
}
