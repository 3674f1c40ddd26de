import { ALERT_DAYS } from '@galla/contract/bank-alerts/alerts'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { Quote } from '../../components/display/quote.tsx'
import { When } from '../../components/display/when.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { EvidenceButtons } from '../../components/layout/evidence-buttons.tsx'
import { SOURCE_LABELS } from '../../format/case-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { useAlertsOfCredit } from './cases-query.ts'

/** Lists every source that reported the payment, with the bank's message while it is stored. */
export function EvidenceList({ credit }: { credit: CreditRow }) {
  const { evidence } = credit
  const hasAlerts = evidence.some(({ source }) => source === 'alert')
  return (
    <DetailSection
      title={t('Evidence')}
      note={evidence.length === 1 ? t('1 source') : t('{length} sources', { length: evidence.length })}
    >
      <ul className={detail.boxes}>
        {evidence.map(({ source, amount, reference, reportedAt }) => (
          <li key={`${source} ${reportedAt} ${amount}`} className={detail.box}>
            <Group gap="0 12px" justify="space-between">
              <strong>{SOURCE_LABELS[source]}</strong>
              <Text
                span
                fw={650}
                className="tabular"
                {...(amount === credit.amount ? {} : { c: 'var(--galla-failed)' })}
              >
                {displayAmount(amount)}
              </Text>
            </Group>
            <Group gap="0 12px" justify="space-between" c="dimmed" fz="xs" className="tabular breaks">
              <span>
                {reference === null ? t('No order reference') : t('Reference {reference}', { reference })}
              </span>
              <When at={reportedAt} exact />
            </Group>
          </li>
        ))}
      </ul>
      {hasAlerts && <AlertTexts creditId={credit.id} />}
      <EvidenceButtons of={{ creditId: credit.id }} />
    </DetailSection>
  )
}

function AlertTexts({ creditId }: { creditId: string }) {
  const alerts = useAlertsOfCredit(creditId, true)
  if (alerts.isPending) return <Skeleton h={64} mt={8} radius={10} aria-hidden />
  if (alerts.data === undefined)
    return (
      <Text c="dimmed" fz="sm" className="tabular breaks">
        {failureMessage(alerts.error, t('The messages could not be fetched'))}{' '}
        <Button variant="subtle" px={8} onClick={() => void alerts.refetch()}>
          {t('Try Again')}
        </Button>
      </Text>
    )
  if (alerts.data.length === 0)
    return (
      <Text c="dimmed" fz="sm" className="tabular breaks">
        {t('The message was deleted. Galla keeps messages for {days} days.', { days: ALERT_DAYS })}
      </Text>
    )
  return alerts.data.map(({ id, text, title, sender }) => (
    <Quote key={id} text={[title, text]} from={sender ?? t('Sender unknown')} />
  ))
}
