import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { Box, Text } from '@mantine/core'
import { Quote } from '../../components/display/quote.tsx'
import detail from '../../components/layout/detail.module.css'
import { DetailSection, TimelineTime } from '../../components/layout/detail-section.tsx'
import { actionLabelOf, STATE_TONES, whoDid } from '../../format/case-labels.ts'
import { displayMoment } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

/** Who did what, when, and why; nothing in it is ever changed. */
export function CaseHistory({ credit: { history } }: { credit: CreditRow }) {
  return (
    <DetailSection title={t('History')} note={t('IST')}>
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
