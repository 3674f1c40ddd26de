import type { MerchantDetail } from '@galla/contract/operator/operator-merchants'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { displayAmount, displayCount, displayDay } from '../../format/indian-display.ts'

const MODE = { test: 'Test', live: 'Live' } as const

function ofOrders({ orders, succeeded, failed }: MerchantDetail['totals'][number]): string {
  return `${displayCount(orders)} ${orders === 1 ? 'order' : 'orders'}, ${displayCount(succeeded)} paid, ${displayCount(failed)} failed`
}

/** What the merchant collected, and what is left of the plan. */
export function MerchantFigures({ merchant }: { merchant: MerchantDetail }) {
  const { subscription, trial, totals, openCredits } = merchant
  const live = totals.toSorted((a, b) => a.mode.localeCompare(b.mode))
  return (
    <Tiles>
      {live.map((total) => (
        <Tile
          key={total.mode}
          name={`${MODE[total.mode]} collections`}
          value={displayAmount(total.collected)}
          note={ofOrders(total)}
        />
      ))}
      {subscription === null ? (
        <Tile
          name="Free trial"
          value={`${displayCount(trial.remaining)} left`}
          note={`of ${displayCount(trial.limit)} QR requests, no plan`}
        />
      ) : (
        <Tile
          name={`${planTitle(subscription.plan)}, ${subscription.billingCycle} days`}
          value={subscription.isActive ? `${displayCount(subscription.qrRemaining)} left` : 'Expired'}
          note={`of ${displayCount(subscription.qrLimit)} QR requests, ${subscription.isActive ? 'until' : 'since'} ${displayDay(subscription.expiresAt)}`}
          {...(subscription.isActive ? {} : { tone: 'failed' as const })}
        />
      )}
      <Tile
        name="Money to be assigned"
        value={displayCount(openCredits)}
        note="payments without an order"
        {...(openCredits > 0 ? { tone: 'pending' as const } : {})}
      />
    </Tiles>
  )
}
