import { IconAlertTriangle } from 'virtual:icons'
import { MAY_BE_VERIFIED } from '@galla/contract/orders/order-status'
import type { TransactionRow } from '@galla/contract/orders/transactions'
import { Group, Text } from '@mantine/core'
import { StatusBadge } from '../../../components/feedback/status-badge.tsx'
import detail from '../../../components/layout/detail.module.css'
import { displayAmount } from '../../../format/indian-display.ts'
import type { Verification } from '../verify-order.ts'
import { VerifyButton } from './order-actions.tsx'
import css from './order-detail.module.css'
import { attentionOf, failureOf, type Order } from './order-history.ts'

/** How much, and how it stands. */
export function OrderHead({ order, verification }: { order: Order; verification: Verification }) {
  const attention = attentionOf(order)
  const failure = failureOf(order)
  return (
    <div className={detail.head}>
      <AmountAndStatus order={order} />
      {failure !== '' && (
        <Text mt={10} c="dimmed">
          {failure}
        </Text>
      )}
      {attention !== '' && (
        <Group
          component="p"
          gap={10}
          align="stretch"
          wrap="nowrap"
          mt={14}
          py={10}
          px={14}
          bdrs="md"
          c="var(--galla-pending)"
          bg="var(--galla-pending-soft)"
          fw={500}
          className={css.attention}
        >
          <IconAlertTriangle size={18} aria-hidden />
          {attention}
        </Group>
      )}
      {MAY_BE_VERIFIED[order.status] && (
        <Group gap="sm" mt="md" className={css.buttons}>
          <VerifyButton order={order} verification={verification} />
          <Text span flex="1 1 200px" c="dimmed" fz="xs">
            Asks every source again whether this order was paid.
          </Text>
        </Group>
      )}
    </div>
  )
}

export function AmountAndStatus({ order }: { order: TransactionRow }) {
  return (
    <>
      <div className={detail.amount}>{displayAmount(order.amount)}</div>
      <Group gap="xs" mt="xs">
        <StatusBadge status={order.status} failureReason={order.failureReason} />
        {order.paidLate && (
          <Group
            component="span"
            gap={0}
            wrap="nowrap"
            display="inline-flex"
            h={24}
            px={9}
            py={0}
            bdrs={12}
            c="var(--galla-pending)"
            bg="var(--galla-pending-soft)"
            fz="xs"
            fw={600}
          >
            Paid late
          </Group>
        )}
        {order.attention && (
          <Group
            component="span"
            gap={0}
            wrap="nowrap"
            display="inline-flex"
            h={24}
            px={9}
            py={0}
            bdrs={12}
            c="var(--galla-pending)"
            bg="var(--galla-pending-soft)"
            fz="xs"
            fw={600}
          >
            Needs attention
          </Group>
        )}
        {order.mode === 'test' && (
          <Group
            component="span"
            gap={0}
            wrap="nowrap"
            display="inline-flex"
            h={24}
            px={9}
            py={0}
            bdrs={12}
            c="dimmed"
            bg="var(--galla-sunken)"
            fz="xs"
            fw={600}
          >
            Test
          </Group>
        )}
      </Group>
    </>
  )
}
