import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Ids } from '../ids.ts'
import { serveText } from './serve-text.ts'
import { readWebPages, sendPage, type WebSite } from './web-pages.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Files with a hash in their name never change; the others are revalidated each time. */
const HASHED = /^\/assets\//
/** Paths of the API, of payment pages, and of page templates, which are never served as files. */
const OF_OTHERS = /^\/(?:api|pay|pages)\/./
const FILE_NAME = /^\/[\w@./-]+\.[a-z0-9]{2,11}$/i

/**
 * Serves the built web app: its files as they are (compressed ahead of time where the build did), its public pages as the
 * HTML that the build has rendered, and for the dashboard's addresses the page of the app itself. An unknown address is
 * a page too, with status 404; a file that is gone is not.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  {
    ids,
    secretPaths = [],
    temporaryPages = {},
    ...site
  }: WebSite & {
    readonly ids: Ids
    readonly secretPaths?: readonly string[]
    /** Pages that exist only for a time. */
    readonly temporaryPages?: Readonly<Record<string, () => Promise<boolean>>>
  },
): Promise<void> => {
  const pages = await readWebPages(site)
  await app.register(fastifyStatic, { root: site.distDir, serve: false, preCompressed: true, index: false })
  for (const { path, type, text } of pages.texts) serveText(app, { path, type, text: () => text })
  app.get('/*', { config: { quiet: true } }, async (request, reply) => {
    // Not by URL: an address that begins with two slashes would name a host.
    const [pathname = '/'] = request.url.split('?', 1)
    // The path may exist with another method.
    if (OF_OTHERS.test(pathname)) return reply.callNotFound()
    const plain = pathname === '/index.html' ? '/' : pathname.replace(/(?<=^\/|[^/])\/+$/, '')
    // One URL for each page. Never one that begins with two slashes, which names another host.
    if (plain !== pathname && !plain.startsWith('//'))
      return reply.redirect(plain + request.url.slice(pathname.length), 308)
    if (FILE_NAME.test(pathname)) {
      const kept = HASHED.test(pathname) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
      return reply.header('cache-control', kept).sendFile(pathname.slice(1), { cacheControl: false })
    }
    const page = (await temporaryPages[pathname]?.()) === false ? pages.notFound : pages.at(pathname)
    return sendPage(request, reply, ids, { ...page, secret: secretPaths.includes(pathname) })
  })
}
