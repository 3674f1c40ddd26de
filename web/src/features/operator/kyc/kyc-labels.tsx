import { IconCircleCheck, IconCircleX, IconClock } from 'virtual:icons'
import type { KycStatus } from '@galla/contract/kyc/kyc'
import { StateBadge } from '../../../components/feedback/tone-badge.tsx'

const LOOK = {
  pending: { word: 'Waiting', tone: 'pending', Icon: IconClock },
  approved: { word: 'Verified', tone: 'success', Icon: IconCircleCheck },
  rejected: { word: 'Rejected', tone: 'failed', Icon: IconCircleX },
} as const satisfies Record<KycStatus, object>

export const KycBadge = ({ status }: { status: KycStatus }) => <StateBadge {...LOOK[status]} />
