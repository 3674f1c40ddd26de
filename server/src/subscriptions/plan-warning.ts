/** What a merchant is warned of before it happens; the more urgent of a pair stands after the other. */
export const PLAN_WARNINGS = {
  days_7: { of: 'days', daysLeft: 7 },
  days_1: { of: 'days', daysLeft: 1 },
  quota_80: { of: 'quota', usedPercent: 80 },
  quota_100: { of: 'quota', usedPercent: 100 },
} as const

export type PlanWarning = keyof typeof PLAN_WARNINGS
export const PLAN_WARNING_KINDS = Object.keys(PLAN_WARNINGS) as [PlanWarning, ...PlanWarning[]]

/** Of the warnings that fell due together, those worth a letter: nobody is told of 7 days who has 1 left. */
export const mostUrgent = (due: readonly PlanWarning[]): PlanWarning[] =>
  (['days', 'quota'] as const).flatMap(
    (pair) =>
      PLAN_WARNING_KINDS.findLast((kind) => PLAN_WARNINGS[kind].of === pair && due.includes(kind)) ?? [],
  )
