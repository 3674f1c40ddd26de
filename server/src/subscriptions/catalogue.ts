import {
  BILLING_CYCLES,
  type BillingCycle,
  PLAN_CATALOGUE,
  type PlanName,
} from '@galla/contract/subscriptions/plans'
import type { Clock } from '../platform/clock.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { insertOffer, type OfferRow, offersAt } from './plan-offer-store.ts'

export interface CatalogueDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Long before any purchase, so that the first catalogue is the oldest whatever the clocks show. */
const ALWAYS = new Date('2000-01-01T00:00:00Z')

/** Writes the contract's catalogue at the first start. Later starts change nothing. */
export const ensureCatalogue = async ({ db }: CatalogueDeps): Promise<void> => {
  await db.transaction(async (tx) => {
    for (const { name: planName, offers } of PLAN_CATALOGUE)
      for (const billingCycle of BILLING_CYCLES)
        await insertOffer(tx, {
          ...offers[billingCycle],
          planName,
          billingCycle,
          validFrom: ALWAYS,
          setBy: 'first catalogue',
        })
  })
}

export const catalogueAt = (db: Queryable, now: Date): Promise<OfferRow[]> => offersAt(db, now)

/** Returns the current offer of a plan. Every plan has an offer for every cycle since the first start. */
export const offerOf = async (
  db: Queryable,
  planName: PlanName,
  billingCycle: BillingCycle,
  now: Date,
): Promise<OfferRow> => {
  const offers = await offersAt(db, now)
  const offer = offers.find((each) => each.plan_name === planName && each.billing_cycle === billingCycle)
  if (offer === undefined) throw new Error(`no offer for ${planName} of ${billingCycle}`)
  return offer
}
