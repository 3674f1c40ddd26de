import { IconRefresh } from 'virtual:icons'
import { CYCLE_WORDS, planTitle } from '@galla/contract/subscriptions/plans'
import type { SubscriptionRecord } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { displayCount, displayDay, displayPrice } from '../../format/indian-display.ts'
import { choosePlanPath } from '../../paths.ts'
import { cycleOfDays, planChange } from '../../plans/plan-change.ts'
import { usePlans } from '../../plans/shown-plans.ts'
import { usePurchase } from '../../plans/use-purchase.ts'

const WORDS = { failed: 'Failed to fetch plans', unreachable: 'Something went wrong while fetching plans' }

/** Buys the running plan and its cycle again, at today's price, after asking once. */
export function RenewButton({ record }: { record: SubscriptionRecord }) {
  const [asking, setAsking] = useState(false)
  const purchase = usePurchase()
  const cycle = cycleOfDays(record.billingCycle)
  const sign = <IconRefresh size={18} aria-hidden />
  // A cycle that is no longer sold can't be bought again; the plan can.
  if (cycle === undefined)
    return (
      <Button component={Link} to={choosePlanPath(record.plan)} h={40} leftSection={sign}>
        Renew
      </Button>
    )
  return (
    <>
      <Button h={40} leftSection={sign} onClick={() => setAsking(true)}>
        Renew
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Renew ${planTitle(record.plan)} for ${CYCLE_WORDS[cycle].label}?`}
        action="Continue to payment"
        busyLabel="Processing..."
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
    return <p>{failureMessage(plans.error, WORDS)}. The payment page will show what it costs.</p>
  if (offer === undefined) return <Skeleton h={66} />
  const { price, qrRequests } = offer
  const change = planChange(record, { plan: record.plan, cycle, qrRequests })
  if (change.kind !== 'renews') return <p>You pay {displayPrice(price)} by UPI.</p>
  return (
    <p>
      You pay <strong>{displayPrice(price)}</strong> by UPI. Your plan then runs until{' '}
      <strong>{displayDay(change.until)}</strong>, and {displayCount(qrRequests)} QR requests are added to the{' '}
      {displayCount(record.qrRemaining)} you have left.
    </p>
  )
}
