import type { CreditRow } from '@galla/contract/credits'
import { deedOf, STATE_TONES, whoDid } from '../../case-words.ts'
import { displayMoment, displayWhenInFull } from '../../indian-display.ts'
import detail from '../../parts/detail.module.css'
import { DetailSection } from '../../parts/detail-section.tsx'
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
