import { MINUTE_MS } from '@galla/contract/durations'

/** Polls often while a phone is being set up, and less often the longer nothing arrives. Hidden pages do not poll. */
export function pollMs(quietMs: number): number {
  if (quietMs < 5 * MINUTE_MS) return 3_000
  return quietMs < 30 * MINUTE_MS ? 15_000 : MINUTE_MS
}
