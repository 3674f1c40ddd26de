import { BILLING_CYCLES } from '@galla/contract/subscriptions/plans'
import { Stack } from '@mantine/core'
import { WithAside } from '../../components/display/with-aside.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { CycleChoice } from '../../plans/cycle-choice.tsx'
import { EveryPlan } from '../../plans/plan-items.tsx'
import { usePlans } from '../../plans/shown-plans.ts'
import { useSubscription } from '../../plans/subscription-query.ts'
import { useChosenPlan } from './chosen-plan.ts'
import { PlanOptions, PlanOptionsSkeleton } from './plan-options.tsx'
import { PurchasePanel } from './purchase-panel.tsx'

export function NewSubscriptionPage() {
  const plans = usePlans()
  const subscription = useSubscription()
  const chosen = useChosenPlan()
  const running =
    subscription.data?.kind === 'subscribed' && subscription.data.record.isActive
      ? subscription.data.record.plan
      : undefined
  return (
    <>
      <PageTitle
        title={t('New Subscription')}
        line={t('All plans have the same features. They differ in QR requests and days.')}
        actions={
          <CycleChoice
            cycles={BILLING_CYCLES}
            chosen={chosen.cycle}
            onChoose={(cycle) => chosen.choose({ cycle })}
          />
        }
      />
      <Stack gap="lg">
        {plans.data !== undefined && <PlanOptions plans={plans.data} chosen={chosen} runningPlan={running} />}
        {plans.data === undefined && plans.isPending && <PlanOptionsSkeleton />}
        {plans.data === undefined && plans.isError && (
          <Panel>
            <QueryError query={plans} failure={t('Failed to fetch plans')} />
          </Panel>
        )}
        <WithAside>
          <PurchasePanel plans={plans.data} chosen={chosen} subscription={subscription} />
          <EveryPlan />
        </WithAside>
      </Stack>
    </>
  )
}
