import type { TrialLeft } from '@galla/contract/subscriptions'
import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { displayCount } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import css from './subscription-card.module.css'
import { UsageBar } from './usage-bar.tsx'

export function NoSubscription({ trial: { trialLimit, trialRemaining } }: { trial: TrialLeft }) {
  return (
    <section className={css.none} aria-label="Your plan">
      <span className={css.sign}>
        <IconCalendarOff size={24} stroke={1.7} aria-hidden />
      </span>
      <div className={css.noneText}>
        <h2>No Active Subscription</h2>
        <p>
          {trialRemaining > 0
            ? 'Live orders use your free trial. It has no end date.'
            : 'Your free trial is used up. Choose a plan to accept live payments.'}
        </p>
        <Button component={Link} to={paths.newSubscription} h={40} mt={16}>
          View Plans
        </Button>
      </div>
      <div className={css.trial}>
        <p>
          Free trial: {displayCount(trialRemaining)} of {displayCount(trialLimit)} QR requests left
        </p>
        <UsageBar used={trialLimit - trialRemaining} limit={trialLimit} label="Free trial used" />
      </div>
    </section>
  )
}
