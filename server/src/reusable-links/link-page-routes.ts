import { linkStyleHash, renderLink } from '@galla/checkout/render'
import type { NoPayment } from '@galla/contract/reusable-links/reusable-links'
import { displayRupees, MAX_AMOUNT_PAISE } from '@galla/upi/rupees'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../merchants/limit-attempts.ts'
import { isBranded } from '../orders/order.ts'
import { pageLanguageOf } from '../payment-page/page-language.ts'
import { customerPagePolicy, NOT_INDEXED, sendPage } from '../payment-page/send-page.ts'
import { withinShare } from '../platform/database/connection-shares.ts'
import { setPagePolicy } from '../platform/http/page-policy.ts'
import { createRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import { EMPTY_FORM, type SentForm, sentFormFrom } from './link-form.ts'
import { getOpenLink, getPublicLink, LinkRefusal, type PayByLinkDeps, payByLink } from './pay-by-link.ts'
import type { LinkPrice, PublicLink } from './reusable-link.ts'

/** The texts and values of the page of a link that can be paid; `faults` names what of the sent form is wrong. */
const openLinkView = (link: PublicLink, sent: SentForm, faults: ReadonlySet<string>, now: Date) => ({
  kind: 'open' as const,
  code: link.code,
  isTest: link.mode === 'test',
  branded: isBranded(link, now),
  merchantName: link.merchantName,
  title: link.title,
  description: link.description,
  token: sent.token,
  price: priceOnPage(link.price, sent, faults),
  name: { value: sent.name, isWrong: faults.has('name') },
  questions: link.questions.map(({ label, isRequired }, index) => ({
    label,
    isRequired,
    field: { value: sent.answers[index] ?? '', isWrong: faults.has(`answer${index}`) },
  })),
})

const priceOnPage = (price: LinkPrice, sent: SentForm, faults: ReadonlySet<string>) => {
  if (price.kind === 'fixed') return { kind: 'fixed' as const, amount: displayRupees(price.amount) }
  if (price.kind === 'choice')
    return {
      kind: 'choice' as const,
      min: displayRupees(price.min),
      max: displayRupees(price.max),
      field: { value: sent.amount, isWrong: faults.has('amount') },
    }
  return {
    kind: 'items' as const,
    items: price.items.map((item, index) => ({
      name: item.name,
      price: displayRupees(item.price),
      quantity: sent.quantities[index] ?? '',
    })),
    most: displayRupees(MAX_AMOUNT_PAISE),
    fault: faults.has('total') ? ('total' as const) : faults.has('nothing') ? ('nothing' as const) : null,
  }
}

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
