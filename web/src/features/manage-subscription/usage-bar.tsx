import { Box } from '@mantine/core'
import { displayCount } from '../../format/indian-display.ts'
import css from './usage-bar.module.css'

const RED_ABOVE = 0.8

/** How much of something is used up; a plan of which nothing can be used counts as used up. */
export function UsageBar({ used, limit, label }: { used: number; limit: number; label: string }) {
  const share = limit === 0 ? 1 : Math.min(used / limit, 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers fill a part of a meter's height only, each another one
    <div
      role="meter"
      className={css.bar}
      data-tone={share > RED_ABOVE ? 'red' : 'calm'}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-label={label}
      aria-valuetext={`${displayCount(used)} of ${displayCount(limit)}`}
    >
      <Box h="100%" bdrs={5} bg="var(--fill)" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
