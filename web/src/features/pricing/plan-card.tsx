import { type BillingCycle, CYCLE_LABELS, PUBLIC_CYCLES } from '@galla/contract/subscriptions/plans'
import { Badge, Box, Button, Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import { displayCount, displayPrice } from '../../format/indian-display.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { PriceEach } from '../../plans/price-each.tsx'
import type { ShownPlan } from '../../plans/shown-plans.ts'
import css from './pricing-page.module.css'

interface PlanCardProps {
  readonly plan: ShownPlan
  readonly popular: boolean
  /** Where "Get started" leads. */
  readonly start: string
}

export function PlanCard({ plan, popular, start }: PlanCardProps) {
  const heading = `plan-${plan.name}`
  return (
    <Paper
      component="li"
      withBorder
      radius="lg"
      pos="relative"
      p={{ base: 'lg', xs: 'xl' }}
      data-popular={popular || undefined}
      className={css.card}
      aria-labelledby={heading}
    >
      {popular && (
        <Badge component="p" c="var(--galla-on-accent)" bg="var(--galla-accent)" className={css.flag}>
          {t('Most Popular')}
        </Badge>
      )}
      <h2 id={heading}>{plan.displayName}</h2>
      <Text c="dimmed" fz="md">
        {translateServerText(plan.line)}
      </Text>
      {PUBLIC_CYCLES.map((cycle) => (
        <Offer key={cycle} plan={plan} cycle={cycle} />
      ))}
      <Button
        component={Link}
        to={start}
        variant={popular ? 'filled' : 'default'}
        h={44}
        fz={16}
        fullWidth
        aria-label={t('Get started with {plan}', { plan: plan.displayName })}
      >
        {t('Get started')}
      </Button>
    </Paper>
  )
}

function Offer({ plan, cycle }: { plan: ShownPlan; cycle: BillingCycle }) {
  const { price, qrRequests } = plan.offers[cycle]
  return (
    <Box my="lg" mx={0} className={css.offer} data-cycle={cycle}>
      <p className="muted">
        <Text span c="var(--galla-text)" fz={36} fw={720} lh={1.15} lts="-0.03em" className="tabular">
          {displayPrice(price)}
        </Text>{' '}
        {t('for {days}', { days: translateServerText(CYCLE_LABELS[cycle].label) })}
      </p>
      <Text mt="xs" fz="md" fw={600}>
        {t('{count} QR requests', { count: displayCount(qrRequests) })}
      </Text>
      <PriceEach cycle={cycle} offer={plan.offers[cycle]} />
    </Box>
  )
}
