import type { TransactionRow } from '@galla/contract/orders/transactions'
import { Text } from '@mantine/core'
import { t } from '../../locales/translate.ts'

const FAILED = { declined: t('Declined'), expired: t('Expired') } as const

/** What a status alone does not say, in a word or two. */
export function remarkOf({
  attention,
  paidLate,
  failureReason,
}: Pick<TransactionRow, 'attention' | 'paidLate' | 'failureReason'>): string {
  if (attention) return t('Needs attention')
  if (paidLate) return t('Paid late')
  return failureReason === null ? '' : FAILED[failureReason]
}

export function OrderRemark({ order }: { order: TransactionRow }) {
  const remark = remarkOf(order)
  if (remark === '') return null
  return (
    <Text mt={2} fz="xs" {...(order.attention ? { c: 'var(--galla-pending)', fw: 600 } : { c: 'dimmed' })}>
      {remark}
    </Text>
  )
}
