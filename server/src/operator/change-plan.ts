import type { BodyOf } from '@galla/contract/endpoint'
import type { changePlan as endpoint, OperatorOffer } from '@galla/contract/operator/operator-plans'
import { CYCLE_LABELS, type PlanName, planTitle } from '@galla/contract/subscriptions/plans'
import { toRupeeNumber } from '@galla/upi/rupees'
import { recordAct } from '../merchants/operator-act-store.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  getNewestOffer,
  insertOffer,
  listOffers,
  lockOffer,
  type Offer,
} from '../subscriptions/plan-offer-store.ts'
import { countRunningPlans } from '../subscriptions/subscription-store.ts'

export type ChangePlanDeps = Pick<Platform, 'db' | 'clock' | 'ids'>

const offerFrom = ({ pricePaise, ...offer }: Offer): OperatorOffer => ({
  ...isoDates(offer),
  price: toRupeeNumber(pricePaise),
})

export const readPlans = async ({
  db,
  clock,
}: Pick<ChangePlanDeps, 'db' | 'clock'>): Promise<{
  offers: OperatorOffer[]
  running: { planName: PlanName; merchants: number }[]
}> => {
  const now = clock.now()
  const [offers, running] = await Promise.all([listOffers(db, now), countRunningPlans(db, now)])
  return { offers: offers.map(offerFrom), running }
}

/**
 * Sets the price and quota of future purchases; completed and open purchases keep theirs. Repeating the change does nothing. A change based
 * on an outdated offer is refused.
 */
export const changePlan = (
  deps: ChangePlanDeps,
  operatorId: string,
  change: BodyOf<typeof endpoint>,
): Promise<OperatorOffer & { changed: boolean }> => {
  const { planName, billingCycle, price, qrRequests } = change
  return deps.db.transaction(async (tx) => {
    await lockOffer(tx, planName, billingCycle)
    const now = deps.clock.now()
    const before = await getNewestOffer(tx, planName, billingCycle)
    if (before.pricePaise === price && before.qrRequests === qrRequests)
      return { ...offerFrom(before), changed: false }
    if (before.validFrom.getTime() !== Date.parse(change.replaces)) throw new Refusal('plan_changed')
    // `validFrom` identifies an offer, so it must increase even if the clock does not.
    const validFrom = new Date(Math.max(now.getTime(), before.validFrom.getTime() + 1))
    const offer = { planName, billingCycle, pricePaise: price, qrRequests, validFrom }
    await insertOffer(tx, { ...offer, setBy: operatorId })
    await recordAct(tx, deps, {
      operatorId,
      act: 'plan.change',
      aboutMerchantId: null,
      subject: `${planTitle(planName)}, ${CYCLE_LABELS[billingCycle].label}`,
      reason: null,
      before: { price: toRupeeNumber(before.pricePaise), qrRequests: before.qrRequests },
      after: { price: toRupeeNumber(price), qrRequests },
    })
    return { ...offerFrom(offer), changed: true }
  })
}
