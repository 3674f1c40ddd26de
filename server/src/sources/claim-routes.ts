import {
  claimPayment as claimCall,
  dismissClaim as dismissCall,
  listClaims as listCall,
} from '@galla/contract/claims'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../merchants/authenticate.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import { bind } from '../platform/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/rate-limit.ts'
import { CLAIM_WORDS, claimPayment, dismissClaim, readClaims } from './claim-payment.ts'

/** Of one address: typing a UTR again takes a person some seconds. */
const CLAIMS_PER_SECOND = 0.2
const CLAIMS_AT_ONCE = 10

export const claimRoutes = (
  app: FastifyInstance,
  { orders, authenticate }: { readonly orders: OrderDeps; readonly authenticate: Authenticators },
): void => {
  const limit = createRateLimit({ clock: orders.clock, perSecond: CLAIMS_PER_SECOND, burst: CLAIMS_AT_ONCE })
  bind(app, claimCall, { authenticate }, async ({ params, body, request, reply }) => {
    assertWithinRate(limit, request.ip, reply)
    const { order, told } = await claimPayment(orders, params.orderId, body.utr)
    return { msg: CLAIM_WORDS[told], status: order.status }
  })
  bind(app, listCall, { authenticate }, async ({ caller, query }) => ({
    ...(await readClaims(orders, caller, query)),
  }))
  bind(app, dismissCall, { authenticate }, async ({ caller, params, body }) => {
    await dismissClaim(orders, caller, params, body.note)
    return { msg: 'Claim dismissed' }
  })
}
