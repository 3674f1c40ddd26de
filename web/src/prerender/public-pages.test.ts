import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { GUIDE_PAGES, OVERVIEW } from '../features/docs/guide/guide-list.ts'
import { guidePath, SIGNING_SECRET_PATH } from '../paths.ts'
import { readBuiltApp } from '../testing/built-app.ts'
import { NOT_FOUND_PAGE, PUBLIC_PAGES } from './public-pages.ts'

const TITLE_CHARACTERS_MAX = 70
const DESCRIPTION_CHARACTERS_MAX = 170
const CONTENT_CHARACTERS_MIN = 120

let read: (file: string) => string
let files: Record<string, string>

beforeAll(() => {
  read = readBuiltApp()
  files = JSON.parse(read('pages/pages.json')).pages
})

const htmlOf = (path: string): string => read(`pages/${files[path]}`)
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found]) => found ?? '')
const textOf = (html: string): string =>
  html
    .replace(/<(script|style|svg|noscript)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

const listed = PUBLIC_PAGES.filter(({ sameAs }) => sameAs === undefined)

test('each page has a unique title and description, short enough for search results', () => {
  const shown = [...listed, NOT_FOUND_PAGE]
  expect(new Set(shown.map(({ title }) => title)).size).toBe(shown.length)
  expect(new Set(shown.map(({ description }) => description)).size).toBe(shown.length)
  for (const { title, description } of shown) {
    expect(title.length).toBeLessThanOrEqual(TITLE_CHARACTERS_MAX)
    expect(description.length).toBeLessThanOrEqual(DESCRIPTION_CHARACTERS_MAX)
  }
})

describe.each(PUBLIC_PAGES.map(({ path }) => path))('%s', (path) => {
  test('has its complete content in the HTML: one heading, and nothing hidden that a script would reveal', () => {
    const html = htmlOf(path)
    const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? ''
    expect(all(main, /<h1\b[^>]*>(.+?)<\/h1>/gs)).toHaveLength(1)
    expect(textOf(main).length).toBeGreaterThan(CONTENT_CHARACTERS_MIN)
    expect(html).not.toContain('<template')
    expect(html).not.toMatch(/ hidden=""/)
  })

  test('has metadata for search engines and chat apps', () => {
    const html = htmlOf(path)
    const page = PUBLIC_PAGES.find((each) => each.path === path)
    expect(all(html, /<title>(.*?)<\/title>/g)).toEqual([page?.title.replaceAll("'", '&#x27;')])
    expect(all(html, /<meta name="description" content="(.*?)"/g)).toEqual([
      page?.description.replaceAll("'", '&#x27;'),
    ])
    expect(all(html, /<link rel="canonical" href="(.*?)"/g)).toEqual([`__ORIGIN__${page?.sameAs ?? path}`])
    for (const name of ['og:title', 'og:description', 'og:url', 'og:image'])
      expect(all(html, new RegExp(`<meta property="${name}" content="(.+?)"`, 'g'))).toHaveLength(1)
    expect(html).not.toContain('noindex')
  })

  test('complies with the content security policy: no inline script, and a nonce on each style', () => {
    const html = htmlOf(path)
    expect(all(html, /(<script\b(?![^>]*\bsrc=)[^>]*>)/g)).toEqual([])
    expect(all(html, /<[^>]*\s(on[a-z]+)=/g)).toEqual([])
    expect(all(html, /(<style\b(?![^>]*nonce="__NONCE__")[^>]*>)/g)).toEqual([])
    expect(all(html, /<(?:link|script|img|iframe)\b[^>]*\b(?:src|href)="(https?:[^"]*)"/g)).toEqual([])
  })

  test('includes the styles of everything in it', () => {
    const html = htmlOf(path)
    const styles = all(html, /<link rel="stylesheet"[^>]*href="\/(.+?)"/g)
      .map((file) => read(file))
      .join('\n')
    const own = all(html, /class="([^"]*)"/g)
      .flatMap((names) => names.split(' '))
      .filter((name) => /^_.+_[\w-]{5}_\d+$/.test(name))
    expect(own.length).toBeGreaterThan(0)
    expect([...new Set(own)].filter((name) => !styles.includes(`.${name}`))).toEqual([])
  })
})

test('the sitemap lists each page once, and robots.txt excludes payments and dashboards', () => {
  expect(all(read('pages/sitemap.xml'), /<loc>__ORIGIN__(.*?)<\/loc>/g)).toEqual(
    listed.map(({ path }) => path),
  )
  const robots = read('pages/robots.txt')
  expect(robots).toContain('Disallow: /pay/\n')
  expect(robots).toContain('Disallow: /dashboard\n')
})

const GUIDE = [OVERVIEW, ...GUIDE_PAGES].map(({ name }) => guidePath(name))

describe.each(GUIDE.filter((path) => path !== '/docs'))('%s as Markdown', (path) => {
  const sections = () => all(htmlOf(path), /<section\b(?=[^>]* aria-labelledby)[^>]* id="([^"]+)"/g)
  const textOfPage = () => read(`pages/${path.slice(1).replaceAll('/', '-')}.md`)

  test('has every heading and example of the page, and no HTML', () => {
    const text = textOfPage()
    const main = /<main\b.*<\/main>/s.exec(htmlOf(path))?.[0] ?? ''
    for (const heading of all(main, /<h[1-4][^>]*>(.*?)<\/h[1-4]>/gs))
      expect(text).toMatch(
        new RegExp(`^#+ (\\d+\\. )?${heading.replaceAll(/[().]/g, '\\$&').replaceAll('&#x27;', "'")}$`, 'm'),
      )
    const examples = all(main, /(<pre>)/g).length
    expect(all(text, /^(```)[a-z]*$/gm)).toHaveLength(2 * examples)
    const prose = text.replaceAll(/```.*?```/gs, '')
    expect(prose).not.toMatch(/<\/?[a-z]+[ >]|&(?:amp|lt|gt|quot|#x27);/)
    expect(text).not.toContain('your-galla.example')
  })

  test('has every section in the search index', () => {
    const own = searchIndex().filter((entry) => entry.path.startsWith(`${path}#`))
    expect(own.map((entry) => entry.path.split('#')[1]).toSorted()).toEqual(sections().toSorted())
    for (const { title, text } of own)
      expect({ path, isShort: title !== '' && text.length < 12_000 }).toEqual({ path, isShort: true })
  })

  test('is linked from the page, from llms.txt and from the page before it', () => {
    expect(htmlOf(path)).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`)
    expect(read('pages/llms.txt')).toContain(`(__ORIGIN__${path}.md)`)
    const before = GUIDE[GUIDE.indexOf(path) - 1] ?? ''
    const next = /<nav aria-label="Previous and next page".*?<\/nav>/s.exec(htmlOf(before))?.[0]
    expect(next).toContain(`href="${path}"`)
  })
})

const searchIndex = (): { path: string; title: string; text: string }[] =>
  JSON.parse(read('docs-search.json'))

test('the search index is small enough to load with the first search', () => {
  // What a phone receives.
  expect(brotliCompressSync(read('docs-search.json')).length).toBeLessThan(14_500)
})

test('the whole guide is one text too, under its former address', () => {
  const whole = read('pages/docs.md')
  for (const { name, title } of GUIDE_PAGES.filter((page) => page.name !== 'api')) {
    expect(whole).toContain(`# ${title}\n`)
    expect(whole).toContain(read(`pages/docs-${name}.md`))
  }
  expect(whole).toContain('__ORIGIN__/api/v1/order/create-order')
})

/** The anchors of the guide when it was one page: other sites, e-mails and bookmarks have them. */
const FORMER_ANCHORS =
  'quickstart order-life create-order check-order-status webhooks webhook-format webhook-fields expected-response security-notes webhook-example retry-policy sdk sdk-install sdk-orders sdk-webhooks sdk-errors galla-command woocommerce test-mode simulator-call status-codes webhook-status-codes idempotency limits going-live connecting-an-account moving moving-steps moving-facts moving-webhook self-hosting important-notes'

test('each former anchor of the guide leads to a section or a page', async () => {
  const { guidePlaces } = await import('../../guide.ts')
  const places = guidePlaces()
  for (const anchor of FORMER_ANCHORS.split(' ')) {
    const [path = '', id] = (places[anchor] ?? '').split('#')
    expect(GUIDE, anchor).toContain(path)
    if (id !== undefined) expect(htmlOf(path)).toContain(`id="${id}"`)
  }
})

test('each page of the guide that needs the signing secret links to it', () => {
  const pages = GUIDE_PAGES.filter(({ name }) => name !== 'api').map(({ name }) =>
    read(`pages/docs-${name}.md`),
  )
  const wanting = pages.filter((text) => text.includes('GALLA_WEBHOOK_SECRET'))
  expect(wanting.map((text) => text.split('\n', 1)[0])).toEqual([
    '# Five-minute quickstart',
    '# Webhooks',
    '# SDK and command line',
    '# Moving from another gateway',
  ])
  const place = `(__ORIGIN__${SIGNING_SECRET_PATH})`
  expect(wanting.filter((text) => !text.includes(place))).toEqual([])
})

test('llms.txt links only to pages that exist', () => {
  const overview = read('pages/llms.txt')
  expect(overview).toMatch(/^# Galla\n\n> /)
  const known = new Set([
    ...listed.map(({ path }) => path),
    ...GUIDE.map((path) => `${path}.md`),
    '/api/openapi.json',
  ])
  const links = all(overview, /\(__ORIGIN__(\/[^)]*)\)/g)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((path) => !known.has(path))).toEqual([])
})

test('an unknown URL shows a page that search engines do not index', () => {
  const html = read('pages/not-found.html')
  expect(textOf(html)).toContain('Page not found')
  expect(html).toContain('<meta name="robots" content="noindex">')
})
