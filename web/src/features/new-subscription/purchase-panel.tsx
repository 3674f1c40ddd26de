import { IconArrowRight, IconHandClick } from 'virtual:icons'
import type { PlanName } from '@galla/contract/subscriptions/plans'
import { Group, Skeleton, Space, Stack, Text } from '@mantine/core'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayPrice } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { cycleName } from '../../plans/days-label.ts'
import type { ShownPlan } from '../../plans/shown-plans.ts'
import type { useSubscription } from '../../plans/subscription-query.ts'
import { type Purchase, usePurchase } from '../../plans/use-purchase.ts'
import { ChangeNote } from './change-note.tsx'
import type { ChosenPlan } from './chosen-plan.ts'

interface PurchasePanelProps {
  readonly plans: readonly ShownPlan[] | undefined
  readonly chosen: ChosenPlan
  readonly subscription: ReturnType<typeof useSubscription>
}

/** The selected offer, its effect on the current subscription, and the pay button. */
export function PurchasePanel({ plans, chosen, subscription }: PurchasePanelProps) {
  const purchase = usePurchase()
  const plan = plans?.find(({ name }) => name === chosen.plan)
  return (
    <aside aria-label={t('Your order')}>
      <Panel title={t('Your order')}>
        {plan === undefined && <NothingChosen waiting={plans === undefined && chosen.plan !== undefined} />}
        {plan !== undefined && <Chosen plan={plan} chosen={chosen} subscription={subscription} />}
        {purchase.closed !== undefined && (
          <Stack gap="xs" mb={20}>
            <Banner tone="pending" message={purchase.closed} />
            <Text c="dimmed">
              {t('Nothing was charged. Test mode and your remaining plan or free trial work as before.')}
            </Text>
          </Stack>
        )}
        <PayButton plan={plan?.name} chosen={chosen} purchase={purchase} />
      </Panel>
    </aside>
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
      <IconHandClick size={22} stroke={1.7} />
      <span>{t('Choose a plan to see what it costs and what changes.')}</span>
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
      <FactList>
        <Fact name={t('Plan')}>
          {plan.displayName}, {cycleName(chosen.cycle)}
        </Fact>
        <Fact name={t('QR requests')}>{displayCount(qrRequests)}</Fact>
        <Fact name={t('To pay now')}>
          {richText(
            '<span>{price}</span> by UPI',
            {
              span: (text) => (
                <Text span fz="xl" fw={700} className="amount">
                  {text}
                </Text>
              ),
            },
            { price: displayPrice(price) },
          )}
        </Fact>
      </FactList>
      <Space h="md" />
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
        busyLabel={t('Processing...')}
        disabled={plan === undefined}
        rightSection={purchase.busy ? undefined : <IconArrowRight size={18} />}
        onClick={() => plan !== undefined && purchase.buy(plan, chosen.cycle)}
      >
        {t('Continue to payment')}
      </ActionButton>
      <Text mt="xs" c="dimmed" ta="center">
        {t(
          'One-time payment: your plan does not renew automatically. The invoice is in your payment history.',
        )}
      </Text>
    </>
  )
}
