import {
  BILLING_CYCLES,
  type BillingCycle,
  PLAN_NAMES,
  type PlanName,
} from '@galla/contract/subscriptions/plans'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

interface Choice {
  readonly plan: PlanName | undefined
  readonly cycle: BillingCycle
}

export interface ChosenPlan extends Choice {
  readonly choose: (change: Partial<Choice>) => void
}

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

/** The selected plan and cycle, kept in the address for a reload and the Back button. */
export function useChosenPlan(): ChosenPlan {
  const [search, setSearch] = useSearchParams()
  const [choice, setChoice] = useState<Choice>(() => ({
    plan: oneOf(PLAN_NAMES, search.get('plan')),
    cycle: oneOf(BILLING_CYCLES, search.get('cycle')) ?? '28days',
  }))
  return {
    ...choice,
    choose: (change) => {
      const next = { ...choice, ...change }
      setChoice(next)
      const { plan, cycle } = next
      setSearch(plan === undefined ? { cycle } : { plan, cycle }, { replace: true, preventScrollReset: true })
    },
  }
}
