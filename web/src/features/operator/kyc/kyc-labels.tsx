import { IconCircleCheck, IconCircleX, IconClock } from 'virtual:icons'
import type { KycStatus } from '@galla/contract/kyc/kyc'
import { StateBadge } from '../../../components/feedback/tone-badge.tsx'

const STATES = {
  pending: { label: 'Waiting', tone: 'pending', Icon: IconClock },
  approved: { label: 'Verified', tone: 'success', Icon: IconCircleCheck },
  rejected: { label: 'Rejected', tone: 'failed', Icon: IconCircleX },
} as const satisfies Record<KycStatus, object>

export const KycBadge = ({ status }: { status: KycStatus }) => <StateBadge {...STATES[status]} />
