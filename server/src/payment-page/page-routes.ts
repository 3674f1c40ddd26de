import { pageAddress } from '@galla/checkout/page-address'
import { pageScript, pageStyleHash, refusalIn, renderPage, renderView, textIn } from '@galla/checkout/render'
import {
  checkStatus,
  ORDER_EVENTS_PATH,
  openOrder as openOrderEndpoint,
  orderStatus,
} from '@galla/contract/payment-page/payment-page'
import { appLinks } from '@galla/upi/app-links'
import { allowsAppLinks, rulesInForce } from '@galla/upi/network-rules'
import { QUIET_ZONE_MODULES, qrMatrix, qrSvgPath } from '@galla/upi/qr'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { leaveOrder, type OpenDeps, type Opening, openOrder } from '../orders/open-order.ts'
import { amountOf, isPayable } from '../orders/order.ts'
import { API_BASE, bind } from '../platform/http/endpoint-binding.ts'
import { refusalFor } from '../platform/http/error-replies.ts'
import { packOnce } from '../platform/http/pack-text.ts'
import { setPagePolicy } from '../platform/http/page-policy.ts'
import { isRecord } from '../platform/json.ts'
import type { Log } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { findPage, findPageLink } from './find-page.ts'
import type { PageEvents } from './page-events.ts'
import { pageLanguageOf } from './page-language.ts'
import { isOrderId, type OrderSnapshot, pageStatusOf } from './page-status.ts'
import {
  CLAIM_CLOSED,
  CLAIM_OPEN,
  type ClaimPart,
  linkOfPage,
  type PageOrder,
  pageViewOf,
  payeeKindOf,
  payeeUpiIdOf,
} from './page-view.ts'
import { qrImageDisposition } from './qr-image.ts'
import { reworded } from './reword-refusal.ts'
import { customerPagePolicy, NOT_INDEXED, sendPage } from './send-page.ts'
import type { StatusCache } from './status-cache.ts'

export interface PageRouteDeps extends OpenDeps {
  readonly log: Log
  readonly statusCache: StatusCache
  readonly pageEvents: PageEvents
  readonly qrImage: (page: PageOrder, now: Date) => Promise<Buffer>
}

type ShowPageDeps = Pick<PageRouteDeps, 'db' | 'clock' | 'log'>

/** What the page of an order shows after an action. */
export interface ActionResult {
  readonly claim: ClaimPart
  readonly status?: number
}

/** Performs an action and replies with the page of the order. */
export type ShowPage = (
  request: FastifyRequest<{ Params: { orderId: string } }>,
  reply: FastifyReply,
  action: () => Promise<ActionResult>,
) => Promise<FastifyReply>

// The address is enough to see the order, so it is sent to no other site.
const PAGE_POLICY = customerPagePolicy(pageStyleHash, { hasScript: true, referrerPolicy: 'no-referrer' })

const YEAR_SECONDS = 365 * 24 * 60 * 60
const SCRIPT_BROTLI_QUALITY = 11

type PageRequest = FastifyRequest<{
  Params: { orderId: string }
  Querystring: { r?: string; paid?: string; lang?: string }
}>

/** Replies with a page even for errors, because people read it. */
const showPage = async (
  { db, clock, log }: ShowPageDeps,
  request: FastifyRequest<{ Params: { orderId: string } }>,
  reply: FastifyReply,
  action: () => Promise<ActionResult>,
  render = renderPage,
): Promise<FastifyReply> => {
  const { orderId } = request.params
  try {
    const { claim, status = 200 } = await action()
    const page = await findPage(db, orderId)
    if (page === undefined) throw new Refusal('order_not_found')
    const now = clock.now()
    const link = isPayable(page.order, now) ? undefined : await findPageLink(db, page.order)
    const view = pageViewOf(page, now, request.headers['user-agent'], claim, link)
    const language = pageLanguageOf(request, page.payee.pageLanguage)
    return await sendPage(request, reply, status, render({ ...view, ...language }), PAGE_POLICY)
  } catch (error) {
    const refusal = refusalFor(error)
    const isOurs = refusal.status >= 500 && refusal.code !== 'provider_unavailable'
    if (isOurs) log.error('page failed', { requestId: request.id, error })
    const language = pageLanguageOf(request)
    const message = isOurs
      ? textIn(language.language)('loadBroken')
      : refusalIn(language.language, refusal.code, refusal.message)
    return sendPage(
      request,
      reply,
      refusal.status,
      render({ kind: 'broken', orderId, message, ...language }),
      PAGE_POLICY,
    )
  }
}

const pageRoute =
  (deps: PageRouteDeps, render: typeof renderPage, before?: (request: PageRequest) => Promise<void>) =>
  (request: PageRequest, reply: FastifyReply): Promise<FastifyReply> =>
    showPage(
      deps,
      request,
      reply,
      async () => {
        await before?.(request)
        return { claim: request.query.paid === undefined ? CLAIM_CLOSED : CLAIM_OPEN }
      },
      render,
    )

/** Shows the page after an action of another feature. */
export const createShowPage =
  (deps: ShowPageDeps): ShowPage =>
  (request, reply, action) =>
    showPage(deps, request, reply, action)

export const pageRoutes = (app: FastifyInstance, deps: PageRouteDeps): void => {
  // Chat apps fetch links to preview them, so a plain GET changes nothing. Browsers without script send `?r=1`.
  const openFirst = async ({ params, query }: PageRequest): Promise<void> => {
    if (query.r !== '1' || !isOrderId(params.orderId)) return
    const snapshot = await deps.statusCache.get(params.orderId)
    if (snapshot?.status === 'created') await openOrder(deps, params.orderId, { retry: false })
  }
  app.get('/pay/:orderId', pageRoute(deps, renderPage, openFirst))
  app.get('/pay/:orderId/view', { config: { quiet: true } }, pageRoute(deps, renderView))
  // The forms of Retry Payment, Try Again and Go Back. An order that gets no other attempt is shown as it is.
  app.post(
    '/pay/:orderId',
    { config: { bodyKind: { form: true, lenient: true } } },
    async (request, reply) => {
      const { orderId } = (request as PageRequest).params
      const leave = isRecord(request.body) && request.body.leave !== undefined
      try {
        if (isOrderId(orderId)) await act(deps, orderId, { leave, retry: true, again: true })
      } catch (error) {
        return showPage(deps, request as PageRequest, reply, () => Promise.reject(error))
      }
      setPagePolicy(reply, PAGE_POLICY)
      return reply
        .header('x-robots-tag', NOT_INDEXED)
        .redirect(pageAddress({ orderId, ...pageLanguageOf(request) }), 303)
    },
  )
  scriptRoute(app)
  pictureRoute(app, deps)
  statusRoutes(app, deps)
  openRoute(app, deps)
}

const scriptRoute = (app: FastifyInstance): void => {
  const packed = packOnce(pageScript.body, SCRIPT_BROTLI_QUALITY)
  app.get(pageScript.path, { config: { quiet: true } }, async (request, reply) => {
    const { body, encoding } = await packed(request.headers['accept-encoding'])
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply
      .header('vary', 'accept-encoding')
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .type('text/javascript; charset=utf-8')
      .send(body)
  })
}

const pictureRoute = (app: FastifyInstance, deps: PageRouteDeps): void => {
  app.get('/pay/:orderId/qr.png', async (request, reply) => {
    const page = await findPage(deps.db, (request as PageRequest).params.orderId)
    if (page === undefined) throw new Refusal('order_not_found')
    const now = deps.clock.now()
    if (!isPayable(page.order, now)) throw new Refusal('not_payable')
    const png = await deps.qrImage(page, now)
    setPagePolicy(reply, PAGE_POLICY)
    return reply
      .header('content-disposition', qrImageDisposition(page.order.clientTxnId))
      .header('x-robots-tag', NOT_INDEXED)
      .type('image/png')
      .send(png)
  })
}

const CHECK_MESSAGES = {
  created: 'Payment pending',
  pending: 'Payment pending',
  success: 'Payment completed successfully',
  failed: 'Payment failed',
} as const

const statusRoutes = (app: FastifyInstance, deps: PageRouteDeps): void => {
  const { clock, statusCache, pageEvents } = deps
  const snapshotOf = async (orderId: string): Promise<OrderSnapshot> => {
    const snapshot = await statusCache.get(orderId)
    if (snapshot === undefined) throw new Refusal('order_not_found')
    return snapshot
  }
  const often = { quiet: true, validateReply: false }

  // For thousands of polls a second, a cached status is sent as text before the request is parsed.
  const cachedStatus = (request: FastifyRequest): string | undefined => {
    const snapshot = statusCache.cached((request as PageRequest).params.orderId)
    return snapshot && JSON.stringify({ success: true, msg: 'OK', ...pageStatusOf(snapshot, clock.now()) })
  }
  bind(app, orderStatus, { ...often, readyReply: cachedStatus }, async ({ params }) =>
    pageStatusOf(await snapshotOf(params.orderId), clock.now()),
  )

  // The script of EKQR clients calls it from the shop's page. The reply contains no more than the payment page shows.
  bind(app, checkStatus, { ...often, anyOrigin: true }, async ({ params }) => {
    const { status, redirect, redirectUrl } = pageStatusOf(await snapshotOf(params.orderId), clock.now())
    return { msg: CHECK_MESSAGES[status], redirect, redirectUrl, data: { status } }
  })

  app.get(`${API_BASE}${ORDER_EVENTS_PATH}`, { config: { quiet: true } }, async (request, reply) => {
    const snapshot = await snapshotOf((request as PageRequest).params.orderId)
    pageEvents.open(snapshot, request.ip, reply.raw, { 'x-request-id': request.id })
    return reply.hijack()
  })
}

/** The QR code as an image for the `src` of an `<img>`. */
const qrDataUri = (link: string): string => {
  const matrix = qrMatrix(link)
  const side = matrix.length + 2 * QUIET_ZONE_MODULES
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M-${QUIET_ZONE_MODULES}-${QUIET_ZONE_MODULES}h${side}v${side}h-${side}z"/><path stroke="#000" d="${qrSvgPath(matrix)}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const act = (
  deps: OpenDeps,
  orderId: string,
  { leave, ...opening }: Opening & { readonly leave: boolean },
) => (leave ? leaveOrder(deps, orderId) : openOrder(deps, orderId, opening))

const openRoute = (app: FastifyInstance, deps: PageRouteDeps): void => {
  const open = { quiet: true, anyOrigin: true }
  bind(app, openOrderEndpoint, open, async ({ params, body, request }) => {
    const { language } = pageLanguageOf(request)
    const inLanguage = (error: unknown) =>
      Promise.reject(reworded(error, (code, msg) => refusalIn(language, code, msg)))
    if (isOrderId(params.orderId)) await act(deps, params.orderId, body).catch(inLanguage)
    const page = await findPage(deps.db, params.orderId)
    if (page === undefined) throw new Refusal('order_not_found')
    const { order, payee } = page
    const now = deps.clock.now()
    const link = isPayable(order, now) ? linkOfPage(page) : undefined
    const rules = rulesInForce(now, payeeKindOf(page))
    return {
      data: {
        ...(link !== undefined && allowsAppLinks(rules) ? { upiIntentUrl: appLinks(link) } : {}),
        ...(link === undefined ? {} : { qrCode: qrDataUri(link) }),
        amount: toRupeeNumber(amountOf(order)),
        merchantName: payee.merchantName,
        upiId: payeeUpiIdOf(page),
        clientTransactionId: order.clientTxnId,
        orderId: order.orderId,
        expiresAt: order.expiresAt.toISOString(),
        serverTime: now.toISOString(),
        status: order.status,
        mode: order.mode,
      },
    }
  })
}
