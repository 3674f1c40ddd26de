import { type BillingCycle, CYCLE_WORDS, PUBLIC_CYCLES } from '@galla/contract/subscriptions/plans'
import { Box, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { displayCount, displayPaiseEach, displayPrice } from '../../format/indian-display.ts'
import { PlanItems } from '../../plans/plan-items.tsx'
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
    <li className={popular ? css.popularCard : css.card} aria-labelledby={heading}>
      {popular && (
        <Box
          component="p"
          pos="absolute"
          top={-13}
          left="50%"
          bdrs={13}
          bg="var(--galla-accent)"
          fw={650}
          py={3}
          px={14}
          c="var(--galla-on-accent)"
          fz="xs"
          lh="20px"
          className="nowrap"
          style={{ translate: '-50%' }}
        >
          Most Popular
        </Box>
      )}
      <h2 id={heading}>{plan.displayName}</h2>
      <p className={css.planLine}>{plan.line}</p>
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
        aria-label={`Get started with ${plan.displayName}`}
      >
        Get started
      </Button>
      <Box mt="lg" pt="lg" style={{ borderTop: '1px solid var(--galla-line)' }}>
        <PlanItems />
      </Box>
    </li>
  )
}

function Offer({ plan, cycle }: { plan: ShownPlan; cycle: BillingCycle }) {
  const { price, qrRequests } = plan.offers[cycle]
  return (
    <Box my="lg" mx={0} className={css.offer} data-cycle={cycle}>
      <p className={css.price}>
        <Text span c="var(--galla-text)" fz={36} fw={720} lh={1.15} lts="-0.03em" className="tabular">
          {displayPrice(price)}
        </Text>{' '}
        for {CYCLE_WORDS[cycle].label}
      </p>
      <p className={css.quota}>{displayCount(qrRequests)} QR requests</p>
      <p className={css.each}>{displayPaiseEach(price, qrRequests)} for each</p>
    </Box>
  )
}
