import { linkStyleHash, renderLink } from '@galla/checkout/render'
import type { NoPayment } from '@galla/contract/reusable-links/reusable-links'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../merchants/limit-attempts.ts'
import { pageLanguageOf } from '../payment-page/page-language.ts'
import { customerPagePolicy, NOT_INDEXED, sendPage } from '../payment-page/send-page.ts'
import { withinShare } from '../platform/database/connection-shares.ts'
import { setPagePolicy } from '../platform/http/page-policy.ts'
import { createRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import { EMPTY_FORM, type SentForm, sentFormFrom } from './link-form.ts'
import { openLinkView } from './link-page-view.ts'
import { getOpenLink, getPublicLink, LinkRefusal, type PayByLinkDeps, payByLink } from './pay-by-link.ts'
import type { PublicLink } from './reusable-link.ts'

type LinkRequest = FastifyRequest<{ Params: { code: string } }>

/** Forms per address. A person needs some seconds for each. */
const FORMS = { perSecond: 0.2, burst: 20 }
/** Pages per address. Many customers may share the Wi-Fi of a shop. */
const PAGES = { perSecond: 2, burst: 120 }

/**
 * The connections to the database of a crowd at a link, and of all crowds: the forms of a link wait for each other, and would each hold a
 * connection meanwhile.
 */
const CONNECTIONS = {
  atOnceMax: 3,
  atOncePerKeyMax: 2,
  waitingPerKeyMax: 512,
  waitingMax: 1_024,
  retryAfterSeconds: 1,
}

const STATUS = {
  not_found: 404,
  closed: 410,
  ended: 410,
  used_up: 410,
  busy: 409,
  unavailable: 503,
  later: 503,
  too_many: 429,
  too_many_unpaid: 429,
} as const satisfies Record<NoPayment, number>

/** `busy` lasts at most for the window of an order: then its use is paid, or free again. */
const RETRY_SECONDS: Partial<Record<NoPayment, number>> = { busy: 300, later: 60, too_many_unpaid: 300 }

// The browser sends the origin with the form, which distinguishes it from a form on another site.
const LINK_POLICY = customerPagePolicy(linkStyleHash, { hasScript: false, referrerPolicy: 'same-origin' })

const languageOf = (request: FastifyRequest, link: PublicLink | undefined) =>
  pageLanguageOf(request, link?.pageLanguage)

/** Browsers may cache the form for the back button, so that it sends the same token again. */
const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  html: string,
): Promise<FastifyReply> =>
  sendPage(request, reply.header('cache-control', 'private, no-cache'), status, html, LINK_POLICY)

const sendRefusal = (
  request: LinkRequest,
  reply: FastifyReply,
  { why, link, retryAfterSeconds = RETRY_SECONDS[why] }: LinkRefusal,
): Promise<FastifyReply> => {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const view = {
    ...languageOf(request, link),
    kind: 'none' as const,
    code: request.params.code,
    reason: why,
    merchantName: link?.merchantName ?? null,
  }
  return send(request, reply, STATUS[why], renderLink(view))
}

/** Limits the calls of an address before the database is read. */
const assertWithinRate = (limit: RateLimit, request: FastifyRequest): void => {
  const { allowed, retryAfterSeconds } = limit.take(addressKey(request.ip))
  if (!allowed) throw new LinkRefusal('too_many', undefined, retryAfterSeconds)
}

/** The public page of a link, and the form on it, which opens an order. */
export const linkPageRoutes = (app: FastifyInstance, deps: PayByLinkDeps): void => {
  const { clock, ids } = deps
  const forms = createRateLimit({ clock, ...FORMS })
  const pages = createRateLimit({ clock, ...PAGES })
  const connections = createFairQueue(CONNECTIONS)
  const sendForm = (
    request: LinkRequest,
    reply: FastifyReply,
    link: PublicLink,
    sent: Omit<SentForm, 'token'>,
    faults?: ReadonlySet<string>,
  ): Promise<FastifyReply> => {
    const now = clock.now()
    const view = openLinkView(link, { ...sent, token: ids.ulid(now) }, faults ?? new Set(), now)
    const html = renderLink({ ...view, ...languageOf(request, link) })
    return send(request, reply, faults === undefined ? 200 : 400, html)
  }
  const orSendRefusal = async (
    request: LinkRequest,
    reply: FastifyReply,
    answer: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    try {
      return await withinShare(connections, request.params.code, answer)
    } catch (refusal) {
      if (!(refusal instanceof LinkRefusal)) throw refusal
      return sendRefusal(request, reply, refusal)
    }
  }

  app.get('/l/:code', (request, reply) =>
    orSendRefusal(request as LinkRequest, reply, async () => {
      assertWithinRate(pages, request)
      const link = await getOpenLink(deps, (request as LinkRequest).params.code)
      return sendForm(request as LinkRequest, reply, link, EMPTY_FORM)
    }),
  )
  app.post(
    '/l/:code',
    { config: { bodyKind: { form: true, lenient: false }, sameOrigin: true } },
    (formRequest, reply) => {
      const request = formRequest as LinkRequest
      return orSendRefusal(request, reply, async () => {
        assertWithinRate(forms, request)
        const link = await getPublicLink(deps, request.params.code)
        const sent = sentFormFrom(request.body, link)
        const opened = await payByLink(deps, link, sent, request.ip)
        if ('faults' in opened)
          return sendForm(request, reply, await getOpenLink(deps, link.code), sent, opened.faults)
        const { language, isLanguageChosen } = languageOf(request, link)
        setPagePolicy(reply, LINK_POLICY)
        return reply
          .header('x-robots-tag', NOT_INDEXED)
          .redirect(`/pay/${opened.orderId}${isLanguageChosen ? `?lang=${language}` : ''}`, 303)
      })
    },
  )
}
