import { beforeAll, describe, expect, test } from 'vitest'
import { SIGNING_SECRET_PATH } from '../paths.ts'
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

describe.each(['docs', 'api'])('/%s as Markdown', (name) => {
  const sections = () => all(htmlOf(`/${name}`), /<section\b(?=[^>]* aria-labelledby)[^>]* id="([^"]+)"/g)

  test('has every heading and example of the page, and no HTML', () => {
    const text = read(`pages/${name}.md`)
    const main = /<main\b.*<\/main>/s.exec(htmlOf(`/${name}`))?.[0] ?? ''
    for (const heading of all(main, /<h[1-4][^>]*>(.*?)<\/h[1-4]>/gs))
      expect(text).toMatch(
        new RegExp(`^#+ ${heading.replaceAll(/[().]/g, '\\$&').replaceAll('&#x27;', "'")}$`, 'm'),
      )
    const examples = all(main, /(<pre>)/g).length
    expect(all(text, /^\s*(```)[a-z]*$/gm)).toHaveLength(2 * examples)
    for (const [, language, code = ''] of text.matchAll(/```([a-z]*)\n(.*?)```/gs))
      if (/^\s*(import .* from '|const |let )/.test(code)) expect(`${language}: ${code}`).toMatch(/^js: /)
    const prose = text.replaceAll(/```.*?```/gs, '')
    // Words that stand apart on the page do so here.
    expect(prose).not.toMatch(/[a-z]\*\*[a-z]/)
    expect(prose).not.toMatch(/<\/?[a-z]+[ >]|&(?:amp|lt|gt|quot|#x27);/)
    expect(text).toContain('__ORIGIN__/api/v1/order/create-order')
    expect(text).not.toContain('your-galla.example')
  })

  test('separates the message of a refusal from the advice', () => {
    const rows = all(read(`pages/${name}.md`), /^(\| \*\*[45]\d\d\*\* `\w+` \|.*)$/gm)
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) expect(row).toMatch(/^\|[^|]+\| "[^"|]+" [A-Z][^"|]+\.( [^"|]+)? \|$/)
  })

  test('has every section in the search index', () => {
    const entries = JSON.parse(read('docs-search.json')) as {
      path: string
      title: string
      text: string
    }[]
    const own = entries.filter(({ path }) => path.startsWith(`/${name}#`))
    expect(own.map(({ path }) => path.split('#')[1]).toSorted()).toEqual(sections().toSorted())
    for (const { path, title, text } of own)
      expect({ path, isShort: title !== '' && text.length < 12_000 }).toEqual({ path, isShort: true })
    expect(read('docs-search.json').length).toBeLessThan(60_000)
  })

  test('is linked from the page and from llms.txt', () => {
    expect(htmlOf(`/${name}`)).toContain(`<link rel="alternate" type="text/markdown" href="/${name}.md">`)
    expect(read('pages/llms.txt')).toContain(`(__ORIGIN__/${name}.md)`)
  })
})

test('each chapter of the guide that needs the signing secret links to it', () => {
  const chapters = read('pages/docs.md').split(/^#+ /m)
  const wanting = chapters.filter((text) => text.includes('GALLA_WEBHOOK_SECRET'))
  expect(wanting.map((text) => text.split('\n', 1)[0])).toEqual([
    'Five-minute quickstart',
    'Example receivers',
    'Verify webhooks',
    'The webhook as a form',
  ])
  const place = `(__ORIGIN__${SIGNING_SECRET_PATH})`
  expect(wanting.filter((text) => !text.includes(place))).toEqual([])
})

test('llms.txt links only to pages that exist', () => {
  const overview = read('pages/llms.txt')
  expect(overview).toMatch(/^# Galla\n\n> /)
  const known = new Set([...listed.map(({ path }) => path), '/docs.md', '/api.md', '/api/openapi.json'])
  const links = all(overview, /\(__ORIGIN__(\/[^)]*)\)/g)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((path) => !known.has(path))).toEqual([])
})

test('an unknown URL shows a page that search engines do not index', () => {
  const html = read('pages/not-found.html')
  expect(textOf(html)).toContain('Page not found')
  expect(html).toContain('<meta name="robots" content="noindex">')
})
