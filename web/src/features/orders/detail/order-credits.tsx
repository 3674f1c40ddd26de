import { CREDIT_ACTIONS, CREDIT_STATES, WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { Box, Group } from '@mantine/core'
import { Link } from 'react-router'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { NewTabButton } from '../../../components/display/new-tab-button.tsx'
import { When } from '../../../components/display/when.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { RefundsPart } from '../../../components/refund/refunds-part.ts'
import { feeText } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { casesPath, receiptPath } from '../../../paths.ts'
import { type Credit, creditStateOf, evidenceOf, type Order } from './order-history.ts'
import { Outcome, Quiet } from './quiet.tsx'

/** The order's payments and their evidence. */
export function OrderCredits({ order }: { order: Order }) {
  return (
    <>
      <DetailSection title={t('Payments received')}>
        <ul className={detail.boxes}>
          {order.credits.map((credit) => (
            <CreditBox key={credit.id} credit={credit} />
          ))}
        </ul>
        {order.status === 'success' && (
          <NewTabButton href={receiptPath(order.orderId)} mt="sm">
            {t('Receipt')}
          </NewTabButton>
        )}
      </DetailSection>
      {order.credits.map(({ id, state, utr, amount }) => (
        <RefundsPart
          key={id}
          creditId={id}
          isRefundable={isRefundable(state)}
          of={order.credits.length > 1 ? (utr ?? displayAmount(amount)) : undefined}
        />
      ))}
    </>
  )
}

const isRefundable = (state: string): boolean =>
  CREDIT_STATES.some((known) => known === state && CREDIT_ACTIONS[known].refund)

function CreditBox({ credit }: { credit: Credit }) {
  const { title, tone } = creditStateOf(credit)
  return (
    <li className={detail.box}>
      <Group gap="0 12px" justify="space-between" miw={0}>
        <Box component="strong" fz="md" fw={650} className="tabular">
          {displayAmount(credit.amount)}
        </Box>
        <Outcome tone={tone} title={title} />
      </Group>
      <Group gap="0 12px" justify="space-between">
        <Group component="span" gap={6} wrap="nowrap" mih={36}>
          <Quiet>{t('UTR')}</Quiet>
          {credit.utr === null ? (
            'unknown'
          ) : (
            <>
              <span className="mono">{credit.utr}</span>
              <CopyIcon text={credit.utr} what={t('UTR')} />
            </>
          )}
        </Group>
        <Quiet>
          <When at={credit.receivedAt} exact />
        </Quiet>
      </Group>
      {Boolean(credit.fee) && (
        <p className="tabular">
          <Quiet>{feeText(credit)}</Quiet>
        </p>
      )}
      {credit.payerUpiId !== null && (
        <p className="breaks">
          <Quiet>{t('From')}</Quiet> {credit.payerUpiId}
        </p>
      )}
      <Group gap="0 12px" justify="space-between">
        <Quiet>{evidenceOf(credit)}</Quiet>
        <Link to={casesPath({ credit: credit.id })}>
          {credit.isReversed || WAITING_STATES.some((state) => state === credit.state)
            ? t('Decide in Reconciliation')
            : t('See in Reconciliation')}
        </Link>
      </Group>
    </li>
  )
}
