import { type BillingCycle, CYCLE_LABELS } from '@galla/contract/subscriptions/plans'
import { Group, Text } from '@mantine/core'
import { ToneBadge } from '../components/feedback/tone-badge.tsx'
import { displayPaiseEach } from '../format/indian-display.ts'
import { t, translateServerText } from '../locales/translate.ts'
import type { ShownOffer } from './shown-plans.ts'

interface PriceEachProps {
  readonly cycle: BillingCycle
  readonly offer: ShownOffer
}

/** The price of one QR request beside the saving that the cycle is labelled with, so that the cycles can be compared. */
export function PriceEach({ cycle, offer: { price, qrRequests } }: PriceEachProps) {
  const { saving } = CYCLE_LABELS[cycle]
  return (
    <Group component="span" gap="4px 8px" mt={4} c="dimmed">
      {saving !== undefined && <ToneBadge tone="success">{translateServerText(saving)}</ToneBadge>}
      <Text span>{t('{price} for each', { price: displayPaiseEach(price, qrRequests) })}</Text>
    </Group>
  )
}
