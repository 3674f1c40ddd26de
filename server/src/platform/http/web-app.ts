import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { firstReplies } from './first-replies.ts'
import { serveText } from './serve-text.ts'
import { readWebPages, sendPage, type WebSite } from './web-pages.ts'

const SECURITY_CONTACT_DAYS = 180
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Files with a hash in their name never change; the others are revalidated each time. */
const HASHED = /^\/assets\//
/** Paths of the API, of payment pages, and of page templates, which are never served as files. */
const OF_OTHERS = /^\/(?:api|pay|pages)\/./
const LANDING = /^\/(?:home)?$/
const OWN_SHOP = '/own-shop'
const FILE_NAME = /^\/[\w@./-]+\.[a-z0-9]{2,11}$/i

/** Whom to tell of a vulnerability, as RFC 9116 has it. Always in force for some months more. */
const serveSecurityContact = (app: FastifyInstance, contactEmail: string, clock: Clock): void => {
  app.get('/.well-known/security.txt', { config: { quiet: true } }, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + SECURITY_CONTACT_DAYS * 86_400_000)
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: mailto:${encodeURI(contactEmail)}\nExpires: ${expires.toISOString()}\n`)
  })
}

/**
 * Serves the built web app: its files (compressed by the build), its public pages as the HTML that the build rendered, and the page of the
 * app for the dashboard's URLs. An unknown URL gets an HTML page with status 404, and a missing file gets a 404 without one.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  {
    ids,
    clock,
    secretPaths = [],
    temporaryPages = {},
    ownShop = () => undefined,
    ...site
  }: WebSite & {
    readonly ids: Ids
    readonly clock: Clock
    readonly secretPaths?: readonly string[]
    /** Pages that exist only while their function returns true. */
    readonly temporaryPages?: Readonly<Record<string, () => Promise<boolean>>>
    /** See `Feature.ownShop`. Its page stands in the place of the landing page. */
    readonly ownShop?: (() => string | undefined) | undefined
  },
): Promise<void> => {
  const pages = await readWebPages(site)
  await app.register(fastifyStatic, { root: site.distDir, serve: false, preCompressed: true, index: false })
  for (const { path, type, text } of pages.texts) serveText(app, { path, type, text: () => text })
  if (site.contactEmail !== undefined) serveSecurityContact(app, site.contactEmail, clock)
  app.get('/*', { config: { quiet: true } }, async (request, reply) => {
    // `new URL` would read a path that begins with two slashes as a host.
    const [pathname = '/'] = request.url.split('?', 1)
    const plain = pathname === '/index.html' ? '/' : pathname.replace(/(?<=^\/|[^/])\/+$/, '')
    // Redirects to the one URL of each page, but never to a path with two slashes, which browsers read as another host.
    if (plain !== pathname && !plain.startsWith('//') && !pathname.startsWith('/api/'))
      return reply.redirect(plain + request.url.slice(pathname.length), 308)
    // The path may exist with another method.
    if (OF_OTHERS.test(pathname)) return reply.callNotFound()
    if (FILE_NAME.test(pathname)) {
      const kept = HASHED.test(pathname) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
      return reply.header('cache-control', kept).sendFile(pathname.slice(1), { cacheControl: false })
    }
    // The app says itself why the page is gone.
    const isGone = (await temporaryPages[pathname]?.()) === false
    const shop = ownShop()
    const { status, html, asks } = pages.at(
      shop !== undefined && LANDING.test(pathname) ? OWN_SHOP : pathname,
    )
    // What a page asks with parameters is what it asks at its plain address.
    const asked = request.url === pathname ? asks : asks.filter((address) => !address.includes('?'))
    const page = {
      status: isGone ? 404 : status,
      html,
      replies: await firstReplies(app, request, clock, asked),
      shop,
      secret: secretPaths.includes(pathname),
    } as const
    return sendPage(request, reply, ids, page)
  })
}
