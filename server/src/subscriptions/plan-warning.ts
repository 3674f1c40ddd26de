/** The plan warnings; of each pair the more urgent one comes second. */
export const PLAN_WARNINGS = {
  days_7: { of: 'days', daysLeft: 7 },
  days_1: { of: 'days', daysLeft: 1 },
  quota_80: { of: 'quota', usedPercent: 80 },
  quota_100: { of: 'quota', usedPercent: 100 },
} as const

export type PlanWarning = keyof typeof PLAN_WARNINGS
export const PLAN_WARNING_KINDS = Object.keys(PLAN_WARNINGS) as [PlanWarning, ...PlanWarning[]]

/** Returns the warnings worth an email among those due together: with 1 day left, the one for 7 days is skipped. */
export const mostUrgent = (due: readonly PlanWarning[]): PlanWarning[] =>
  (['days', 'quota'] as const).flatMap(
    (pair) =>
      PLAN_WARNING_KINDS.findLast((kind) => PLAN_WARNINGS[kind].of === pair && due.includes(kind)) ?? [],
  )
