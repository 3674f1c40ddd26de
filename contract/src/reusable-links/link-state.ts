import { startOfIstDay } from '../ist.ts'
import type { LinkState } from './reusable-links.ts'

const DAY_MS = 86_400_000

/** What a merchant reads about a link. An open order is no use yet. A link ends with its last day (YYYY-MM-DD) in India. */
export const linkStateOf = (
  link: { readonly closedAt: Date | null; readonly lastDay: string | null; readonly usesMax: number | null },
  paid: number,
  now: Date,
): LinkState => {
  if (link.closedAt !== null) return 'closed'
  if (link.lastDay !== null && now.getTime() >= startOfIstDay(link.lastDay).getTime() + DAY_MS) return 'ended'
  return link.usesMax !== null && paid >= link.usesMax ? 'used_up' : 'open'
}
