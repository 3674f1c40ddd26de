import { DAY_MS } from '../durations.ts'
import { startOfIstDay } from '../ist.ts'
import type { LinkState } from './reusable-links.ts'

/** The state of a link for its merchant. An open order is not a use yet. A link ends after its last day (YYYY-MM-DD) in India. */
export const linkStateOf = (
  link: { readonly closedAt: Date | null; readonly lastDay: string | null; readonly usesMax: number | null },
  paid: number,
  now: Date,
): LinkState => {
  if (link.closedAt !== null) return 'closed'
  if (link.lastDay !== null && now.getTime() >= startOfIstDay(link.lastDay).getTime() + DAY_MS) return 'ended'
  return link.usesMax !== null && paid >= link.usesMax ? 'used_up' : 'open'
}
