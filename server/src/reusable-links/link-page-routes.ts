import { linkStyleHash, renderLink } from '@galla/checkout/render'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageLanguageOf } from '../payment-page/page-language.ts'
import { customerPagePolicy, NOT_INDEXED, sendPage } from '../payment-page/send-page.ts'
import { setPagePolicy } from '../platform/http/page-policy.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { EMPTY_FORM, type SentForm, sentFormFrom } from './link-form.ts'
import { openLinkView } from './link-page-view.ts'
import {
  getLink,
  getOpenLink,
  LinkRefusal,
  type NoPayment,
  type PayByLinkDeps,
  payByLink,
} from './pay-by-link.ts'
import type { PublicLink } from './reusable-link.ts'

type LinkRequest = FastifyRequest<{ Params: { code: string } }>

/** Forms sent by one address; a person fills one in within some seconds. */
const FORMS = { perSecond: 0.2, burst: 20 }

const STATUS = {
  not_found: 404,
  closed: 410,
  ended: 410,
  used_up: 410,
  busy: 409,
  unavailable: 503,
  later: 503,
  too_many: 429,
} as const satisfies Record<NoPayment, number>

/** Until when a use that is held by an open order is likely to be free, or paid. */
const RETRY_SECONDS = { busy: 300, later: 5, too_many: 3600 } as const satisfies Partial<
  Record<NoPayment, number>
>

// The form's own origin is sent with it, which tells it from a form on another site.
const LINK_POLICY = customerPagePolicy(linkStyleHash, { hasScript: false, referrerPolicy: 'same-origin' })

const languageOf = (request: FastifyRequest, link: PublicLink | undefined) =>
  pageLanguageOf(request, link?.pageLanguage)

/** The form is kept for the way back, so that it is sent with the same token again. */
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
  { why, link }: LinkRefusal,
): Promise<FastifyReply> => {
  if (why in RETRY_SECONDS) reply.header('retry-after', RETRY_SECONDS[why as keyof typeof RETRY_SECONDS])
  const view = {
    ...languageOf(request, link),
    kind: 'none' as const,
    code: request.params.code,
    reason: why,
    merchantName: link?.merchantName ?? null,
  }
  return send(request, reply, STATUS[why], renderLink(view))
}

/** The public page of a link, and the form on it, which opens an order. */
export const linkPageRoutes = (app: FastifyInstance, deps: PayByLinkDeps): void => {
  const { clock, ids } = deps
  const forms = createRateLimit({ clock, ...FORMS })
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
  const orSayWhy = async (
    request: LinkRequest,
    reply: FastifyReply,
    answer: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    try {
      return await answer()
    } catch (refusal) {
      if (!(refusal instanceof LinkRefusal)) throw refusal
      return sendRefusal(request, reply, refusal)
    }
  }

  app.get('/l/:code', (request, reply) =>
    orSayWhy(request as LinkRequest, reply, async () =>
      sendForm(
        request as LinkRequest,
        reply,
        await getOpenLink(deps, (request as LinkRequest).params.code),
        EMPTY_FORM,
      ),
    ),
  )
  app.post(
    '/l/:code',
    { config: { bodyKind: { form: true, lenient: false }, sameOrigin: true } },
    (asked, reply) => {
      const request = asked as LinkRequest
      return orSayWhy(request, reply, async () => {
        const link = await getLink(deps, request.params.code)
        if (!forms.take(request.ip).allowed) throw new LinkRefusal('too_many', link)
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
