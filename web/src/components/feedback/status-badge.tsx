import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClock } from 'virtual:icons'
import type { FailureReason, OrderStatus } from '@galla/contract/orders/order-status'
import { t } from '../../locales/translate.ts'
import { ToneBadge } from './tone-badge.tsx'

const STATES = {
  created: { label: t('Created'), Icon: IconCircleDashed },
  pending: { label: t('Pending'), Icon: IconClock },
  success: { label: t('Success'), Icon: IconCircleCheck },
  failed: { label: t('Failed'), Icon: IconCircleX },
} as const satisfies Record<OrderStatus, object>

const REASONS = { declined: t('The payer declined'), expired: t('The time to pay expired') } as const

interface StatusBadgeProps {
  readonly status: OrderStatus
  readonly failureReason?: FailureReason | null
}

export function StatusBadge({ status, failureReason = null }: StatusBadgeProps) {
  const { label, Icon } = STATES[status]
  return (
    <ToneBadge tone={status} Icon={Icon} title={failureReason === null ? undefined : REASONS[failureReason]}>
      {label}
    </ToneBadge>
  )
}
