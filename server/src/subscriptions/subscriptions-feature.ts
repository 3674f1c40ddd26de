import { subscriptionInvoice } from '@galla/contract/accounting/invoices'
import {
  newSubscription,
  plans,
  subscription,
  subscriptionHistory,
} from '@galla/contract/subscriptions/subscriptions'
import type { FastifyInstance } from 'fastify'
import { ORDER_SETTLED_JOB } from '../orders/change-order.ts'
import type { CreateDeps } from '../orders/create/create-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { activatePlan, startPaidPlans } from './activate-plan.ts'
import { type BuyPlanDeps, buyPlan } from './buy-plan.ts'
import { ensureCatalogue, readCatalogue } from './catalogue.ts'
import { readInvoice } from './issue-invoice.ts'
import { readSubscription, subscriptionPayments } from './read-subscription.ts'
import { findDuePlanWarnings, PLAN_WARNING_JOB, sendPlanWarning } from './send-plan-warning.ts'

const WARN_MS = 60_000
const START_PAID_MS = 60 * 60_000

export interface SubscriptionsFeatureDeps extends Platform, Pick<RecordEventDeps, 'wakeDeliveries'> {
  readonly creating: CreateDeps
}

/** Plans that merchants buy, and their invoices. Writes the catalogue at the first start. */
export const subscriptionsFeature = async (deps: SubscriptionsFeatureDeps): Promise<Feature> => {
  const { settings, drawings, wakeDeliveries } = deps
  const creating = { ...deps.creating, wakeDeliveries }
  await ensureCatalogue(deps)
  return {
    routes: (http) => purchaseRoutes(http, { ...creating, settings, drawings }),
    jobs: {
      async [ORDER_SETTLED_JOB](payload) {
        await activatePlan(creating, payload)
      },
      [PLAN_WARNING_JOB]: (payload, job) =>
        sendPlanWarning({ ...deps, publicUrl: settings.publicUrl, job }, payload),
    },
    sweeps: [
      createSweep(deps, { name: 'plans.warn', everyMs: WARN_MS, work: () => findDuePlanWarnings(creating) }),
      createSweep(deps, {
        name: 'plans.start_paid',
        everyMs: START_PAID_MS,
        work: () => startPaidPlans(creating),
      }),
    ],
  }
}

const purchaseRoutes = (app: FastifyInstance, deps: BuyPlanDeps & Pick<Platform, 'drawings'>): void => {
  bind(app, plans, async () => ({ data: await readCatalogue(deps) }))

  bind(app, subscription, async ({ caller }) => ({
    data: await readSubscription(deps, caller.merchantId),
  }))

  bind(app, subscriptionHistory, async ({ caller }) => ({
    data: await subscriptionPayments(deps, caller.merchantId),
  }))

  bind(app, subscriptionInvoice, async ({ params, caller, reply }) => {
    const { number, pdf } = await readInvoice(deps, caller.merchantId, params.orderId)
    void reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${number.replaceAll('/', '-')}.pdf"`)
      .send(pdf)
    return ANSWERED
  })

  bind(app, newSubscription, async ({ body, caller }) => {
    const { planName, billingCycle } = body.planData
    const { orderId } = await buyPlan(deps, caller.merchantId, planName, billingCycle)
    return {
      msg: 'Continue to the payment',
      data: { payment_url: deps.paymentUrl(orderId), order_id: orderId },
    }
  })
}
