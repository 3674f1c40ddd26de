import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause, IconX } from 'virtual:icons'
import type { DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import type { Tone } from '../../theme/tone.ts'

export const STATE_LOOKS = {
  pending: { word: 'On its way', tone: 'created', Icon: IconClock },
  delivered: { word: 'Delivered', tone: 'success', Icon: IconCheck },
  failed: { word: 'Will be retried', tone: 'pending', Icon: IconAlertTriangle },
  exhausted: { word: 'Gave up', tone: 'failed', Icon: IconX },
  paused: { word: 'Paused', tone: 'pending', Icon: IconPlayerPause },
} as const satisfies Record<DeliveryState, { word: string; tone: Tone; Icon: unknown }>

export const DeliveryStateBadge = ({ state }: { state: DeliveryState }) => (
  <StateBadge {...STATE_LOOKS[state]} />
)
