import type { BodyOf } from '@galla/contract/endpoint'
import type { changePlan as endpoint, OperatorOffer } from '@galla/contract/operator/operator-plans'
import { CYCLE_LABELS, type PlanName, planTitle } from '@galla/contract/subscriptions/plans'
import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { recordAct } from '../merchants/operator-act-store.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  getNewestOffer,
  insertOffer,
  listOffers,
  lockOffer,
  type OfferRow,
} from '../subscriptions/plan-offer-store.ts'
import { countRunningPlans } from '../subscriptions/subscription-store.ts'

export type ChangePlanDeps = Pick<Platform, 'db' | 'clock' | 'ids'>

const offerFrom = (row: OfferRow): OperatorOffer => ({
  planName: row.plan_name,
  billingCycle: row.billing_cycle,
  price: toRupeeNumber(row.price_paise as Paise),
  qrRequests: row.qr_requests,
  validFrom: row.valid_from.toISOString(),
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
  return {
    offers: offers.map(offerFrom),
    running: running.map(({ plan_name: planName, merchants }) => ({ planName, merchants })),
  }
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
    if (before.price_paise === price && before.qr_requests === qrRequests)
      return { ...offerFrom(before), changed: false }
    if (before.valid_from.getTime() !== Date.parse(change.replaces)) throw new Refusal('plan_changed')
    // `validFrom` identifies an offer, so it must increase even if the clock does not.
    const validFrom = new Date(Math.max(now.getTime(), before.valid_from.getTime() + 1))
    await insertOffer(tx, {
      planName,
      billingCycle,
      pricePaise: price,
      qrRequests,
      validFrom,
      setBy: operatorId,
    })
    await recordAct(tx, deps, {
      operatorId,
      act: 'plan.change',
      aboutMerchantId: null,
      subject: `${planTitle(planName)}, ${CYCLE_LABELS[billingCycle].label}`,
      reason: null,
      before: { price: toRupeeNumber(before.price_paise as Paise), qrRequests: before.qr_requests },
      after: { price: toRupeeNumber(price), qrRequests },
    })
    return {
      planName,
      billingCycle,
      price: toRupeeNumber(price),
      qrRequests,
      validFrom: validFrom.toISOString(),
      changed: true,
    }
  })
}
