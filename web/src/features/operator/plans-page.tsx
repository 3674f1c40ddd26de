import { IconAlertTriangle, IconPencil } from 'virtual:icons'
import { type OperatorOffer, operatorPlans } from '@galla/contract/operator/operator-plans'
import { BILLING_CYCLES, CYCLE_WORDS, PLAN_NAMES, planTitle } from '@galla/contract/subscriptions/plans'
import { rupeesFromNumber } from '@galla/upi/rupees'
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount, displayCount, displayDay } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { contradictionWords } from './plan-offers.ts'
import css from './plans-page.module.css'
import { PriceDialog } from './price-dialog.tsx'

const WORDS = { failed: 'The plans could not be loaded', unreachable: 'The plans could not be loaded' }
/** The first catalogue holds since ever. */
const FIRST_YEAR = '2000'

export function PlansPage() {
  const plans = useQuery({
    queryKey: queryKeys.operator.plans,
    queryFn: async ({ signal }) => (await callEndpoint(operatorPlans, { signal })).data,
  })
  const [edited, setEdited] = useState<OperatorOffer>()
  return (
    <>
      <PageTitle
        title="Plans"
        line="A changed price holds for what is bought from then on. What was sold keeps its price and quota."
      />
      {plans.data !== undefined ? (
        <Stack gap="md" miw={0}>
          {plans.isError && <OldData error={plans.error} words={WORDS} onRetry={plans.refetch} />}
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
          <LoadError message={failureMessage(plans.error, WORDS)} onRetry={() => void plans.refetch()} />
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
      note={
        running === 1 ? '1 merchant has it running' : `${displayCount(running)} merchants have it running`
      }
    >
      <ul className={`plain-list ${css.offers}`}>
        {mine.map((offer) => (
          <OfferRow
            key={offer.billingCycle}
            offer={offer}
            contradiction={contradictionWords(offer, rupeesFromNumber(offer.price) ?? 0n, offers)}
            onEdit={() => onEdit(offer)}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface OfferRowProps {
  readonly offer: OperatorOffer
  readonly contradiction: string | undefined
  readonly onEdit: () => void
}

function OfferRow({ offer, contradiction, onEdit }: OfferRowProps) {
  const { label, saving } = CYCLE_WORDS[offer.billingCycle]
  return (
    <li>
      <div className={css.offer}>
        <Group component="span" gap="xs">
          <Box component="strong" fw={600}>
            {label}
          </Box>
          {saving !== undefined && (
            <Box
              component="span"
              py={1}
              px="xs"
              bdrs="md"
              c="var(--galla-created)"
              bg="var(--galla-created-soft)"
              fz="xs"
              fw={600}
            >
              {saving}
            </Box>
          )}
        </Group>
        <Text span fz="md" fw={650} ta="right" className="tabular">
          {displayAmount(offer.price)}
        </Text>
        <span className={css.quota}>{displayCount(offer.qrRequests)} QR requests</span>
        <span className={css.since}>
          {offer.validFrom.startsWith(FIRST_YEAR) ? 'First price' : `Since ${displayDay(offer.validFrom)}`}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          h={36}
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={`Change ${planTitle(offer.planName)}, ${label}`}
          onClick={onEdit}
        >
          Change
        </Button>
      </div>
      {contradiction !== undefined && <Contradiction text={contradiction} />}
    </li>
  )
}

function Contradiction({ text }: { text: string }) {
  return (
    <Group
      component="p"
      gap="xs"
      align="stretch"
      wrap="nowrap"
      mt="xs"
      py="xs"
      px="sm"
      bdrs="md"
      c="var(--galla-pending)"
      bg="var(--galla-pending-soft)"
      fz="sm"
      className={css.details}
    >
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      {text}
    </Group>
  )
}
