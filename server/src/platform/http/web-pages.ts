import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../escape-markup.ts'
import type { Ids } from '../ids.ts'
import { pack } from './pack-text.ts'
import { setPagePolicy, webPagePolicy } from './page-policy.ts'

/** Replaced by the nonce that allows the app's own styles. */
const NONCE_PLACEHOLDER = '__NONCE__'
const NONCE_BYTES = 16
/** Replaced by the public origin, for canonical and Open Graph URLs. */
const ORIGIN_PLACEHOLDER = '__ORIGIN__'
/** Replaced by the operator's email address. */
const CONTACT_PLACEHOLDER = '__CONTACT_EMAIL__'
/** Replaced by the name of the shop that the installation is for. */
const SHOP_PLACEHOLDER = '__SHOP_NAME__'
/** A page is compressed for each reply, since its nonce is new: fast rather than small. */
const BROTLI_QUALITY = 4

/** What the build rendered: the file of each path, and the paths that the app renders in the browser. */
interface RenderedList {
  readonly pages: Readonly<Record<string, string>>
  readonly shell: readonly string[]
  /** The calls whose replies come with a page, the session's first. */
  readonly asks: Readonly<Record<string, readonly string[]>>
  /** The files of the texts for programs that the build made of pages. */
  readonly texts: Readonly<Record<string, string>>
}

export interface WebSite {
  readonly distDir: string
  readonly publicUrl: URL
  /** Shown on the contact page. */
  readonly contactEmail: string | undefined
}

export interface WebPages {
  /** Returns the page of a path, its status, and the calls whose replies come with it. */
  readonly at: (path: string) => {
    readonly status: 200 | 404
    readonly html: string
    readonly asks: readonly string[]
  }
  /** Texts for programs, such as robots.txt. */
  readonly texts: readonly { readonly path: string; readonly type: string; readonly text: string }[]
}

const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  xml: 'application/xml',
  md: 'text/markdown',
}
const typeOf = (path: string): string =>
  `${TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain'}; charset=utf-8`

const DASHBOARDS = /^\/(?:dashboard|operator)\//

/** Reads all pages once, at start. */
export const readWebPages = async ({ distDir, publicUrl, contactEmail }: WebSite): Promise<WebPages> => {
  const contact = escapeHtml(contactEmail ?? `operator@${publicUrl.hostname}`)
  const read = async (name: string) =>
    (await readFile(join(distDir, name), 'utf8'))
      .replaceAll(ORIGIN_PLACEHOLDER, publicUrl.origin)
      .replaceAll(CONTACT_PLACEHOLDER, () => contact)
  const list = JSON.parse(await read('pages/pages.json')) as RenderedList
  const shell = await read('index.html')
  const notFound = await read('pages/not-found.html')
  const pages = new Map<string, string>()
  for (const [path, file] of Object.entries(list.pages)) pages.set(path, await read(join('pages', file)))
  for (const path of list.shell) pages.set(path, shell)
  return {
    at(path) {
      const html = pages.get(path)
      if (html !== undefined)
        return { status: 200, html, asks: Object.hasOwn(list.asks, path) ? (list.asks[path] ?? []) : [] }
      // Inside the dashboards, the app shows this itself, with its menu.
      return { status: 404, html: DASHBOARDS.test(path) ? shell : notFound, asks: [] }
    },
    texts: await Promise.all(
      Object.entries({ '/robots.txt': 'robots.txt', '/sitemap.xml': 'sitemap.xml', ...list.texts }).map(
        async ([path, file]) => ({ path, type: typeOf(path), text: await read(join('pages', file)) }),
      ),
    ),
  }
}

/** Sends a page with a new nonce, compressed as the browser accepts it. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  ids: Ids,
  {
    status,
    html,
    shop,
    secret,
    replies,
  }: {
    status: number
    html: string
    shop: string | undefined
    secret: boolean
    /** An element with what only this visitor may see. */
    replies?: string | undefined
  },
): Promise<FastifyReply> => {
  const nonce = ids.token(NONCE_BYTES)
  // A URL with a secret is never sent as a referrer.
  setPagePolicy(reply, secret ? webPagePolicy(nonce, 'no-referrer') : webPagePolicy(nonce))
  const named = html.replaceAll(SHOP_PLACEHOLDER, () => escapeHtml(shop || 'Galla'))
  const ofShop =
    shop === undefined ? named : named.replace('<html', () => `<html data-own-shop="${escapeHtml(shop)}"`)
  const own = ofShop.replaceAll(NONCE_PLACEHOLDER, nonce)
  const text = replies === undefined ? own : own.replace('</body>', () => `${replies}</body>`)
  reply.code(status).type('text/html; charset=utf-8')
  // Without replies, it is revalidated each time, but the back button shows it at once.
  reply.headers({
    'cache-control': replies === undefined ? 'no-cache' : 'no-store',
    vary: 'accept-encoding',
  })
  const { body, encoding } = await pack(text, request.headers['accept-encoding'], BROTLI_QUALITY)
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.send(body)
}
