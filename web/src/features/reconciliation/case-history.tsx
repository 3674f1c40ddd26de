import type { CreditRow } from '@galla/contract/credits'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { deedOf, STATE_TONES, whoDid } from '../../format/case-labels.ts'
import { displayMoment, displayWhenInFull } from '../../format/indian-display.ts'
import css from './case-detail.module.css'

/** Who did what, when, and why; nothing in it is ever changed. */
export function CaseHistory({ credit: { history } }: { credit: CreditRow }) {
  return (
    <DetailSection title="History" note="IST">
      <ol className={detail.timeline}>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.state} ${entry.action}`} className={detail[STATE_TONES[entry.state]]}>
            <strong>{deedOf(entry)}</strong>
            <time dateTime={entry.at} title={displayWhenInFull(entry.at)}>
              {displayMoment(entry.at)}
            </time>
            <p>
              {whoDid(entry.by)}
              {entry.note !== null && <span className={css.noteText}>{entry.note}</span>}
            </p>
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}
