import { IconCircle, IconCircleCheckFilled } from 'virtual:icons'
import {
  type BillingCycle,
  CYCLE_WORDS,
  MOST_POPULAR_PLAN,
  PLAN_NAMES,
  type PlanName,
} from '@galla/contract/subscriptions/plans'
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
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
      <Stack component="span" gap={0} miw={0} bg="var(--galla-surface)" bdrs="lg" className={css.card}>
        <Group component="span" gap="4px 8px" justify="space-between" mih={28}>
          <Text span fz="lg" fw={700} lts="-0.015em">
            {plan.displayName}
          </Text>
          {running && (
            <Box
              component="span"
              py={2}
              px={10}
              bdrs={12}
              fz="xs"
              fw={600}
              lh="20px"
              c="var(--galla-success)"
              bg="var(--galla-success-soft)"
              className="nowrap"
            >
              Your plan
            </Box>
          )}
          {!running && plan.name === MOST_POPULAR_PLAN && (
            <Box
              component="span"
              py={2}
              px={10}
              bdrs={12}
              fz="xs"
              fw={600}
              lh="20px"
              c="var(--galla-accent)"
              bg="var(--galla-created-soft)"
              className="nowrap"
            >
              Most Popular
            </Box>
          )}
        </Group>
        <Text span c="dimmed">
          {plan.line}
        </Text>
        <span className={css.price}>
          <Text span c="var(--galla-text)" fw={720} lts="-0.03em" className={`tabular ${css.figure}`}>
            {displayPrice(price)}
          </Text>{' '}
          for {CYCLE_WORDS[cycle].label}
        </span>
        <Text span fz="md" fw={600} className={`tabular ${css.quota}`}>
          {displayCount(qrRequests)} QR requests
        </Text>
        <Text span c="dimmed">
          {displayPaiseEach(price, qrRequests)} for each
        </Text>
        <Group component="span" gap="xs" wrap="nowrap" fw={600} className={css.mark}>
          <Mark size={20} stroke={1.8} aria-hidden />
          {selected ? 'Selected' : 'Select'}
        </Group>
      </Stack>
    </label>
  )
}

export function PlanOptionsSkeleton() {
  return (
    <div className={css.options} role="status" aria-busy="true" aria-label="Loading plans">
      {PLAN_NAMES.map((name) => (
        <Stack key={name} gap={0} miw={0} bg="var(--galla-surface)" bdrs="lg" className={css.card}>
          <Skeleton h={22} w={96} my={3} />
          <Skeleton h={14} w={110} my={4} />
          <Skeleton h={34} w={180} mt={19} mb={6} />
          <Skeleton h={16} w={130} mt={10} mb={4} />
          <Skeleton h={14} w={110} my={3} />
          <Skeleton h={20} w={90} mt={22} />
        </Stack>
      ))}
    </div>
  )
}
