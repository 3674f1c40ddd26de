import { IconBuildingStore } from 'virtual:icons'
import { type MerchantDetail, readMerchantDetail } from '@galla/contract/operator/operator-merchants'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useData } from '../../api/use-data.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { When } from '../../components/display/when.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { Facts, Tile, Tiles } from '../../components/layout/facts.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount, displayCount, displayDay } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { ActsTable } from './acts-table.tsx'
import { MerchantAccounts, MerchantKyc, MerchantWebhooks } from './merchant-connections.tsx'
import { RecordDetail } from './record-detail.tsx'
import { Suspension } from './suspension.tsx'

export function MerchantPage() {
  const [search] = useSearchParams()
  const merchantId = search.get('id') ?? ''
  const query = useData(queryKeys.operator.merchant(merchantId), readMerchantDetail, {
    params: { merchantId },
  })
  return (
    <RecordDetail
      list={{ to: paths.operatorMerchants, name: 'Merchants' }}
      title="Merchant"
      query={query}
      failure="The merchant could not be loaded"
      missing={{
        Icon: IconBuildingStore,
        title: 'No such merchant',
        text: 'There is no merchant with this ID.',
      }}
      skeleton={
        <Stack gap="md" miw={0} role="status" aria-busy="true" aria-label="Loading the merchant">
          <Skeleton h={96} radius="lg" />
          <Skeleton h={180} radius="lg" />
          <Skeleton h={220} radius="lg" />
        </Stack>
      }
    >
      {(merchant, old) => <Merchant merchant={merchant} old={old} />}
    </RecordDetail>
  )
}

function Merchant({ merchant, old }: { merchant: MerchantDetail; old: ReactNode }) {
  return (
    <>
      <PageTitle
        title={merchant.name}
        line={`Registered on ${displayDay(merchant.createdAt)}`}
        actions={merchant.role === 'owner' ? <Suspension merchant={merchant} /> : undefined}
      />
      <Stack gap="md" miw={0}>
        {old}
        {merchant.suspendedAt !== null && (
          <Banner
            tone="failed"
            message={`Suspended on ${displayDay(merchant.suspendedAt)}: ${merchant.suspendedReason ?? ''}`}
          />
        )}
        <MerchantFigures merchant={merchant} />
        <Profile merchant={merchant} />
        <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
          <MerchantAccounts accounts={merchant.accounts} />
          <Stack gap="md" miw={0}>
            <MerchantKyc id={merchant.id} kyc={merchant.kyc} />
            <MerchantWebhooks webhooks={merchant.webhooks} />
          </Stack>
        </SimpleGrid>
        <Panel title="Operator actions">
          {merchant.acts.length === 0 ? (
            <p className="muted">Nothing yet.</p>
          ) : (
            <ActsTable acts={merchant.acts} ofOneMerchant />
          )}
        </Panel>
      </Stack>
    </>
  )
}

function Profile({ merchant }: { merchant: MerchantDetail }) {
  return (
    <Panel title="Profile">
      <Facts
        facts={[
          ['Email', merchant.email],
          ['Mobile', merchant.mobileNumber === '' ? 'Not given' : merchant.mobileNumber],
          ['Website', [merchant.websiteName, merchant.websiteUrl].filter(Boolean).join(', ') || 'Not given'],
          [
            'Support contact',
            [merchant.supportEmail, merchant.supportPhone].filter(Boolean).join(', ') || 'Not given',
          ],
          [
            'Last active',
            merchant.lastSeenAt === null ? 'No open session' : <When key="seen" at={merchant.lastSeenAt} />,
          ],
          [
            'Merchant ID',
            <Group key="id" component="span" gap={4} wrap="nowrap" display="inline-flex">
              <span className="mono">{merchant.id}</span>
              <CopyIcon text={merchant.id} what="merchant ID" />
            </Group>,
          ],
        ]}
      />
    </Panel>
  )
}

const MODE = { test: 'Test', live: 'Live' } as const

function ofOrders({ orders, succeeded, failed }: MerchantDetail['totals'][number]): string {
  return `${displayCount(orders)} ${orders === 1 ? 'order' : 'orders'}, ${displayCount(succeeded)} paid, ${displayCount(failed)} failed`
}

/** The merchant's collected amounts and remaining quota. */
function MerchantFigures({ merchant }: { merchant: MerchantDetail }) {
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
        name="Payments to assign"
        value={displayCount(openCredits)}
        note="payments without an order"
        {...(openCredits > 0 ? { tone: 'pending' as const } : {})}
      />
    </Tiles>
  )
}
