import { IconArrowRight, IconHandClick } from 'virtual:icons'
import { CYCLE_WORDS, type PlanName } from '@galla/contract/subscriptions/plans'
import { Box, Group, Skeleton } from '@mantine/core'
import { Banner } from '../../components/feedback/banner.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayPrice } from '../../format/indian-display.ts'
import type { ShownPlan } from '../../plans/shown-plans.ts'
import type { useSubscription } from '../../plans/subscription-query.ts'
import { type Purchase, usePurchase } from '../../plans/use-purchase.ts'
import { ChangeNote } from './change-note.tsx'
import type { ChosenPlan } from './chosen-plan.ts'
import css from './purchase-panel.module.css'

interface PurchasePanelProps {
  readonly plans: readonly ShownPlan[] | undefined
  readonly chosen: ChosenPlan
  readonly subscription: ReturnType<typeof useSubscription>
}

/** What is bought, what it does to what runs, and the button that leads to the payment. */
export function PurchasePanel({ plans, chosen, subscription }: PurchasePanelProps) {
  const purchase = usePurchase()
  const plan = plans?.find(({ name }) => name === chosen.plan)
  return (
    <Panel title="Your order">
      {plan === undefined && <NothingChosen waiting={plans === undefined && chosen.plan !== undefined} />}
      {plan !== undefined && <Chosen plan={plan} chosen={chosen} subscription={subscription} />}
      {purchase.closed !== undefined && (
        <Box mb={20} className={css.closed}>
          <Banner tone="pending" message={purchase.closed} />
          <p>Nothing was charged. Test mode, and what is left of your plan or free trial, work as before.</p>
        </Box>
      )}
      <PayButton plan={plan?.name} chosen={chosen} purchase={purchase} />
    </Panel>
  )
}

function NothingChosen({ waiting }: { waiting: boolean }) {
  if (waiting) return <Skeleton h={112} mb={20} />
  return (
    <Group
      component="p"
      gap="sm"
      wrap="nowrap"
      p={20}
      bd="1px dashed var(--galla-control)"
      bdrs="md"
      mb={20}
      c="dimmed"
    >
      <IconHandClick size={22} stroke={1.7} aria-hidden />
      <span>Choose a plan, and what it costs and changes is said here.</span>
    </Group>
  )
}

function Chosen({
  plan,
  chosen,
  subscription,
}: { plan: ShownPlan } & Pick<PurchasePanelProps, 'chosen' | 'subscription'>) {
  const { price, qrRequests } = plan.offers[chosen.cycle]
  return (
    <>
      <Box component="dl" mb={20} className={css.facts}>
        <div>
          <dt>Plan</dt>
          <dd>
            {plan.displayName}, {CYCLE_WORDS[chosen.cycle].label}
          </dd>
        </div>
        <div>
          <dt>QR requests</dt>
          <dd>{displayCount(qrRequests)}</dd>
        </div>
        <div className={css.total}>
          <dt>To pay now, by UPI</dt>
          <dd>{displayPrice(price)}</dd>
        </div>
      </Box>
      <ChangeNote
        subscription={subscription}
        wanted={{ plan: plan.name, cycle: chosen.cycle, qrRequests }}
        title={plan.displayName}
      />
    </>
  )
}

function PayButton({
  plan,
  chosen,
  purchase,
}: {
  plan: PlanName | undefined
  chosen: ChosenPlan
  purchase: Purchase
}) {
  return (
    <>
      <ActionButton
        h={44}
        fz={16}
        fullWidth
        busy={purchase.busy}
        busyLabel="Processing..."
        disabled={plan === undefined}
        rightSection={purchase.busy ? undefined : <IconArrowRight size={18} aria-hidden />}
        onClick={() => plan !== undefined && purchase.buy(plan, chosen.cycle)}
      >
        Continue to payment
      </ActionButton>
      <p className={css.aside}>
        Paid once: nothing is renewed by itself. An invoice stands in your payment history.
      </p>
    </>
  )
}
