import { IconRefresh } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionRecord } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { displayCount, displayDay, displayPrice } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { choosePlanPath } from '../../paths.ts'
import { cycleName } from '../../plans/days-label.ts'
import { cycleOfDays, planChange } from '../../plans/plan-change.ts'
import { usePlans } from '../../plans/shown-plans.ts'
import { usePurchase } from '../../plans/use-purchase.ts'

/** Buys the current plan and cycle again at today's price, after a confirmation. */
export function RenewButton({ record }: { record: SubscriptionRecord }) {
  const [asking, setAsking] = useState(false)
  const purchase = usePurchase()
  const cycle = cycleOfDays(record.billingCycle)
  const sign = <IconRefresh size={18} />
  // A discontinued cycle cannot be renewed, but the plan can be bought with another one.
  if (cycle === undefined)
    return (
      <Button component={Link} to={choosePlanPath(record.plan)} leftSection={sign}>
        {t('Renew')}
      </Button>
    )
  return (
    <>
      <Button leftSection={sign} onClick={() => setAsking(true)}>
        {t('Renew')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('Renew {plan} for {label}?', {
          plan: planTitle(record.plan),
          label: cycleName(cycle),
        })}
        action={t('Continue to payment')}
        busyLabel={t('Processing...')}
        tone="accent"
        busy={purchase.busy}
        onConfirm={() => purchase.buy(record.plan, cycle)}
        onClose={() => setAsking(false)}
      >
        <WhatComes record={record} cycle={cycle} />
        {purchase.closed !== undefined && (
          <Box mt="md">
            <Banner tone="pending" message={purchase.closed} />
          </Box>
        )}
      </ConfirmDialog>
    </>
  )
}

function WhatComes({
  record,
  cycle,
}: {
  record: SubscriptionRecord
  cycle: NonNullable<ReturnType<typeof cycleOfDays>>
}) {
  const plans = usePlans()
  const offer = plans.data?.find(({ name }) => name === record.plan)?.offers[cycle]
  if (offer === undefined && plans.isError)
    return (
      <p>
        {t('{error}. The payment page will show the price.', {
          error: failureMessage(plans.error, t('Failed to fetch plans')),
        })}
      </p>
    )
  if (offer === undefined) return <Skeleton h={66} />
  const { price, qrRequests } = offer
  const change = planChange(record, { plan: record.plan, cycle, qrRequests })
  if (change.kind !== 'renews') return <p>{t('You pay {price} by UPI.', { price: displayPrice(price) })}</p>
  return (
    <p>
      {richText(
        'You pay <b>{price}</b> by UPI. Your plan then runs until <b>{until}</b>, and {qrRequests} QR requests are added to the {qrRemaining} you have left.',
        {},
        {
          price: displayPrice(price),
          until: displayDay(change.until),
          qrRequests: displayCount(qrRequests),
          qrRemaining: displayCount(record.qrRemaining),
        },
      )}
    </p>
  )
}
