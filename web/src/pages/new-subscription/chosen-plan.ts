import { BILLING_CYCLES, type BillingCycle, PLAN_NAMES, type PlanName } from '@galla/contract/plans'
import { useSearchParams } from 'react-router'

export interface ChosenPlan {
  readonly plan: PlanName | undefined
  readonly cycle: BillingCycle
  readonly choose: (change: { plan?: PlanName; cycle?: BillingCycle }) => void
}

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

/** What is marked stands in the address, so that a reload and a way back find it. */
export function useChosenPlan(): ChosenPlan {
  const [search, setSearch] = useSearchParams()
  return {
    plan: oneOf(PLAN_NAMES, search.get('plan')),
    cycle: oneOf(BILLING_CYCLES, search.get('cycle')) ?? '28days',
    choose: (change) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(change)) next.set(name, value)
      setSearch(next, { replace: true, preventScrollReset: true })
    },
  }
}
