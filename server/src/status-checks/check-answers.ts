import type { VerificationSource } from '@galla/contract/payment-accounts/verification'

/** One line of an order's history: what a source answered, and until when it said just that. */
export interface CheckAnswer {
  /** ISO 8601, as it is kept. */
  readonly at: string
  readonly until: string
  readonly times: number
  readonly source: VerificationSource
  readonly attempt: number
  readonly said: string
}

export const ANSWERS_MAX = 30
/** The beginning of a story is worth as much as its end. */
const FIRST_KEPT = 5

/** The same answer again only lasts longer; of ever new ones the middle is given up. */
export const withAnswer = (
  answers: readonly CheckAnswer[],
  entry: Pick<CheckAnswer, 'source' | 'attempt' | 'said'>,
  at: Date,
): CheckAnswer[] => {
  const when = at.toISOString()
  const lastOfAttempt = answers.findLastIndex(({ attempt }) => attempt === entry.attempt)
  const last = answers[lastOfAttempt]
  if (last !== undefined && last.said === entry.said && last.source === entry.source)
    return answers.with(lastOfAttempt, { ...last, until: when, times: last.times + 1 })
  const all = [...answers, { ...entry, at: when, until: when, times: 1 }]
  return all.length <= ANSWERS_MAX ? all : all.toSpliced(FIRST_KEPT, all.length - ANSWERS_MAX)
}
