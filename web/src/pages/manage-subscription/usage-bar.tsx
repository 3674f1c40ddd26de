import { displayCount } from '../../indian-display.ts'
import css from './usage-bar.module.css'

const RED_ABOVE = 0.8

/** How much of something is used up; a plan of which nothing can be used counts as used up. */
export function UsageBar({ used, limit, label }: { used: number; limit: number; label: string }) {
  const share = limit === 0 ? 1 : used / limit
  return (
    <meter
      className={css.bar}
      data-tone={share > RED_ABOVE ? 'red' : 'calm'}
      min={0}
      max={limit}
      value={used}
      aria-label={label}
      aria-valuetext={`${displayCount(used)} of ${displayCount(limit)}`}
    >
      {displayCount(used)} of {displayCount(limit)}
    </meter>
  )
}
