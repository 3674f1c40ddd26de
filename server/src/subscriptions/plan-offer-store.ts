import type { BillingCycle, PlanName } from '@galla/contract/subscriptions/plans'
import type { Paise } from '@galla/upi/rupees'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface Offer {
  readonly planName: PlanName
  readonly billingCycle: BillingCycle
  readonly pricePaise: Paise
  readonly qrRequests: number
  readonly validFrom: Date
}

const columns = part`
  plan_name as "planName", billing_cycle as "billingCycle", price_paise as "pricePaise", qr_requests as "qrRequests",
  valid_from as "validFrom"`

/** Lists the offers that are valid at an instant. */
export const listOffers = (db: Queryable, at: Date): Promise<Offer[]> =>
  db.rows(sql`
    select distinct on (plan_name, billing_cycle) ${columns}
    from plan_offers where valid_from <= ${at}
    order by plan_name, billing_cycle, valid_from desc`)

/** Locks an offer by its oldest row, which every offer has, so that two changes happen one after the other. */
export const lockOffer = async (
  tx: Transaction,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<void> => {
  await tx.one(sql`
    select valid_from from plan_offers where plan_name = ${planName} and billing_cycle = ${billingCycle}
    order by valid_from limit 1 for update`)
}

/** Finds the offer that was set last, even when the clock went back and it is not valid yet. */
export const getNewestOffer = (
  tx: Transaction,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<Offer> =>
  tx.one(sql`
    select ${columns} from plan_offers where plan_name = ${planName} and billing_cycle = ${billingCycle}
    order by valid_from desc limit 1`)

/** Inserts an offer that is valid from an instant on; a second one for the same instant changes nothing. */
export const insertOffer = async (
  tx: Transaction,
  offer: Offer & { readonly setBy: string },
): Promise<void> => {
  await tx.run(sql`
    insert into plan_offers (plan_name, billing_cycle, valid_from, price_paise, qr_requests, set_by)
    values (${offer.planName}, ${offer.billingCycle}, ${offer.validFrom}, ${offer.pricePaise}, ${offer.qrRequests},
            ${offer.setBy})
    on conflict do nothing`)
}
