import { Drawer, Skeleton } from '@mantine/core'
import { CallFailure } from '../../api.ts'
import { failureMessage } from '../../failure-message.ts'
import { LoadError } from '../../parts/screen-message.tsx'
import { OrderDetail } from './order-detail.tsx'
import { useOrderDetail } from './orders-query.ts'
import type { Verification } from './verify-order.ts'

const WORDS = {
  failed: 'Failed to fetch the order',
  unreachable: 'Something went wrong while fetching the order',
}
const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

interface OrderDrawerProps {
  readonly orderId: string | undefined
  readonly verification: Verification
  readonly onClose: () => void
}

export function OrderDrawer({ orderId, verification, onClose }: OrderDrawerProps) {
  const detail = useOrderDetail(orderId)
  return (
    <Drawer
      opened={orderId !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      padding="lg"
      title={<strong>Order</strong>}
      closeButtonProps={{ 'aria-label': 'Close the order' }}
    >
      {detail.data !== undefined && <OrderDetail order={detail.data} verification={verification} />}
      {detail.data === undefined && detail.isError && (
        <LoadError
          message={
            detail.error instanceof CallFailure && detail.error.status === 404
              ? 'There is no such order in this mode'
              : failureMessage(detail.error, WORDS)
          }
          onRetry={() => void detail.refetch()}
        />
      )}
      {detail.isPending && orderId !== undefined && (
        <div aria-hidden>
          <Skeleton h={40} w={170} mb={8} />
          <Skeleton h={24} w={90} mb={28} radius={12} />
          {LINES.map((line) => (
            <Skeleton key={line} h={20} mb={16} />
          ))}
        </div>
      )}
    </Drawer>
  )
}
