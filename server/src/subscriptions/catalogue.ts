import type { ReplyOf } from '@galla/contract/endpoint'
import {
  BILLING_CYCLES,
  type BillingCycle,
  PLAN_CATALOGUE,
  PLAN_NAMES,
  type PlanName,
} from '@galla/contract/subscriptions/plans'
import type { plans } from '@galla/contract/subscriptions/subscriptions'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { Queryable } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { insertOffer, listOffers, type Offer } from './plan-offer-store.ts'

export type CatalogueDeps = Pick<Platform, 'db' | 'clock'>

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

/** Returns the current offers of every plan. */
export const readCatalogue = async ({ db, clock }: CatalogueDeps): Promise<ReplyOf<typeof plans>['data']> => {
  const offers = await listOffers(db, clock.now())
  return PLAN_NAMES.map((planName) => ({
    planName,
    offers: BILLING_CYCLES.flatMap((billingCycle) =>
      offers
        .filter((offer) => offer.planName === planName && offer.billingCycle === billingCycle)
        .map(({ pricePaise, qrRequests }) => ({
          billingCycle,
          price: toRupeeNumber(pricePaise),
          qrRequests,
        })),
    ),
  }))
}

/** Returns the current offer of a plan. Every plan has an offer for every cycle since the first start. */
export const offerOf = async (
  db: Queryable,
  planName: PlanName,
  billingCycle: BillingCycle,
  now: Date,
): Promise<Offer> => {
  const offers = await listOffers(db, now)
  const offer = offers.find((row) => row.planName === planName && row.billingCycle === billingCycle)
  if (offer === undefined) throw new Error(`no offer for ${planName} of ${billingCycle}`)
  return offer
}
