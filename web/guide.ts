import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { articleText, guidePage, searchEntries } from './guide-page.ts'
import { addressOf, samplesOf, textForPrograms } from './guide-text.ts'
import { SEARCH_INDEX_PATH } from './src/components/finder/find-sections.ts'
import { GUIDE_GROUPS } from './src/features/docs/guide/guide-list.ts'
import { type GuidePage, SOME_ORIGIN } from './src/features/docs/guide/guide-shape.ts'
import type { PrerenderedPage } from './src/prerender/prerendered-page.ts'

const GUIDE = fileURLToPath(new URL('../docs/guide/', import.meta.url))
const ARTICLES = fileURLToPath(new URL('src/features/company/', import.meta.url))

/** The overview and every page, in the reader's order. */
const NAMES = ['README', ...GUIDE_GROUPS.flatMap(({ pages }) => pages.map(({ name }) => name))]

/** The address of each page and section, by the anchor that it has had in the guide of one page. */
export const guidePlaces = (): Record<string, string> =>
  Object.fromEntries(
    NAMES.filter((name) => name !== 'README' && name !== 'api').flatMap((name) => {
      const { sections } = guidePage(name)
      const ids = sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)])
      return [
        [name, addressOf(name)],
        ...ids.filter((id) => id !== name).map((id) => [id, `${addressOf(name)}#${id}`]),
      ]
    }),
  )

const pageOf = (name: string): GuidePage =>
  name === 'README' ? { ...guidePage(name), places: guidePlaces() } : guidePage(name)

/** Serves each Markdown file of the guide as a module with its page, and those of the company as texts. */
export const guide = (): Plugin => ({
  name: 'guide',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.md')) return undefined
    const name = basename(id, '.md')
    if (id.startsWith(ARTICLES))
      return `export const text = ${JSON.stringify(articleText(name, readFileSync(id, 'utf8')))}`
    if (!id.startsWith(GUIDE)) return undefined
    for (const { file } of samplesOf(name)) this.addWatchFile(fileURLToPath(file))
    return `export const page = ${JSON.stringify(pageOf(name))}`
  },
})

/** Further pages that a program may want to read. */
const OPTIONAL = ['/features', '/pricing', '/security', '/terms', '/privacy']

/**
 * Writes the guide as texts for programs (each page, the whole, and llms.txt that lists them, see llmstxt.org) and the search index.
 * Returns the addresses of the texts.
 */
export const writeGuideTexts = (
  dist: string,
  pages: readonly PrerenderedPage[],
  origin: string,
): readonly string[] => {
  const texts = new Map<string, string>()
  const own = NAMES.filter((name) => name !== 'README')
  for (const name of own) texts.set(`${addressOf(name)}.md`, textForPrograms(name))
  const whole = NAMES.filter((name) => name !== 'api').map(textForPrograms)
  texts.set('/docs.md', whole.join('\n'))
  texts.set('/llms.txt', llmsText(pages))
  for (const [path, text] of texts)
    writeFileSync(join(dist, 'pages', fileOf(path)), text.replaceAll(SOME_ORIGIN, origin))
  const index = JSON.stringify(own.flatMap((name) => searchEntries(guidePage(name))))
  const file = join(dist, SEARCH_INDEX_PATH)
  writeFileSync(file, index)
  writeFileSync(`${file}.br`, brotliCompressSync(index))
  writeFileSync(`${file}.gz`, gzipSync(index, { level: 9 }))
  return [...texts.keys()]
}

export const fileOf = (path: string): string => path.slice(1).replaceAll('/', '-')

const llmsText = (pages: readonly PrerenderedPage[]): string => {
  const line = (path: string, ending = '') => {
    const page = pages.find((each) => each.path === path)
    if (page === undefined) throw new Error(`no page at ${path}`)
    const title = page.title.split(' · ')[0] ?? page.title
    return `- [${title}](${SOME_ORIGIN}${path}${ending}): ${page.description}`
  }
  return `# Galla

> Galla collects UPI payments for merchants in India by QR code and app links. Money goes straight from the customer to the
> merchant's own UPI account; Galla knows, exactly once and with evidence, that it came, and tells the merchant's server.

An integration is two calls and a webhook: create an order (POST ${SOME_ORIGIN}/api/v1/order/create-order), send the customer to its
payment_url, and believe only a signed webhook or check-order-status. Never trust the redirect: it carries no status. Keys that
begin with key_test_ make test orders, paid in a simulator; amounts are rupees as text with two decimals. For JavaScript and
TypeScript there is a typed package, @galla/sdk, with createOrder, checkOrderStatus, verifyWebhook and the command galla-sdk: see "SDK
and command line". It is in no registry, this Galla serves it.

## Docs

- [The whole guide](${SOME_ORIGIN}/docs.md): every page below in one text
${NAMES.filter((name) => name !== 'README')
  .map((name) => line(addressOf(name), '.md'))
  .join('\n')}
- [OpenAPI 3.1](${SOME_ORIGIN}/api/openapi.json): every call, field, example and error code, for programs

## Optional

${OPTIONAL.map((path) => line(path)).join('\n')}
`
}
