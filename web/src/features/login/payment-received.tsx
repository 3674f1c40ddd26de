import { IconCircleCheck } from 'virtual:icons'
import { findPaidOrder } from '@galla/contract/receipts/receipts'
import { Text } from '@mantine/core'
import { useData } from '../../api/use-data.ts'
import { useInBrowser } from '../../browser/in-browser.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { type RedirectedOrder, receiptPath, redirectedOrderIn } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'

/**
 * For a customer whom the default redirect of a payment link led to the dashboard, and so to this login: the payment arrived, and here
 * is the receipt. Shows nothing unless the server knows a paid order with both parameters.
 */
export function PaymentReceived() {
  const order = useInBrowser(() => redirectedOrderIn(window.location.search), undefined)
  return order === undefined ? null : <Received order={order} />
}

function Received({ order: { orderId, clientTxnId } }: { order: RedirectedOrder }) {
  const { data } = useData(queryKeys.redirectedOrder, findPaidOrder, {
    params: { orderId },
    query: { client_txn_id: clientTxnId },
  })
  if (data === undefined) return null
  return (
    <Notice
      tone={data.isReturned ? 'pending' : 'success'}
      Icon={IconCircleCheck}
      title={data.isReturned ? t('The money of this payment was returned') : t('Payment received')}
      role="status"
    >
      <Text>
        {t('{amount} to {merchant}', { amount: displayAmount(data.amount), merchant: data.merchantName })}
      </Text>
      <Text c="dimmed" fz="sm">
        {t('Reference')}: <bdi>{data.clientTransactionId}</bdi>
      </Text>
      {data.mode === 'test' && <Text fz="sm">{t('Test mode: no real money moves')}</Text>}
      <a href={receiptPath(data.orderId)}>{t('Receipt')}</a>
    </Notice>
  )
}
