import { MAY_BE_VERIFIED } from '@galla/contract/orders/order-status'
import type { TransactionRow } from '@galla/contract/orders/transactions'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { t } from '../../../locales/translate.ts'
import type { Verification } from '../verify-order.ts'

interface OrderActionsProps {
  readonly order: Pick<TransactionRow, 'orderId' | 'status'>
  readonly verification: Verification
}

export function VerifyButton({ order, verification }: OrderActionsProps) {
  if (!MAY_BE_VERIFIED[order.status]) return null
  const { running, verify } = verification
  return (
    <ActionButton
      variant="default"
      size="xs"
      h={36}
      busy={running === order.orderId}
      busyLabel={t('Verifying...')}
      disabled={running !== undefined}
      onClick={() => verify(order.orderId)}
    >
      {t('Verify')}
    </ActionButton>
  )
}
