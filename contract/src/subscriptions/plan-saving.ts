import { type BillingCycle, CYCLE_DAYS, CYCLE_LABELS } from './plans.ts'

/** A "Save" label that does not match the prices. */
export interface Contradiction {
  readonly claimedPercent: number
  /** The real saving compared with the same days in the shortest cycle; negative if the long cycle costs more. */
  readonly savedPercent: number
  /** The price of the same days in the shortest cycle. */
  readonly comparedPaise: bigint
  /** The price that would match the label. */
  readonly fittingPaise: bigint
}

const SHORTEST: BillingCycle = '28days'
const PAISE_OF_A_RUPEE = 100n

const claimOf = (cycle: BillingCycle): number | undefined => {
  const digits = /(\d{1,3})%/.exec(CYCLE_LABELS[cycle].saving ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Compares a cycle's price with its "Save" label. Returns undefined if the saving, rounded to a whole percent, matches the label, or if the
 * cycle has no label. A contradiction is only reported, never corrected.
 */
export const savingContradiction = (
  cycle: BillingCycle,
  pricePaise: bigint,
  shortestPaise: bigint,
): Contradiction | undefined => {
  const claimedPercent = claimOf(cycle)
  if (claimedPercent === undefined) return undefined
  const comparedPaise = (shortestPaise * BigInt(CYCLE_DAYS[cycle])) / BigInt(CYCLE_DAYS[SHORTEST])
  if (comparedPaise === 0n) return undefined
  const savedPercent = Math.round((Number(comparedPaise - pricePaise) / Number(comparedPaise)) * 1000) / 10
  if (Math.round(savedPercent) === claimedPercent) return undefined
  const exact = (comparedPaise * BigInt(100 - claimedPercent)) / 100n
  return {
    claimedPercent,
    savedPercent,
    comparedPaise,
    fittingPaise: (exact / PAISE_OF_A_RUPEE) * PAISE_OF_A_RUPEE,
  }
}
