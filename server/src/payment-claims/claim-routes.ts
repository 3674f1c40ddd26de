import { claimAnswerIn, refusalIn, textIn } from '@galla/checkout/render'
import {
  CLAIMS_PER_ORDER_MAX,
  claimPayment as claimCall,
  claimUtr,
  dismissClaim as dismissCall,
  listClaims as listCall,
} from '@galla/contract/payment-claims/claims'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../merchants/limit-attempts.ts'
import { pageLanguageOf } from '../payment-page/page-language.ts'
import { CLAIM_OPEN, type ClaimPart } from '../payment-page/page-view.ts'
import { reworded } from '../payment-page/reword-refusal.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import { CLAIMS_USED_UP, type ClaimDeps, claimPayment, dismissClaim, readClaims } from './claim-payment.ts'

/** Per IP address or IPv6 network. */
const CLAIMS_PER_SECOND = 0.2
const CLAIMS_AT_ONCE = 10
const TYPED_CHARACTERS_MAX = 24

/** Status checks that claims may cause, per order. */
const CHECKS_PER_SECOND = 1 / 60
const CHECKS_AT_ONCE = 6

type PageRequest = FastifyRequest<{ Params: { orderId: string }; Body: { utr?: unknown } | null }>

export interface ClaimRouteDeps extends ClaimDeps {
  /** Answers with the page of the order. */
  readonly showPage: (
    request: PageRequest,
    reply: FastifyReply,
    action: () => Promise<{ readonly claim: ClaimPart; readonly status?: number }>,
  ) => Promise<FastifyReply>
}

export const claimRoutes = (app: FastifyInstance, deps: ClaimRouteDeps): void => {
  const { orders } = deps
  const { clock } = orders
  const limit = createRateLimit({ clock, perSecond: CLAIMS_PER_SECOND, burst: CLAIMS_AT_ONCE })
  const checks = createRateLimit({ clock, perSecond: CHECKS_PER_SECOND, burst: CHECKS_AT_ONCE })
  const claim = async (orderId: string, utr: string, request: FastifyRequest, reply: FastifyReply) => {
    const { language } = pageLanguageOf(request)
    try {
      assertWithinRate(limit, addressKey(request.ip), reply)
      const { order, outcome } = await claimPayment(deps, orderId, utr, checks.take(orderId).allowed)
      return { status: order.status, outcome, msg: claimAnswerIn(language, outcome) }
    } catch (error) {
      throw reworded(error, (code, msg) =>
        msg === CLAIMS_USED_UP
          ? textIn(language)('claimsUsedUp', { max: CLAIMS_PER_ORDER_MAX })
          : refusalIn(language, code, msg),
      )
    }
  }

  bind(app, claimCall, ({ params, body, request, reply }) => claim(params.orderId, body.utr, request, reply))

  // The same without JavaScript: the reply is the page with the outcome.
  app.post('/pay/:orderId/claim', { config: { bodyKind: { form: true, lenient: true } } }, (raw, reply) => {
    const request = raw as PageRequest
    return deps.showPage(request, reply, async () => {
      const typed = String(request.body?.utr ?? '').slice(0, TYPED_CHARACTERS_MAX)
      const part = { ...CLAIM_OPEN, utr: typed }
      const utr = claimUtr.safeParse(typed)
      if (!utr.success)
        return {
          status: 400,
          claim: { ...part, error: textIn(pageLanguageOf(request).language)('utrWrong') },
        }
      try {
        const { outcome, msg } = await claim(request.params.orderId, utr.data, request, reply)
        return { claim: { ...part, answer: { outcome, text: msg } } }
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 429) throw error
        reply.header('retry-after', error.retryAfterSeconds ?? 1)
        return { status: 429, claim: { ...part, answer: { outcome: 'refused', text: error.message } } }
      }
    })
  })
  bind(app, listCall, async ({ caller, query }) => ({
    ...(await readClaims(orders, caller, query)),
  }))
  bind(app, dismissCall, async ({ caller, params, body }) => {
    await dismissClaim(orders, caller, params, body.note)
    return { msg: 'Claim dismissed' }
  })
}
