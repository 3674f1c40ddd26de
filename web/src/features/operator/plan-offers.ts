import type { OperatorOffer } from '@galla/contract/operator/operator-plans'
import { savingContradiction } from '@galla/contract/subscriptions/plan-saving'
import { type BillingCycle, CYCLE_LABELS } from '@galla/contract/subscriptions/plans'
import { rupeesFromNumber } from '@galla/upi/rupees'
import { displayAmount } from '../../format/indian-display.ts'

const SHORTEST: BillingCycle = '28days'

const rupees = (paise: bigint): string => displayAmount(Number(paise) / 100)

/** Explains a contradiction between a price and its savings label; undefined when they agree. `price` may be incomplete input. */
export function savingContradictionText(
  offer: Pick<OperatorOffer, 'planName' | 'billingCycle'>,
  price: bigint,
  offers: readonly OperatorOffer[],
): string | undefined {
  const shortest = offers.find(
    ({ planName, billingCycle }) => planName === offer.planName && billingCycle === SHORTEST,
  )
  const shortestPaise = shortest === undefined ? undefined : rupeesFromNumber(shortest.price)
  if (shortestPaise === undefined) return undefined
  const contradiction = savingContradiction(offer.billingCycle, price, shortestPaise)
  if (contradiction === undefined) return undefined
  const label = CYCLE_LABELS[offer.billingCycle].saving
  const really =
    contradiction.savedPercent < 0
      ? `costs ${rupees(price - contradiction.comparedPaise)} more than`
      : contradiction.savedPercent === 0
        ? 'costs the same as'
        : `saves ${contradiction.savedPercent} % of`
  return `The label says '${label}', but this ${really} the same days at 28-day prices (${rupees(contradiction.comparedPaise)}). ${rupees(contradiction.fittingPaise)} would fit the label.`
}
