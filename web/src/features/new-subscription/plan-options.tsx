import { IconCircle, IconCircleCheckFilled } from 'virtual:icons'
import {
  type BillingCycle,
  MOST_POPULAR_PLAN,
  PLAN_NAMES,
  type PlanName,
} from '@galla/contract/subscriptions/plans'
import { Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { displayCount, displayPrice } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t, translateServerText } from '../../locales/translate.ts'
import { cycleName } from '../../plans/days-label.ts'
import { PriceEach } from '../../plans/price-each.tsx'
import css from '../../plans/radio.module.css'
import type { ShownPlan } from '../../plans/shown-plans.ts'
import type { ChosenPlan } from './chosen-plan.ts'

const GRID = { cols: { base: 1, sm: 3 }, spacing: 'md' } as const

interface PlanOptionsProps {
  readonly plans: readonly ShownPlan[]
  readonly chosen: ChosenPlan
  /** The plan of the active subscription. */
  readonly runningPlan: PlanName | undefined
}

export function PlanOptions({ plans, chosen, runningPlan }: PlanOptionsProps) {
  return (
    <SimpleGrid component="fieldset" {...GRID} m={0} p={0} bd={0} aria-label={t('Plan')}>
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
    </SimpleGrid>
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
    <label className={css.radio} data-plan={plan.name}>
      <input type="radio" name="plan" value={plan.name} checked={selected} onChange={onSelect} />
      <Stack component="span" gap={0} miw={0} className={css.card}>
        <Group component="span" gap="4px 8px" justify="space-between" mih={28}>
          <Text span fz="lg" fw={700}>
            {plan.displayName}
          </Text>
          <PlanMark running={running} popular={plan.name === MOST_POPULAR_PLAN} />
        </Group>
        <Text span c="dimmed">
          {translateServerText(plan.line)}
        </Text>
        <Text span mt="sm" c="dimmed">
          {richText(
            '<span>{price}</span> for {label}',
            {
              span: (text) => (
                <Text span c="var(--galla-text)" fz="xl" fw={720} className="tabular">
                  {text}
                </Text>
              ),
            },
            { price: displayPrice(price), label: cycleName(cycle) },
          )}
        </Text>
        <Text span fz="md" fw={600} className="tabular">
          {t('{qrRequests} QR requests', { qrRequests: displayCount(qrRequests) })}
        </Text>
        <PriceEach cycle={cycle} offer={plan.offers[cycle]} />
        <Group
          component="span"
          gap="xs"
          wrap="nowrap"
          mt="sm"
          fw={600}
          c={selected ? 'var(--galla-accent)' : 'dimmed'}
        >
          <Mark size={20} stroke={1.8} aria-hidden />
          {selected ? t('Selected') : t('Select')}
        </Group>
      </Stack>
    </label>
  )
}

function PlanMark({ running, popular }: { running: boolean; popular: boolean }) {
  if (running) return <ToneBadge tone="success">{t('Your plan')}</ToneBadge>
  return popular && <ToneBadge tone="created">{t('Most Popular')}</ToneBadge>
}

export function PlanOptionsSkeleton() {
  return (
    <SimpleGrid {...GRID} role="status" aria-busy="true" aria-label={t('Loading plans')}>
      {PLAN_NAMES.map((name) => (
        <Skeleton key={name} h={214} radius="lg" />
      ))}
    </SimpleGrid>
  )
}
