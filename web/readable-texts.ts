import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { markdownOf } from './page-markdown.ts'
import { searchEntriesOf } from './page-search.ts'
import { findElement, type PageElement, readPageTree } from './page-tree.ts'
import { sdkInstallLine } from './src/features/docs/guide/code/sdk-code.ts'
import { SEARCH_INDEX_PATH } from './src/features/docs/guide/search/search-entry.ts'
import type { PrerenderedPage } from './src/prerender/prerendered-page.ts'

/** The pages that people and programs read from start to end. */
const READABLE = [
  { path: '/docs', title: 'Guide' },
  { path: '/api', title: 'API reference' },
] as const
export const READABLE_PATHS: readonly string[] = READABLE.map(({ path }) => path)

/** The origin in prerendered examples; in texts that the server sends, it inserts its own. */
const SOME_ORIGIN = 'https://your-galla.example'

/** Further pages that a program may want to read. */
const OPTIONAL = ['/features', '/pricing', '/security', '/terms', '/privacy']

/**
 * Writes texts from the rendered pages: the guide and the reference as Markdown, llms.txt that lists them (see llmstxt.org), and the
 * search index.
 */
export const writeReadableTexts = (dist: string, pages: readonly PrerenderedPage[], origin: string): void => {
  const pageAt = (path: string): PrerenderedPage => {
    const found = pages.find((page) => page.path === path)
    if (found === undefined) throw new Error(`no page at ${path}`)
    return found
  }
  const read = READABLE.map(({ path, title }) => ({
    path,
    title,
    page: pageAt(path),
    main: mainOf(pageAt(path)),
  }))
  for (const { path, main } of read) {
    const text = markdownOf(main, origin).replaceAll(SOME_ORIGIN, origin)
    writeFileSync(join(dist, 'pages', `${path.slice(1)}.md`), `${text}\n`)
  }
  const optional = OPTIONAL.map(pageAt)
  writeFileSync(
    join(dist, 'pages', 'llms.txt'),
    llmsText(
      read.map(({ page }) => page),
      optional,
      origin,
    ),
  )
  const entries = read.flatMap(({ main, path, title }) => searchEntriesOf(main, path, title))
  const index = JSON.stringify(entries)
  const file = join(dist, SEARCH_INDEX_PATH)
  writeFileSync(file, index)
  writeFileSync(`${file}.br`, brotliCompressSync(index))
  writeFileSync(`${file}.gz`, gzipSync(index, { level: 9 }))
}

const mainOf = ({ body, path }: PrerenderedPage): PageElement => {
  const main = findElement(readPageTree(body), ({ tag }) => tag === 'main')
  if (main === undefined) throw new Error(`${path} has no main part`)
  return main
}

const nameOf = ({ title }: PrerenderedPage): string => title.split(' · ')[0] ?? title

const llmsText = (
  read: readonly PrerenderedPage[],
  optional: readonly PrerenderedPage[],
  origin: string,
): string => `# Galla

> Galla collects UPI payments for merchants in India by QR code and app links. Money goes straight from the customer to the
> merchant's own UPI account; Galla knows, exactly once and with evidence, that it came, and tells the merchant's server.

An integration is two calls and a webhook: create an order (POST ${origin}/api/v1/order/create-order), send the customer to its
payment_url, and believe only a signed webhook or check-order-status. Never trust the redirect: it carries no status. Keys that
begin with key_test_ make test orders, paid in a simulator; amounts are rupees as text with two decimals. For JavaScript and
TypeScript there is a typed package, @galla/sdk, with createOrder, checkOrderStatus, verifyWebhook and the command galla: see "SDK
and command line" in the guide. It is in no registry, this Galla serves it: ${sdkInstallLine(origin)}

## Docs

${read.map((page) => `- [${nameOf(page)}](${origin}${page.path}.md): ${page.description}`).join('\n')}
- [OpenAPI 3.1](${origin}/api/openapi.json): every call, field, example and error code, for programs

## Optional

${optional.map((page) => `- [${nameOf(page)}](${origin}${page.path}): ${page.description}`).join('\n')}
`
