const MINUTE_MS = 60_000

/** Live while a phone is set up, and slower the longer nothing comes. A hidden page does not ask at all. */
export function pollMs(quietMs: number): number {
  if (quietMs < 5 * MINUTE_MS) return 3_000
  return quietMs < 30 * MINUTE_MS ? 15_000 : MINUTE_MS
}
