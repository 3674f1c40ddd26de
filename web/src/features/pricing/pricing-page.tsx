import { IconCheck } from 'virtual:icons'
import { MOST_POPULAR_PLAN, PUBLIC_CYCLES } from '@galla/contract/subscriptions/plans'
import { Group, SimpleGrid } from '@mantine/core'
import { CallToAction } from '../../components/site/call-to-action.tsx'
import { PageIntro } from '../../components/site/page-intro.tsx'
import { SiteSection } from '../../components/site/site-section.tsx'
import { t } from '../../locales/translate.ts'
import { choosePlanPath, paths } from '../../paths.ts'
import { CycleChoice } from '../../plans/cycle-choice.tsx'
import { EveryPlan } from '../../plans/plan-items.tsx'
import { FIRST_CATALOGUE, usePlans } from '../../plans/shown-plans.ts'
import { useSession } from '../../session/session.tsx'
import { PlanCard } from './plan-card.tsx'
import css from './pricing-page.module.css'
import { PricingQuestions } from './pricing-questions.tsx'

const PROMISES = [t('0% transaction fee'), t('No setup charge'), t('25 free QR requests to start with')]

export function PricingPage() {
  const { remembered } = useSession()
  // The page is prerendered with the initial catalogue; the operator's own prices replace it once they are loaded.
  const { data: plans = FIRST_CATALOGUE } = usePlans()
  return (
    <>
      <PageIntro
        eyebrow={t('Pricing')}
        title={t('Pay for QR requests, not for payments')}
        line={t(
          'All plans have the same features. They differ in the number of QR requests and the number of days.',
        )}
      >
        <Promises />
      </PageIntro>
      <SiteSection pb={{ base: 48, xs: 72 }} className={css.plans}>
        {/* The HTML contains both prices, so that the switch works before any script runs. */}
        <CycleChoice cycles={PUBLIC_CYCLES} />
        <SimpleGrid
          component="ul"
          cols={{ base: 1, lg: 3 }}
          spacing="lg"
          className={`plain-list ${css.cards}`}
          aria-label={t('Plans')}
        >
          {plans.map((plan) => (
            <PlanCard
              key={plan.name}
              plan={plan}
              popular={plan.name === MOST_POPULAR_PLAN}
              start={remembered === undefined ? paths.register : choosePlanPath(plan.name)}
            />
          ))}
        </SimpleGrid>
        <div className={css.every}>
          <EveryPlan />
        </div>
      </SiteSection>
      <PricingQuestions />
      <CallToAction />
    </>
  )
}

const Promises = () => (
  <Group
    component="ul"
    gap="8px 24px"
    align="stretch"
    justify="center"
    mt="lg"
    c="var(--galla-success)"
    fw={550}
    className="plain-list"
  >
    {PROMISES.map((promise) => (
      <Group key={promise} component="li" gap={6} wrap="nowrap">
        <IconCheck stroke={2.4} />
        {promise}
      </Group>
    ))}
  </Group>
)
