import { IconAlertTriangle } from 'virtual:icons'
import { MAY_BE_VERIFIED } from '@galla/contract/orders/order-status'
import type { TransactionRow } from '@galla/contract/orders/transactions'
import { Group, Text } from '@mantine/core'
import { Notice } from '../../../components/feedback/notice.tsx'
import { StatusBadge } from '../../../components/feedback/status-badge.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import detail from '../../../components/layout/detail.module.css'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { Verification } from '../verify-order.ts'
import { VerifyButton } from './order-actions.tsx'
import { attentionOf, failureOf, type Order } from './order-history.ts'

/** The amount and the status. */
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
        <Notice tone="pending" Icon={IconAlertTriangle} mt="sm" fw={500}>
          {attention}
        </Notice>
      )}
      {MAY_BE_VERIFIED[order.status] && (
        <Group gap="sm" mt="md">
          <VerifyButton order={order} verification={verification} />
          <Text span flex="1 1 200px" c="dimmed" fz="xs">
            {t('Checks with every source again whether this order was paid.')}
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
        {order.paidLate && <ToneBadge tone="pending">{t('Paid late')}</ToneBadge>}
        {order.attention && <ToneBadge tone="pending">{t('Needs attention')}</ToneBadge>}
        {order.mode === 'test' && <ToneBadge tone="calm">{t('Test')}</ToneBadge>}
      </Group>
    </>
  )
}
