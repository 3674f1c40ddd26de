import type { FailureReason, OrderStatus } from '@galla/contract/order-status'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconClock } from '@tabler/icons-react'
import css from './status-badge.module.css'

const LOOK = {
  created: { word: 'Created', Icon: IconCircleDashed, tone: css.created },
  pending: { word: 'Pending', Icon: IconClock, tone: css.pending },
  success: { word: 'Success', Icon: IconCircleCheck, tone: css.success },
  failed: { word: 'Failed', Icon: IconCircleX, tone: css.failed },
} as const satisfies Record<OrderStatus, object>

const WHY = { declined: 'The payer declined', expired: 'The time to pay ran out' } as const

interface StatusBadgeProps {
  readonly status: OrderStatus
  readonly failureReason?: FailureReason | null
}

export function StatusBadge({ status, failureReason = null }: StatusBadgeProps) {
  const { word, Icon, tone } = LOOK[status]
  return (
    <span className={`${css.badge} ${tone}`} title={failureReason === null ? undefined : WHY[failureReason]}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {word}
    </span>
  )
}
