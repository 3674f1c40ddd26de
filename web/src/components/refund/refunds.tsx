import { listRefunds } from '@galla/contract/reconciliation/refunds'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import { Notice } from '../feedback/notice.tsx'
import { QueryError } from '../feedback/query-error.tsx'
import detail from '../layout/detail.module.css'
import { DetailSection } from '../layout/detail-section.tsx'
import { RefundBox } from './refund-box.tsx'
import { RefundDialog } from './refund-dialogs.tsx'

/** A debit may confirm a refund while its screen is open. */
const REFRESH_MS = 20_000

export interface RefundsProps {
  readonly creditId: string
  /** Whether the state of the payment allows a refund. */
  readonly isRefundable: boolean
  /** Names the payment where there are several. */
  readonly of?: string | undefined
}

/** The refunds of a payment with their states, and the button for another one. */
export function Refunds({ creditId, isRefundable, of }: RefundsProps) {
  const { mode } = useUser()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const query = useData(
    queryKeys.cases.refunds(mode, creditId),
    listRefunds,
    { params: { creditId } },
    { refetchInterval: REFRESH_MS },
  )
  if (query.isError && query.data === undefined)
    return <QueryError query={query} failure={t('The refunds could not be fetched')} />
  if (query.data === undefined) return null
  const { left, excess, refunds, isAtProvider } = query.data
  const canStart = isRefundable && left > 0 && may('POST /user/credits/:creditId/refunds')
  if (refunds.length === 0 && !canStart) return null
  return (
    <DetailSection
      title={of === undefined ? t('Refunds') : `${t('Refunds')}: ${of}`}
      {...(canStart && refunds.length > 0 && { note: t('{left} left', { left: displayAmount(left) }) })}
    >
      {excess > 0 && (
        <Notice tone="failed" mb="sm">
          {t(
            '{amount} more goes back than was paid. Cancel what is not sent yet, or ask the customer to return it.',
            { amount: displayAmount(excess) },
          )}
        </Notice>
      )}
      {refunds.length > 0 && (
        <ul className={detail.boxes}>
          {refunds.map((refund) => (
            <RefundBox key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {canStart && (
        <Button variant="default" mt={refunds.length > 0 ? 'sm' : 0} onClick={() => setOpen(true)}>
          {t('Refund')}
        </Button>
      )}
      {isOpen && (
        <RefundDialog
          creditId={creditId}
          left={left}
          isAtProvider={isAtProvider && may('POST /user/credits/:creditId/provider-refunds')}
          onClose={() => setOpen(false)}
        />
      )}
    </DetailSection>
  )
}
