import { type BillingCycle, CYCLE_DAYS, CYCLE_LABELS } from './plans.ts'

/** A label that says something else than the prices do. */
export interface Contradiction {
  readonly claimedPercent: number
  /** Of the price of as many days bought by the shortest cycle; negative when the long cycle is dearer. */
  readonly savedPercent: number
  /** What the same days cost by the shortest cycle. */
  readonly comparedPaise: bigint
  /** The price at which the label would be right. */
  readonly fittingPaise: bigint
}

const SHORTEST: BillingCycle = '28days'
const PAISE_OF_A_RUPEE = 100n

const claimOf = (cycle: BillingCycle): number | undefined => {
  const digits = /(\d{1,3})%/.exec(CYCLE_LABELS[cycle].saving ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Whether a cycle's price contradicts its own "Save" label: the saving against the same days in the shortest cycle, rounded to
 * a whole percent, is not what the label says. Undefined when it is, or when the cycle claims nothing. It is only reported, never corrected.
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
