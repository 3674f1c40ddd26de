import {
  type BillingCycle,
  CYCLE_WORDS,
  MOST_POPULAR_PLAN,
  PLAN_NAMES,
  type PlanName,
} from '@galla/contract/plans'
import { Skeleton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { displayCount, displayPaiseEach, displayPrice } from '../../format/indian-display.ts'
import type { ShownPlan } from '../../plans/shown-plans.ts'
import type { ChosenPlan } from './chosen-plan.ts'
import css from './plan-options.module.css'

interface PlanOptionsProps {
  readonly plans: readonly ShownPlan[]
  readonly chosen: ChosenPlan
  /** The active subscription's. */
  readonly runningPlan: PlanName | undefined
}

export function PlanOptions({ plans, chosen, runningPlan }: PlanOptionsProps) {
  return (
    <fieldset className={css.options}>
      <legend className={css.legend}>Plan</legend>
      {plans.map((plan) => (
        <PlanOption
          key={plan.name}
          plan={plan}
          cycle={chosen.cycle}
          selected={plan.name === chosen.plan}
          running={plan.name === runningPlan}
          onSelect={() => chosen.choose({ plan: plan.name })}
        />
      ))}
    </fieldset>
  )
}

interface PlanOptionProps {
  readonly plan: ShownPlan
  readonly cycle: BillingCycle
  readonly selected: boolean
  readonly running: boolean
  readonly onSelect: () => void
}

function PlanOption({ plan, cycle, selected, running, onSelect }: PlanOptionProps) {
  const { price, qrRequests } = plan.offers[cycle]
  const Mark = selected ? IconCircleCheckFilled : IconCircle
  return (
    <label className={css.option} data-plan={plan.name}>
      <input type="radio" name="plan" value={plan.name} checked={selected} onChange={onSelect} />
      <span className={css.card}>
        <span className={css.head}>
          <span className={css.name}>{plan.displayName}</span>
          {running && <span className={css.running}>Your plan</span>}
          {!running && plan.name === MOST_POPULAR_PLAN && <span className={css.popular}>Most Popular</span>}
        </span>
        <span className={css.line}>{plan.line}</span>
        <span className={css.price}>
          <span className={css.figure}>{displayPrice(price)}</span> for {CYCLE_WORDS[cycle].label}
        </span>
        <span className={css.quota}>{displayCount(qrRequests)} QR requests</span>
        <span className={css.line}>{displayPaiseEach(price, qrRequests)} for each</span>
        <span className={css.mark}>
          <Mark size={20} stroke={1.8} aria-hidden />
          {selected ? 'Selected' : 'Select'}
        </span>
      </span>
    </label>
  )
}

export function PlanOptionsSkeleton() {
  return (
    <div className={css.options} role="status" aria-busy="true" aria-label="Loading plans">
      {PLAN_NAMES.map((name) => (
        <div key={name} className={css.card}>
          <Skeleton h={22} w={96} my={3} />
          <Skeleton h={14} w={110} my={4} />
          <Skeleton h={34} w={180} mt={19} mb={6} />
          <Skeleton h={16} w={130} mt={10} mb={4} />
          <Skeleton h={14} w={110} my={3} />
          <Skeleton h={20} w={90} mt={22} />
        </div>
      ))}
    </div>
  )
}
