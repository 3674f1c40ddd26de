import { IconInfoCircle } from 'virtual:icons'
import type { ClaimRow } from '@galla/contract/payment-claims/claims'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { Quote } from '../../components/display/quote.tsx'
import { When } from '../../components/display/when.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { STATE_LABELS } from '../../format/case-labels.ts'
import { displayAmount, displayMoment } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { orderPath } from '../../paths.ts'
import type { CasesNavigation } from './cases-navigation.ts'
import { useClaim } from './cases-query.ts'
import { ClaimActions } from './claim-actions.tsx'
import { CaseWaiting } from './credit-case.tsx'

/** A payment claim: the known facts and the merchant's decision. */
export function ClaimCase({ name, navigation }: { name: string; navigation: CasesNavigation }) {
  const claim = useClaim(name)
  if (claim.data === undefined && !claim.isError) return <CaseWaiting />
  if (claim.data === undefined || claim.data === null)
    return (
      <LoadError
        message={
          claim.isError
            ? failureMessage(claim.error, t('Failed to fetch the claim'))
            : t('There is no such claim in this mode')
        }
        onRetry={() => void claim.refetch()}
      />
    )
  return <ClaimInCase claim={claim.data} navigation={navigation} />
}

function ClaimInCase({ claim, navigation }: { claim: ClaimRow; navigation: CasesNavigation }) {
  const { amount, status, creditId, creditState, dismissed } = claim
  const isOpen = status !== 'success' && dismissed === null
  return (
    <div className={detail.detail}>
      <div className={detail.head}>
        <div className={detail.amount}>{displayAmount(amount)}</div>
        <Group gap="xs" mt="xs">
          <StatusBadge status={status} />
          {creditState !== null && (
            <ToneBadge tone="created">
              {t('Payment: {state}', { state: STATE_LABELS[creditState] })}
            </ToneBadge>
          )}
        </Group>
        <Notice Icon={IconInfoCircle} mt="sm" fw={500}>
          {adviceOf(claim)}
        </Notice>
      </div>
      {isOpen && creditId !== null && (
        <DetailSection title={t('What to do')}>
          <Button onClick={() => navigation.switchTo({ credit: creditId })}>{t('Open the payment')}</Button>
        </DetailSection>
      )}
      {isOpen && <ClaimActions claim={claim} act={navigation.view.act} />}
      {dismissed !== null && (
        <DetailSection title={t('Decision')}>
          <p>{t('Dismissed by {by}, {at}', { by: dismissed.by, at: displayMoment(dismissed.at) })}</p>
          {dismissed.note !== null && <Quote text={[dismissed.note]} />}
        </DetailSection>
      )}
      <ClaimFacts claim={claim} />
    </div>
  )
}

function ClaimFacts({ claim }: { claim: ClaimRow }) {
  const { orderId, utr, customerName, clientTransactionId, claimedAt } = claim
  return (
    <DetailSection title={t('Claim')}>
      <FactList>
        <Fact name={t('UTR')}>
          <span className="mono">{utr}</span>
          <CopyIcon text={utr} what={t('UTR')} />
        </Fact>
        <Fact name={t('Customer')}>{customerName}</Fact>
        <Fact name={t('Order')}>
          <Link to={orderPath(orderId)}>{clientTransactionId}</Link>
        </Fact>
        <Fact name={t('Claimed')}>
          <When at={claimedAt} />
        </Fact>
      </FactList>
    </DetailSection>
  )
}

function adviceOf({ status, creditState, dismissed }: ClaimRow): string {
  if (status === 'success') return t('This order is paid.')
  if (dismissed !== null) return t('This claim was closed without a payment.')
  if (creditState === null)
    return t(
      'No source has reported a payment with this UTR yet. Check your bank or UPI app. Confirm the order only if the money is there.',
    )
  if (creditState === 'matched') return t('A payment with this UTR already paid another order.')
  return t('A payment with this UTR was received but has no order. Open it and assign it to this order.')
}
