import type { VerificationSource } from '@galla/contract/payment-accounts/verification'

/** One line of an order's history: what a source answered, and until when it gave that same answer. */
export interface CheckResult {
  /** ISO 8601, as it is kept. */
  readonly at: string
  readonly until: string
  readonly times: number
  readonly source: VerificationSource
  readonly attempt: number
  readonly message: string
}

export const RESULTS_MAX = 30
/** The first results are worth as much as the last: the middle is left out. */
const FIRST_KEPT = 5

/** The same answer again only lasts longer; of ever new ones the middle is given up. */
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
