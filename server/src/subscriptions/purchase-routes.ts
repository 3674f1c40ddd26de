import { subscriptionInvoice } from '@galla/contract/accounting/invoices'
import {
  newSubscription,
  plans,
  subscription,
  subscriptionHistory,
} from '@galla/contract/subscriptions/subscriptions'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/feature.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { type BuyPlanDeps, buyPlan } from './buy-plan.ts'
import { readCatalogue } from './catalogue.ts'
import { readInvoice } from './issue-invoice.ts'
import { readSubscription, subscriptionPayments } from './read-subscription.ts'

export const purchaseRoutes = (
  app: FastifyInstance,
  deps: BuyPlanDeps & Pick<Platform, 'drawings'>,
): void => {
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
