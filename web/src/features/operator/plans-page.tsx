import { IconAlertTriangle, IconPencil } from 'virtual:icons'
import { type OperatorOffer, operatorPlans } from '@galla/contract/operator/operator-plans'
import { BILLING_CYCLES, CYCLE_LABELS, PLAN_NAMES, planTitle } from '@galla/contract/subscriptions/plans'
import { rupeesFromNumber } from '@galla/upi/rupees'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { displayAmount, displayCount, displayDay } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { savingContradictionText } from './plan-offers.ts'
import { PriceDialog } from './price-dialog.tsx'

const FAILURE = 'The plans could not be loaded'
/** The year in which the initial prices begin. */
const FIRST_YEAR = '2000'

export function PlansPage() {
  const plans = useData(queryKeys.operator.plans, operatorPlans)
  const [edited, setEdited] = useState<OperatorOffer>()
  return (
    <>
      <PageTitle
        title="Plans"
        line="Price changes apply to new purchases only. Existing subscriptions keep their price and quota."
      />
      {plans.data !== undefined ? (
        <Stack gap="md" miw={0}>
          {plans.isError && <OldData query={plans} failure={FAILURE} />}
          {PLAN_NAMES.map((planName) => (
            <PlanPanel
              key={planName}
              title={planTitle(planName)}
              running={plans.data.running.find((each) => each.planName === planName)?.merchants ?? 0}
              mine={BILLING_CYCLES.flatMap((cycle) =>
                plans.data.offers.filter((each) => each.planName === planName && each.billingCycle === cycle),
              )}
              offers={plans.data.offers}
              onEdit={setEdited}
            />
          ))}
          {edited !== undefined && (
            <PriceDialog
              key={`${edited.planName} ${edited.billingCycle} ${edited.validFrom}`}
              offer={edited}
              offers={plans.data.offers}
              onClose={() => setEdited(undefined)}
            />
          )}
        </Stack>
      ) : plans.isError ? (
        <Panel>
          <QueryError query={plans} failure={FAILURE} />
        </Panel>
      ) : (
        <Stack gap="md" miw={0} role="status" aria-busy="true" aria-label="Loading plans">
          {PLAN_NAMES.map((name) => (
            <Skeleton key={name} h={268} radius="lg" />
          ))}
        </Stack>
      )}
    </>
  )
}

interface PlanPanelProps {
  readonly title: string
  readonly running: number
  readonly mine: readonly OperatorOffer[]
  readonly offers: readonly OperatorOffer[]
  readonly onEdit: (offer: OperatorOffer) => void
}

function PlanPanel({ title, running, mine, offers, onEdit }: PlanPanelProps) {
  return (
    <Panel
      title={title}
      note={running === 1 ? '1 merchant has it running' : `${displayCount(running)} active merchants`}
    >
      <DataTable
        label={title}
        columns={[...COLUMNS, changeColumn(onEdit)]}
        rows={mine.map((offer) => ({
          ...offer,
          contradiction: savingContradictionText(offer, rupeesFromNumber(offer.price) ?? 0n, offers),
        }))}
        keyOf={({ billingCycle }) => billingCycle}
        inPanel
        cardsBelow="lg"
      />
    </Panel>
  )
}

type Row = OperatorOffer & { readonly contradiction: string | undefined }

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Billing cycle',
    card: 'line',
    cardOrder: 1,
    cell: ({ billingCycle, contradiction }) => {
      const { label, saving } = CYCLE_LABELS[billingCycle]
      return (
        <>
          <Text span c="var(--galla-text)" fw={600}>
            {label}
          </Text>{' '}
          {saving !== undefined && <ToneBadge tone="created">{saving}</ToneBadge>}
          {contradiction !== undefined && (
            <Notice tone="pending" Icon={IconAlertTriangle} mt="xs">
              {contradiction}
            </Notice>
          )}
        </>
      )
    },
  },
  {
    head: 'Price',
    width: 'short',
    end: true,
    card: 'start',
    cardOrder: 2,
    cell: ({ price }) => (
      <Text span fz="md" fw={650}>
        {displayAmount(price)}
      </Text>
    ),
  },
  {
    head: 'QR requests',
    width: { sm: 160, lg: 180 },
    end: true,
    card: 'start',
    cardOrder: 4,
    cell: ({ qrRequests }) => <>{displayCount(qrRequests)} QR requests</>,
  },
  {
    head: 'Since',
    width: 'middle',
    end: true,
    card: 'none',
    cell: ({ validFrom }) => (
      <Text span c="dimmed" fz="xs">
        {validFrom.startsWith(FIRST_YEAR) ? 'First price' : `Since ${displayDay(validFrom)}`}
      </Text>
    ),
  },
]

const changeColumn = (onEdit: (offer: OperatorOffer) => void): Column<Row> => ({
  head: 'Change',
  hideHead: true,
  width: 128,
  end: true,
  card: 'end',
  cardOrder: 3,
  cell: (offer) => (
    <Button
      variant="default"
      px="sm"
      leftSection={<IconPencil size={14} />}
      aria-label={`Change ${planTitle(offer.planName)}, ${CYCLE_LABELS[offer.billingCycle].label}`}
      onClick={() => onEdit(offer)}
    >
      Change
    </Button>
  ),
})
