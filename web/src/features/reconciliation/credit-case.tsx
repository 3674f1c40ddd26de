import { IconAlertTriangle, IconInfoCircle } from 'virtual:icons'
import { CREDIT_ACTIONS, type CreditRow } from '@galla/contract/reconciliation/credits'
import type { Reversal } from '@galla/contract/reconciliation/reversals'
import { Box, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { Quote } from '../../components/display/quote.tsx'
import { When } from '../../components/display/when.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { StateBadge, ToneBadge } from '../../components/feedback/tone-badge.tsx'
import detail from '../../components/layout/detail.module.css'
import { DetailSection, TimelineTime } from '../../components/layout/detail-section.tsx'
import { RefundsPart } from '../../components/refund/refunds-part.ts'
import { RAIL_LABELS } from '../../format/alert-labels.ts'
import {
  actionLabelOf,
  badgeOf,
  differenceText,
  feeText,
  reasonOf,
  receivedInWords,
  SOURCE_LABELS,
  STATE_TONES,
  whoDid,
} from '../../format/case-labels.ts'
import { displayAmount, displayMoment, displayTime, displayWhenInFull } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { casesPath, orderPath } from '../../paths.ts'
import { useMay } from '../../session/may.ts'
import { CaseActions } from './actions/case-actions.tsx'
import { useCredit } from './cases-query.ts'
import { EvidenceList } from './evidence-list.tsx'

export function CreditCase({ creditId, act }: { creditId: string; act: string | undefined }) {
  const credit = useCredit(creditId)
  if (credit.data !== undefined) return <CreditInCase credit={credit.data} act={act} />
  if (!credit.isError) return <CaseWaiting />
  return (
    <QueryError
      query={credit}
      failure={t('Failed to fetch the payment')}
      missing={t('There is no such payment in this mode')}
    />
  )
}

function CreditInCase({ credit, act }: { credit: CreditRow; act: string | undefined }) {
  // Someone else updated the case; their action is the last entry of the history.
  const [hasConflict, setConflict] = useState(false)
  const may = useMay()
  const last = credit.history.at(-1)
  return (
    <div className={detail.detail}>
      <CreditHead credit={credit} />
      {hasConflict && last !== undefined && (
        <Notice tone="pending" Icon={IconAlertTriangle} mt="md" mx={{ base: 'md', xs: 'lg' }} role="alert">
          {t(
            'Someone else updated this. {by}, {at}: {last}. Nothing was done twice, and what you typed is kept.',
            { by: whoDid(last.by), at: displayTime(last.at), last: actionLabelOf(last) },
          )}
        </Notice>
      )}
      {may('POST /user/credits/:creditId/note') && (
        <CaseActions
          credit={credit}
          act={act}
          onConflict={() => setConflict(true)}
          onDone={() => setConflict(false)}
        />
      )}
      <RefundsPart creditId={credit.id} isRefundable={CREDIT_ACTIONS[credit.state].refund} />
      {credit.reversal !== undefined && <ReversalReports reversal={credit.reversal} />}
      {credit.order !== null && credit.orderId !== null && <HeldAgainst credit={credit} />}
      <CreditFacts credit={credit} />
      <EvidenceList credit={credit} />
      <CaseHistory credit={credit} />
    </div>
  )
}

function CreditHead({ credit }: { credit: CreditRow }) {
  const { state, amount, order } = credit
  const badge = badgeOf(credit)
  return (
    <div className={detail.head}>
      <div className={detail.amount}>{displayAmount(amount)}</div>
      <Group gap="xs" mt="xs">
        <StateBadge {...badge} />
        {order?.paidLate && state === 'matched' && badge.label !== t('Paid late') && (
          <ToneBadge tone="pending">{t('Paid late')}</ToneBadge>
        )}
      </Group>
      <Notice Icon={IconInfoCircle} mt="sm" fw={500}>
        {reasonOf(credit)}{' '}
        {credit.mergedInto !== null && (
          <Link to={casesPath({ tab: 'any', credit: credit.mergedInto })}>{t('See that payment')}</Link>
        )}
      </Notice>
    </div>
  )
}

/** Compares the order with the payment, so that the difference is visible. */
function HeldAgainst({ credit: { order, orderId, amount } }: { credit: CreditRow }) {
  if (order === null || orderId === null) return null
  return (
    <DetailSection title={t('Order')}>
      <FactList>
        <Fact name={t('Order amount')}>{displayAmount(order.amount)}</Fact>
        <Fact name={t('Received [amount]')}>{displayAmount(amount)}</Fact>
        <Fact name={t('Difference')}>
          <strong>{differenceText(amount, order.amount)}</strong>
        </Fact>
        <Fact name={t('Customer')}>{order.customerName}</Fact>
        <Fact name={t('Order')}>
          <Link to={orderPath(orderId)}>{order.clientTransactionId}</Link>
          <StatusBadge status={order.status} />
        </Fact>
      </FactList>
    </DetailSection>
  )
}

function CreditFacts({ credit }: { credit: CreditRow }) {
  const { utr, payerName, payerUpiId, receivedAt } = credit
  return (
    <DetailSection title={t('Payment')}>
      <FactList>
        <Fact name={t('UTR')}>
          {utr === null ? (
            t('The bank reported none')
          ) : (
            <>
              <span className="mono">{utr}</span>
              <CopyIcon text={utr} what={t('UTR')} />
            </>
          )}
        </Fact>
        <Fact name={t('From')}>
          <span>{[payerName, payerUpiId].filter((part) => part !== null).join(' · ') || t('Unknown')}</span>
        </Fact>
        {Boolean(credit.fee) && (
          <Fact name={t('Fee')}>
            <span>{feeText(credit)}</span>
          </Fact>
        )}
        <Fact name={t('Received via')}>
          <span>{RAIL_LABELS[credit.rail]}</span>
        </Fact>
        <Fact name={t('Received')}>
          <time dateTime={receivedAt} title={displayWhenInFull(receivedAt)}>
            {receivedInWords(credit, true)}
          </time>
        </Fact>
      </FactList>
    </DetailSection>
  )
}

export function CaseWaiting() {
  return (
    <div className={detail.head} aria-hidden>
      <Skeleton h={40} w={180} mb={12} />
      <Skeleton h={24} w={110} radius={12} mb={16} />
      <Skeleton h={44} radius={10} mb={24} />
      <Skeleton h={120} radius={10} mb={24} />
      <Skeleton h={160} radius={10} />
    </div>
  )
}

/** The append-only history of the case. */
function CaseHistory({ credit: { history } }: { credit: CreditRow }) {
  return (
    <DetailSection title={t('History')}>
      <ol className={detail.timeline}>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.state} ${entry.action}`} className={detail[STATE_TONES[entry.state]]}>
            <Box component="strong" miw={0} fw={600} className="breaks">
              {actionLabelOf(entry)}
            </Box>
            <TimelineTime at={entry.at}>{displayMoment(entry.at)}</TimelineTime>
            <Text component="div" w="100%" c="dimmed" className="breaks">
              {whoDid(entry.by)}
              {entry.note !== null && <Quote text={[entry.note]} />}
            </Text>
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}

const DECIDED = {
  accepted: t('Accepted as a loss'),
  refunded: t('Recorded as refunded'),
  ignored: t('Not a reversal of this payment'),
} as const

/** The bank's reports of a reversal. */
function ReversalReports({ reversal: { decision, reports } }: { reversal: Reversal }) {
  return (
    <DetailSection
      title={t('Reversed by the bank')}
      note={decision === null ? t('Needs your decision') : DECIDED[decision]}
    >
      <ul className={detail.boxes}>
        {reports.map(({ source, amount, at, words }) => (
          <li key={`${source} ${at} ${words}`} className={detail.box}>
            <Group gap="0 12px" justify="space-between">
              <strong>{SOURCE_LABELS[source]}</strong>
              {amount !== null && (
                <Text span fw={650} className="tabular">
                  {displayAmount(amount)}
                </Text>
              )}
            </Group>
            <Text c="dimmed" fz="xs" className="tabular">
              <When at={at} exact />
            </Text>
            {words !== null && <Quote text={[words]} />}
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
