import { ShareBar } from '../../components/display/share-bar.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

const RED_ABOVE = 0.8

/** The used share of a quota; a quota of zero is shown as used up. */
export function UsageBar({ used, limit, label }: { used: number; limit: number; label: string }) {
  const share = limit === 0 ? 1 : Math.min(used / limit, 1)
  const isRed = share > RED_ABOVE
  return (
    <ShareBar
      share={share}
      height={10}
      colour={isRed ? 'var(--galla-failed)' : 'var(--galla-accent)'}
      // Browsers render a meter element at different heights.
      role="meter"
      data-tone={isRed ? 'red' : 'calm'}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-label={label}
      aria-valuetext={t('{used} of {limit}', { used: displayCount(used), limit: displayCount(limit) })}
    />
  )
}
