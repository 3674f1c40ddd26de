import {
  type BillingCycle,
  CYCLE_WORDS,
  PLAN_EXCLUDES,
  PLAN_INCLUDES,
  type Plan,
  PUBLIC_CYCLES,
} from '@galla/contract/plans'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { displayCount, displayWholeRupees } from '../../indian-display.ts'
import css from './pricing-page.module.css'

interface PlanCardProps {
  readonly plan: Plan
  readonly popular: boolean
  /** Where "Get started" leads. */
  readonly start: string
}

export function PlanCard({ plan, popular, start }: PlanCardProps) {
  const heading = `plan-${plan.name}`
  return (
    <li className={popular ? css.popularCard : css.card} aria-labelledby={heading}>
      {popular && <p className={css.badge}>Most Popular</p>}
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
      <ul className={css.items} aria-label="Included">
        {PLAN_INCLUDES.map((item) => (
          <li key={item}>
            <IconCheck size={18} stroke={2.2} aria-hidden className={css.yes} />
            {item}
          </li>
        ))}
      </ul>
      <ul className={css.items} aria-label="Not included">
        {PLAN_EXCLUDES.map((item) => (
          <li key={item} className={css.notIncluded}>
            <IconX size={18} stroke={2.2} aria-hidden className={css.no} />
            {item}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Offer({ plan, cycle }: { plan: Plan; cycle: BillingCycle }) {
  const { pricePaise, qrRequests } = plan.offers[cycle]
  const paiseEach = (Number(pricePaise) / qrRequests).toFixed(1)
  return (
    <div className={css.offer} data-cycle={cycle}>
      <p className={css.price}>
        <span className={css.figure}>{displayWholeRupees(pricePaise)}</span> for {CYCLE_WORDS[cycle].label}
      </p>
      <p className={css.quota}>{displayCount(qrRequests)} QR requests</p>
      <p className={css.each}>{paiseEach} paise for each</p>
    </div>
  )
}
