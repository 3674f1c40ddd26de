import type { ReplyOf } from '@galla/contract/endpoint'
import {
  BILLING_CYCLES,
  type BillingCycle,
  PLAN_CATALOGUE,
  type Plan,
} from '@galla/contract/subscriptions/plans'
import { plans } from '@galla/contract/subscriptions/subscriptions'
import { toRupeeNumber } from '@galla/upi/rupees'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchData } from '../api/api.ts'
import { queryKeys } from '../query-keys.ts'

/** Rupees for one cycle, and its quota of live QR requests. */
export interface ShownOffer {
  readonly price: number
  readonly qrRequests: number
}

export interface ShownPlan extends Pick<Plan, 'name' | 'displayName' | 'line'> {
  readonly offers: Readonly<Record<BillingCycle, ShownOffer>>
}

const withOffers = (offerOf: (plan: Plan, cycle: BillingCycle) => ShownOffer): ShownPlan[] =>
  PLAN_CATALOGUE.map((plan) => ({
    name: plan.name,
    displayName: plan.displayName,
    line: plan.line,
    offers: Object.fromEntries(
      BILLING_CYCLES.map((cycle) => [cycle, offerOf(plan, cycle)]),
    ) as ShownPlan['offers'],
  }))

const catalogueOffer = ({ offers }: Plan, cycle: BillingCycle): ShownOffer => ({
  price: toRupeeNumber(offers[cycle].pricePaise),
  qrRequests: offers[cycle].qrRequests,
})

/** The prerendered catalogue, used until the server has replied. */
export const FIRST_CATALOGUE = withOffers(catalogueOffer)

/** The catalogue's order and texts with current prices. */
export const plansOfToday = (sold: ReplyOf<typeof plans>['data']): ShownPlan[] =>
  withOffers((plan, cycle) => {
    const offer = sold
      .find(({ planName }) => planName === plan.name)
      ?.offers.find(({ billingCycle }) => billingCycle === cycle)
    return offer ?? catalogueOffer(plan, cycle)
  })

const plansQuery = queryOptions({
  queryKey: queryKeys.plans,
  queryFn: async ({ signal }) => plansOfToday(await fetchData(plans, { signal })),
})

export const usePlans = () => useQuery(plansQuery)
