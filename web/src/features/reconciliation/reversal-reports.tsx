import type { Reversal } from '@galla/contract/reconciliation/reversals'
import { Group, Text } from '@mantine/core'
import { Quote } from '../../components/display/quote.tsx'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { SOURCE_LABELS } from '../../format/case-labels.ts'
import { displayAmount, displayMoment, displayWhenInFull } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

const DECIDED = {
  accepted: t('Accepted as a loss'),
  refunded: t('Recorded as refunded'),
  ignored: t('Not a reversal of this payment'),
} as const

/** The bank's reports of a reversal. */
export function ReversalReports({ reversal: { decision, reports } }: { reversal: Reversal }) {
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
              <time dateTime={at} title={displayWhenInFull(at)}>
                {displayMoment(at)}
              </time>
            </Text>
            {words !== null && <Quote text={[words]} />}
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
