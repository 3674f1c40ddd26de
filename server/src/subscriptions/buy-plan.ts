import { type BillingCycle, CYCLE_DAYS, type PlanName, planTitle } from '@galla/contract/subscriptions/plans'
import type { Paise } from '@galla/upi/rupees'
import { assertNotSuspended } from '../merchants/assert-not-suspended.ts'
import { findMerchant, findPlatformMerchant } from '../merchants/find-merchant.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import { type CreateDeps, createOrder } from '../orders/create/create-order.ts'
import { findCurrentLiveAccount } from '../payment-accounts/account-store.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { offerOf } from './catalogue.ts'
import { findOpenPurchase } from './purchase-store.ts'
import { insertPurchase } from './subscription-store.ts'

export interface BuyPlanDeps extends CreateDeps {
  readonly settings: Pick<Settings, 'production' | 'sandbox' | 'publicUrl'>
}

export interface Purchase {
  readonly orderId: string
}

/** Long enough to fetch a phone, and short enough that no one pays an outdated price. */
const PAYMENT_WINDOW_SECONDS = 900
/** The page that the buyer returns to. */
const MANAGE_SUBSCRIPTION = '/dashboard/manage-subscription'

/**
 * Creates an order of the platform merchant for a plan: Galla collects with itself. In production that is live money; elsewhere, as long as
 * the platform has no account, a test order, so that the whole purchase can be tried. While a payment is open, the same one is returned.
 */
export const buyPlan = async (
  deps: BuyPlanDeps,
  buyerId: string,
  planName: PlanName,
  billingCycle: BillingCycle,
): Promise<Purchase> => {
  const { db, clock } = deps
  await assertNotSuspended(db, buyerId)
  const platform = await platformAccount(deps)
  const now = clock.now()
  const offer = await offerOf(db, planName, billingCycle, now)
  const { pricePaise, qrRequests } = offer
  const wanted = { merchantId: buyerId, planName, billingCycle, pricePaise, qrRequests }
  const open = await findOpenPurchase(db, wanted, platform, now)
  if (open !== undefined) return { orderId: open }
  const buyer = await findMerchant(deps, buyerId)
  const form = orderForm(deps, buyer, planName, billingCycle, pricePaise)
  return createOrder(deps, platform, form, async (tx, create) => {
    // Of two purchases at once the second one finds the first.
    await lockMerchant(tx, buyerId)
    const meanwhile = await findOpenPurchase(tx, wanted, platform, now)
    if (meanwhile !== undefined) return { orderId: meanwhile }
    const { orderId } = await create()
    await insertPurchase(tx, {
      ...wanted,
      orderId,
      platformMerchantId: platform.merchantId,
      cycleDays: CYCLE_DAYS[billingCycle],
      createdAt: now,
    })
    return { orderId }
  })
}

const platformAccount = async (deps: BuyPlanDeps) => {
  const merchantId = await findPlatformMerchant(deps)
  if (merchantId === undefined) throw new Refusal('platform_not_connected')
  if ((await findCurrentLiveAccount(deps.db, merchantId)) !== undefined)
    return { merchantId, mode: 'live' as const }
  if (deps.settings.production || !deps.settings.sandbox) throw new Refusal('platform_not_connected')
  return { merchantId, mode: 'test' as const }
}

const orderForm = (
  deps: BuyPlanDeps,
  buyer: Merchant,
  planName: PlanName,
  billingCycle: BillingCycle,
  amount: Paise,
) => ({
  client_txn_id: `PLAN-${deps.ids.ulid(deps.clock.now())}`,
  amount,
  p_info: `${planTitle(planName)} plan, ${CYCLE_DAYS[billingCycle]} days`,
  customer_name: buyer.name,
  customer_email: buyer.email,
  customer_mobile: buyer.mobileNumber,
  redirect_url: new URL(MANAGE_SUBSCRIPTION, deps.settings.publicUrl).href,
  expires_in: PAYMENT_WINDOW_SECONDS,
})
