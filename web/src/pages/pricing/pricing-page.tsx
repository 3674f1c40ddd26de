import {
  CYCLE_WORDS,
  MOST_POPULAR_PLAN,
  PLAN_CATALOGUE,
  PLAN_FOOTNOTES,
  PUBLIC_CYCLES,
} from '@galla/contract/plans'
import { IconCheck } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { useSession } from '../../session.tsx'
import { CallToAction } from '../../site/call-to-action.tsx'
import { PageIntro } from '../../site/page-intro.tsx'
import { PlanCard } from './plan-card.tsx'
import css from './pricing-page.module.css'
import { PricingQuestions } from './pricing-questions.tsx'

const PROMISES = ['0% transaction fee', 'No setup charge', '25 free QR requests to begin with']

export function PricingPage() {
  const { user } = useSession()
  const start = user === undefined ? paths.register : paths.newSubscription
  return (
    <>
      <PageIntro
        eyebrow="Pricing"
        title="Pay for QR requests, not for payments"
        line="All plans have the same features. They differ in how many QR requests you may make, and for how long."
      >
        <ul className={css.promises}>
          {PROMISES.map((promise) => (
            <li key={promise}>
              <IconCheck size={16} stroke={2.4} aria-hidden />
              {promise}
            </li>
          ))}
        </ul>
      </PageIntro>
      <div className={css.plans}>
        <CycleChoice />
        <ul className={css.cards} aria-label="Plans">
          {PLAN_CATALOGUE.map((plan) => (
            <PlanCard key={plan.name} plan={plan} popular={plan.name === MOST_POPULAR_PLAN} start={start} />
          ))}
        </ul>
        <ul className={css.footnotes} aria-label="Footnotes">
          {PLAN_FOOTNOTES.map(({ of, text }) => (
            <li key={of}>
              <strong>{of}</strong> {text}
            </li>
          ))}
          <li>
            <strong>QR request</strong> One order made in live mode. Orders in test mode are free and not
            counted.
          </li>
        </ul>
      </div>
      <PricingQuestions />
      <CallToAction />
    </>
  )
}

/** Radio buttons that the styles read: both prices are in the page, so it can be switched before any script runs. */
function CycleChoice() {
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>Billing cycle</legend>
      {PUBLIC_CYCLES.map((cycle, index) => {
        const { label, saving } = CYCLE_WORDS[cycle]
        return (
          <label key={cycle} className={css.cycle}>
            <input type="radio" name="cycle" value={cycle} defaultChecked={index === 0} />
            <span>
              {label}
              {saving !== undefined && <span className={css.saving}>{saving}</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
