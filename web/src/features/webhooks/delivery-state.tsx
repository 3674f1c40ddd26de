import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause, IconX } from 'virtual:icons'
import type { DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import type { Tone } from '../../theme/tone.ts'

export const STATES = {
  pending: { label: 'Sending', tone: 'created', Icon: IconClock },
  delivered: { label: 'Delivered', tone: 'success', Icon: IconCheck },
  failed: { label: 'Will be retried', tone: 'pending', Icon: IconAlertTriangle },
  exhausted: { label: 'Failed', tone: 'failed', Icon: IconX },
  paused: { label: 'Paused', tone: 'pending', Icon: IconPlayerPause },
  cancelled: { label: 'Cancelled', tone: 'calm', Icon: IconX },
} as const satisfies Record<DeliveryState, { label: string; tone: Tone; Icon: unknown }>

export const DeliveryStateBadge = ({ state }: { state: DeliveryState }) => <StateBadge {...STATES[state]} />
